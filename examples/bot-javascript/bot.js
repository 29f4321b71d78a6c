// A player for Warbook in JavaScript: Node 18 or newer, nothing to install.
//
// It knows no rules.  What it may do, the referee says with each question; what is good, it judges by the odds that the
// referee works out, and by distances.  Messages are lines of JSON: see docs/protocol.md.

import { createInterface } from "node:readline";

const WEIGHED = 8; // options whose odds it asks for before it chooses

// ---- the conversation -----------------------------------------------------------------------------------------------

let number = 0;
const waiting = new Map(); // what was asked of the referee, by number

/** Ask the referee something; a promise of what it tells. */
function ask(message) {
  number += 1;
  process.stdout.write(JSON.stringify({ ...message, n: number }) + "\n");
  return new Promise((resolve) => waiting.set(number, resolve));
}

let position = null; // the last that was told
let answering = ""; // the question that is being answered

createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  const resolve = waiting.get(told.re);
  if (resolve) {
    waiting.delete(told.re);
    resolve(told);
  }
  if (told.type === "welcome") {
    waiting.clear(); // where a lost line came back, nobody answers what was asked before
    answering = "";
  } else if (told.type === "position") {
    position = told;
    const question = (told.asked ?? [])[0];
    const key = question ? `${question.seat} ${question.at}` : "";
    if (question && key !== answering) {
      answering = key;
      play(question);
    }
  } else if (told.type === "fault") {
    console.error(`referee: ${told.words} ${told.todo ?? ""}`);
  }
});

/** Answer a question: the best of the answers that come to mind, the next best if it is refused. */
async function play(question) {
  const { seat, at } = question;
  for (const answer of await ranked(question)) {
    const told = await ask({ type: "choose", seat, at, answer });
    if (told.type === "done" || told.stale) return;
    console.error(`refused: ${(told.reasons ?? []).join(" ")}`);
  }
}

// ---- the choice -----------------------------------------------------------------------------------------------------

/** Answers to a question, the best first. */
async function ranked(question) {
  const { seat, at, kind, options = [] } = question;
  if (kind === "order") return [options.map((option) => option.answer)];
  if (kind === "allocate") return [allocated(question)];
  if (kind === "confirm") return [false, true]; // whatever it is: better not
  const known = options.length ? options : (await ask({ type: "suggest", seat, at })).options ?? [];
  const worth = await Promise.all(shuffled(known).map((option, n) => weighed(question, option, n)));
  return worth.sort((a, b) => b.worth - a.worth).map(({ option }) => option.answer);
}

/** An option with what it seems to be worth: to do something, to do harm, and to be near. */
async function weighed(question, option, n) {
  const { seat, at, kind } = question;
  let worth = option.idle ? -10 : 0;
  if (n < WEIGHED && (kind === "window" ? option.who >= 0 : foe(option, seat))) {
    const told = await ask({ type: "odds", seat, at, answer: option.answer });
    for (const { probability, welcome } of told.chances ?? []) worth += welcome ? probability : -probability;
  }
  const way = { path: option.answer, march: option.answer?.[0] }[kind]; // of a unit the first member's counts
  const goal = kind === "drive" ? await driven(question, option.answer) : way ? end(question, way) : place(option);
  const away = distance(goal, foes(question));
  return { option, worth: worth - away / 1e6 };
}

/** As much into each bin as it takes, from the first on. */
function allocated({ total, most = [], options }) {
  let left = total;
  return options.map((_, bin) => {
    const here = Math.min(left, most[bin] ?? left);
    left -= here;
    return here;
  });
}

// ---- where things are -----------------------------------------------------------------------------------------------

const bodies = () => position.tableau.bodies.filter((body) => (body.stands ?? "here") === "here");
const spot = ({ x, y }) => [x, y];

/** Where the others stand: nearer is better.  For the question whom to act on, it is the one who acts that counts. */
function foes({ seat, kind }) {
  const actor = bodies().find((body) => body.id === position.tableau.actor);
  if (!["path", "drive", "march"].includes(kind) && actor) return [spot(actor.at)];
  return bodies().filter((body) => body.owner !== seat).map((body) => spot(body.at));
}

/** Where a path ends: its last leg, or where the mover is. */
function end({ origin, facing }, answer) {
  const legs = facing ? answer.slice(0, -1) : answer;
  return legs.length ? legs[legs.length - 1] : origin;
}

/** Where a drive ends: only the table knows what stops it. */
async function driven({ seat, at, origin }, answer) {
  const told = await ask({ type: "check", seat, at, answer });
  return told.ends?.at(-1) ?? origin;
}

/** The model that an option names. */
const named = (option) => bodies().find(({ id }) => id === option.who);

/** Whether an option names a model of another side. */
function foe(option, seat) {
  const body = named(option);
  return body !== undefined && body.owner !== seat;
}

/** Where the model stands that an option names, or the place that it stands for. */
function place(option) {
  const body = named(option);
  return body ? spot(body.at) : (option.spot ?? null);
}

/** From a point to the nearest of some others, in thousandths of an inch; 0 where there is nothing to measure. */
function distance(from, others) {
  if (!from || !others.length) return 0;
  return Math.min(...others.map(([x, y]) => Math.hypot(from[0] - x, from[1] - y)));
}

// ---- chance, the same in every battle -------------------------------------------------------------------------------

let state = 1;

/** A number from 0 up to 1 (a linear congruential generator, with the constants of "Numerical Recipes"). */
function random() {
  state = (1664525 * state + 1013904223) % 2 ** 32;
  return state / 2 ** 32;
}

/** The same things in another order, so that among equals not always the first is taken. */
function shuffled(things) {
  const pairs = things.map((thing) => [random(), thing]);
  return pairs.sort((a, b) => a[0] - b[0]).map(([, thing]) => thing);
}
