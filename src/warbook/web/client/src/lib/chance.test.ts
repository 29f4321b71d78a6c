import { expect, it } from "vitest";
import type { Asked, AnswerOption } from "../protocol.gen";
import { Chance, type Asker } from "./chance.svelte";

const question = (seat: number, key: string, step: number): Asked => ({ seat, key, at: [step, 0] }) as unknown as Asked;
const option = (answer: unknown): AnswerOption => ({ answer, label: "", who: -1, action: "", idle: false, cautions: [], spot: null });

/** A table that asks these questions one after another; null: somebody else decides. */
class Fake implements Asker {
  given: unknown[] = [];
  place = 0;

  constructor(readonly questions: readonly (Asked | null)[]) {}

  get asked(): Asked | null {
    return this.questions[this.place] ?? null;
  }

  suggestions = async () => ["a", "b", "c"].map(option);

  async answer(answer: unknown) {
    this.given.push(answer);
    this.place++;
    return { accepted: true } as const;
  }
}

it("answers one question with one of the suggestions", async () => {
  const table = new Fake([question(0, "deploy", 1), question(0, "deploy", 2)]);
  await new Chance(table, () => 0.5).one();
  expect(table.given).toEqual(["b"]);
});

it("goes on until something else is asked", async () => {
  const table = new Fake([question(0, "deploy", 1), question(0, "deploy", 2), question(0, "action", 3)]);
  const chance = new Chance(table, () => 0);
  await chance.rest();
  expect(table.given).toEqual(["a", "a"]);
  expect(chance.going).toBeNull();
});

it("waits while others decide, and answers for nobody else", async () => {
  const table = new Fake([question(0, "deploy", 1), null, question(1, "deploy", 2), question(0, "deploy", 3), question(0, "action", 4)]);
  const chance = new Chance(table, () => 0);
  await chance.rest();
  expect([table.given.length, chance.going]).toEqual([1, { seat: 0, key: "deploy" }]);
  table.place = 2;
  await chance.goOn();
  expect(table.given.length).toBe(1);
  table.place = 3;
  await chance.goOn();
  expect([table.given.length, chance.going]).toEqual([2, null]);
});

it("stops when it is told to", async () => {
  const table = new Fake([question(0, "deploy", 1), question(0, "deploy", 2), question(0, "deploy", 3)]);
  const chance: Chance = new Chance(table, () => {
    if (table.given.length === 1) chance.stop();
    return 0;
  });
  await chance.rest();
  expect(table.given.length).toBe(2); // what was drawn already is given
});

it("stops at a refusal, and says why", async () => {
  const table = new Fake([question(0, "deploy", 1)]);
  table.answer = async () => ({ accepted: false, reasons: ["no room"], stale: false }) as never;
  const chance = new Chance(table, () => 0);
  await chance.rest();
  expect([chance.going, chance.whyStopped]).toEqual([null, ["no room"]]);
});

it("stops where nobody can say what there is to choose from, and says so", async () => {
  const table = new Fake([question(0, "deploy", 1)]);
  table.suggestions = () => Promise.reject(new Error("no answer came"));
  const chance = new Chance(table, () => 0);
  await chance.rest();
  expect([chance.going, chance.whyStopped.length]).toEqual([null, 1]);
});
