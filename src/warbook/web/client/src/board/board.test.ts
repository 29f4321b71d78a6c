import { describe, expect, it } from "vitest";
import type { Aim, Asked, Body, Tableau } from "../protocol.gen";
import { choosable, covered, described, markAt, memberAt, members, standing, subject } from "./bodies";
import { Gestures, type Handlers } from "./gestures";
import { layLabels, scaleOf, type LabelScene } from "./labels";
import { measured } from "./ruler";
import { CHIP, sightsOf } from "./sights";
import { boardOf, leftOf, tier } from "./terrain";
import { letters, thingsOf } from "./things";

function body(id: number, x: number, y: number, more: Partial<Body> = {}): Body {
  const at = { x, y, z: 0, fx: 0, fy: 1, radius: 500, height: 1250, posture: 3, ...more.at };
  return {
    id,
    owner: 0,
    label: `${id}`,
    name: `Model ${id}`,
    kind: "ganger",
    badges: [],
    counters: [],
    rings: [],
    words: [],
    stands: "here",
    ready: false,
    looks: true,
    unit: -1,
    on: -1,
    ...more,
    at,
  };
}

const at = (z: number, posture = 3) => ({ x: 0, y: 0, z, fx: 0, fy: 1, radius: 500, height: 1250, posture });

describe("models", () => {
  it("are drawn if they are on the table, the higher ones later", () => {
    const tableau = {
      bodies: [
        body(1, 0, 0, { at: at(3000) }),
        body(2, 0, 0),
        body(3, 0, 0, { stands: "waiting" }),
        body(4, 0, 0, { at: at(0, 0) }),
      ],
    } as unknown as Tableau;
    expect(standing(tableau).map((each) => each.id)).toEqual([2, 1]);
    expect(standing(null)).toEqual([]);
  });

  it("are hit by whoever points nearest, the upper one of two in the same place", () => {
    const bodies = [body(1, 0, 0), body(2, 900, 0), body(3, 0, 0, { at: at(3000) })];
    expect(markAt(bodies, 800, 0, 0)?.id).toBe(2);
    expect(markAt(bodies, 10, 0, 0)?.id).toBe(3);
    expect(markAt(bodies, -700, 0, 0)).toBeNull();
    expect(markAt(bodies, -700, 0, 300)).not.toBeNull();
  });

  it("stand for the others of their group, where these are", () => {
    const corners: [number, number][] = [[1000, 0], [2000, 0], [2000, 1000], [1000, 1000]];
    const group = body(4, 500, 500, { rings: [{ reach: 0, title: "a member", corners }, { reach: 6000, title: "short", corners }] });
    expect(members(group)).toEqual([[1500, 500]]);
    expect(memberAt([body(1, 0, 0), group], 1700, 600, 0)?.id).toBe(4);
    expect(memberAt([group], 3000, 500, 0)).toBeNull();
  });

  it("stand below a floor that is shown", () => {
    const square: [number, number][] = [
      [-1000, -1000],
      [1000, -1000],
      [1000, 1000],
      [-1000, 1000],
    ];
    const board = boardOf({ platforms: [{ polygon: square, z: 3000, thickness: 0, rails: [] }] });
    expect(covered(board, body(1, 0, 0), Infinity)).toBe(true);
    expect(covered(board, body(1, 0, 0), 2000)).toBe(false);
    expect(covered(board, body(1, 0, 0, { at: at(3000) }), Infinity)).toBe(false);
  });

  it("are told to whoever cannot see them, each word once", () => {
    const told = described(
      body(1, 0, 0, {
        words: ["pinned"],
        badges: [{ sign: "P", title: "pinned", tone: "ill" }],
        counters: [{ title: "actions left", have: 1, of: 2, use: "spend" }],
      }),
      "Red",
      ["acts now"],
    );
    expect(told).toBe("Model 1, ganger, Red; pinned; actions left 1 of 2; acts now");
  });

  it("may be chosen if an option of a list names them", () => {
    const option = { answer: 7, label: "", who: 7, action: "", idle: false };
    const asked = { kind: "choose", options: [option, { ...option, who: -1 }], mover: -1 } as unknown as Asked;
    expect([...choosable(asked)]).toEqual([7]);
    for (const kind of ["path", "place", "face", "order", "allocate"] as const) expect(choosable({ ...asked, kind }).size).toBe(0);
    expect(choosable(null).size).toBe(0);
  });

  it("are the subject of a question that they move for, or act in", () => {
    const tableau = { bodies: [body(1, 0, 0), body(2, 0, 0)], units: [], actor: 2 } as unknown as Tableau;
    expect(subject({ mover: 1 } as Asked, tableau)?.id).toBe(1);
    expect(subject({ mover: -1 } as Asked, tableau)?.id).toBe(2);
    expect(subject({ mover: -1 } as Asked, null)).toBeNull();
  });
});

describe("labels", () => {
  const names = (bodies: Body[], more: Partial<LabelScene> = {}) => {
    const named = new Set(bodies.map((each) => each.id));
    return layLabels({ bodies, named, first: new Set(), under: () => 0, pixel: 20, quarters: 0, ...more }).names;
  };

  it("stand below a base where there is room", () => {
    expect(names([body(1, 0, 0)]).get(1)).toBe("below");
  });

  it("go to another side rather than over the name of a unit", () => {
    const written = [{ at: [0, 800] as [number, number], half: [2000, 200] as [number, number] }]; // thousandths below the base
    expect(names([body(1, 0, 0)], { written }).get(1)).toBe("right");
  });

  it("go to another side rather than over a base, however the board is turned", () => {
    const two = [body(1, 0, 0), body(2, 0, -1100)];
    expect(names(two).get(1)).toBe("right");
    expect(names(two, { quarters: 2 }).get(1)).toBe("below");
    const aside = [body(1, 0, 0), body(2, 1100, 0)]; // on the right: turned clockwise, below
    expect(names(aside).get(1)).toBe("below");
    expect(names(aside, { quarters: 1 }).get(1)).toBe("right");
    expect(names([...aside, body(3, 0, 1100)], { quarters: 1 }).get(1)).toBe("left");
  });

  it("are left out where there is no room at all, but for the one that is wanted", () => {
    const crowd = Array.from({ length: 49 }, (_, place) => body(place, (place % 7) * 1100, Math.floor(place / 7) * 1100));
    expect(names(crowd, { pixel: 60 }).has(24)).toBe(false);
    expect(names(crowd, { pixel: 60, first: new Set([24]) }).has(24)).toBe(true);
  });

  it("keep off what lies about, and off models that have no names", () => {
    const crate = { id: 9, at: { x: 0, y: -900, z: 0, radius: 300 } };
    expect(names([body(1, 0, 0)], { things: [crate] }).get(1)).toBe("right");
    expect(names([body(1, 0, 0), body(2, 0, -1100)], { named: new Set([1]) }).get(1)).toBe("right");
  });

  it("keep off badges where these are shown", () => {
    const small = { x: 0, y: 0, z: 0, fx: 0, fy: 1, radius: 200, height: 1250, posture: 3 };
    const hurt = body(1, 0, 0, { badges: [{ sign: "-1", title: "wounds lost", tone: "ill" }], at: small });
    const wall = body(2, 0, -800);
    expect(names([hurt, wall]).get(1)).toBe("right");
    expect(names([hurt, wall], { badged: () => true }).get(1)).toBe("left");
  });

  it("stay on the board", () => {
    const board = { width: 20000, depth: 20000 };
    expect(names([body(1, 600, 10000), body(2, 600, 8900)], { board }).get(1)).toBe("right");
    expect(names([body(1, 10000, 600)], { board, under: () => 8 }).get(1)).toBe("right");
  });

  it("of a target in a throng stand no farther off than whoever looks", () => {
    const throng = [[0, 0], [1600, 0], [-1600, 0], [0, 1100], [0, -1100], [0, -2200]].map(([x, y], id) => body(id, x!, y!));
    const aim = { eye: [0, -2200, 1000], against: [], needs: "2 dice, 5+" } as unknown as Aim;
    const sights = [{ mark: throng[0]!, aim, needs: aim.needs, pool: [] }];
    const { chips } = layLabels({ bodies: throng, named: new Set(), first: new Set(), under: () => 0, pixel: 60, quarters: 0, sights });
    expect(chips.get(0)![1]).toBeLessThanOrEqual(2200);
  });

  it("of targets that stand close together cover neither one another nor a base", () => {
    const bodies = [body(1, 0, 0), body(2, 1100, 0), body(3, 2200, 0), body(9, 1000, -20000)];
    const aim = { eye: [1000, -20000, 1000], against: [], needs: "2 dice, 5+" } as unknown as Aim;
    const sights = bodies.slice(0, 3).map((mark) => ({ mark, aim, needs: aim.needs, pool: [] }));
    const pixel = 60;
    const { chips } = layLabels({ bodies, named: new Set(), first: new Set(), under: () => 0, pixel, quarters: 0, sights });
    const unit = scaleOf(pixel, 3.2);
    const [wide, high] = [CHIP.width({ needs: aim.needs, pool: [] }) * unit, CHIP.height * unit];
    const places = sights.map(({ mark }) => [mark.at.x + chips.get(mark.id)![0], -mark.at.y + chips.get(mark.id)![1]] as const);
    places.forEach(([x, y], n) => {
      for (const [ox, oy] of places.slice(n + 1)) expect(Math.abs(x - ox) >= wide || Math.abs(y - oy) >= high).toBe(true);
      for (const { at: { x: bx, y: by } } of bodies) {
        expect(Math.abs(x - bx) >= wide / 2 + 499 || Math.abs(y + by) >= high / 2 + 499).toBe(true);
      }
    });
  });
});

describe("lines of sight", () => {
  it("are one for each target that is on the board, with the numbers of what may be aimed", () => {
    const aim = (target: number, needs: string, against: string[] = []) => ({ target, needs, against }) as unknown as Aim;
    const marks = new Map([body(1, 0, 0), body(2, 0, 0)].map((each) => [each.id, each]));
    const found = sightsOf([aim(1, "6+", ["No."]), aim(1, "4+"), aim(1, "5+"), aim(1, "4+"), aim(2, "3+", ["No."]), aim(3, "2+")], marks);
    expect(found.map(({ mark, needs, aim: best }) => [mark.id, needs, best.needs])).toEqual([
      [1, "4+ · 5+", "4+"],
      [2, "", "3+"],
    ]);
    const green = { name: "green", sides: 8, colour: "", symbols: [] };
    const [pool] = sightsOf([aim(1, "2 green dice")], marks, [green]);
    expect(pool!.pool).toEqual([green, green]);
    expect(CHIP.width(pool!)).toBeLessThan(CHIP.width({ needs: pool!.needs, pool: [] }));
  });
});

describe("the ruler", () => {
  it("measures from edge to edge, and says how much higher", () => {
    const found = measured({ x: 0, y: 0, z: 0, radius: 500 }, { x: 5000, y: 0, z: 3000, radius: 500 });
    expect(found.length).toBe(4000);
    expect(found.words).toBe('4", 3" up or down');
    expect(found.from).toEqual([500, 0]);
  });
});

describe("things", () => {
  it("have letters of their own", () => {
    expect([...letters(["crate", "casket", "crate", "chest"])]).toEqual([
      ["casket", "C"],
      ["chest", "H"],
      ["crate", "R"],
    ]);
  });

  it("are those of the position, or those that the board begins with", () => {
    const board = boardOf({ markers: [{ id: "a", kind: "casket", at: [1, 2, 3] }] });
    expect(thingsOf(board, null)[0]).toMatchObject({ key: "a", id: -1, kind: "casket" });
    expect(thingsOf(board, { things: [] } as unknown as Tableau)).toEqual([]);
  });

  it("belong to the highest level that is not above them", () => {
    expect([0, 2500, 3000, 9000].map((z) => tier([0, 3000, 6000], z))).toEqual([0, 0, 3000, 6000]);
  });
});

describe("gestures", () => {
  function hands(held = false) {
    const heard: string[] = [];
    const on: Handlers = {
      begin: () => held,
      drag: (x, y) => void heard.push(`drag ${x} ${y}`),
      end: () => void heard.push("end"),
      pan: (x, y) => void heard.push(`pan ${x} ${y}`),
      pinch: (x, y, factor) => void heard.push(`pinch ${x} ${y} ${factor}`),
      press: (x, y, { finger, aside }) => void heard.push(`press ${x} ${y}${finger ? " finger" : ""}${aside ? " aside" : ""}`),
      hold: () => void heard.push("hold"),
      hover: (x, y) => void heard.push(`hover ${x} ${y}`),
      leave: () => void heard.push("leave"),
    };
    return { heard, gestures: new Gestures(on) };
  }

  function event(type: string, x: number, y: number, more: Partial<PointerEvent> = {}): PointerEvent {
    const currentTarget = { getBoundingClientRect: () => ({ left: 10, top: 0 }), setPointerCapture() {} };
    return { type, clientX: x + 10, clientY: y, pointerId: 1, pointerType: "mouse", button: 0, shiftKey: false, target: null, currentTarget, ...more } as unknown as PointerEvent;
  }

  it("press where the pointer hardly moves, and pan where it does", () => {
    const { heard, gestures } = hands();
    gestures.onPointerDown(event("pointerdown", 5, 5));
    gestures.onPointerMove(event("pointermove", 6, 7));
    gestures.onPointerUp(event("pointerup", 6, 7));
    gestures.onPointerDown(event("pointerdown", 5, 5));
    gestures.onPointerMove(event("pointermove", 25, 5));
    gestures.onPointerMove(event("pointermove", 30, 10));
    gestures.onPointerUp(event("pointerup", 30, 10));
    expect(heard).toEqual(["press 6 7", "pan 20 0", "pan 5 5"]);
  });

  it("drag what was taken hold of", () => {
    const { heard, gestures } = hands(true);
    gestures.onPointerDown(event("pointerdown", 5, 5));
    gestures.onPointerMove(event("pointermove", 25, 5));
    gestures.onPointerUp(event("pointerup", 25, 5));
    expect(heard).toEqual(["drag 25 5", "end"]);
  });

  it("pinch with two fingers, and press nothing after", () => {
    const { heard, gestures } = hands();
    const finger = (id: number) => ({ pointerType: "touch", pointerId: id });
    gestures.onPointerDown(event("pointerdown", 0, 0, finger(1)));
    gestures.onPointerDown(event("pointerdown", 100, 0, finger(2)));
    gestures.onPointerMove(event("pointermove", 200, 0, finger(2)));
    gestures.onPointerUp(event("pointerup", 200, 0, finger(2)));
    gestures.onPointerUp(event("pointerup", 0, 0, finger(1)));
    expect(heard).toEqual(["pan 50 0", "pinch 100 0 2"]);
  });

  it("look aside with the other button, and hover without any", () => {
    const { heard, gestures } = hands();
    gestures.onPointerMove(event("pointermove", 1, 2));
    gestures.onPointerDown(event("pointerdown", 5, 5, { button: 2 }));
    gestures.onPointerUp(event("pointerup", 5, 5, { button: 2 }));
    gestures.onPointerLeave(event("pointerleave", 0, 0));
    expect(heard).toEqual(["hover 1 2", "press 5 5 aside", "leave"]);
  });
});

describe("a board", () => {
  const square: [number, number][] = [
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 9],
  ];
  const deck = { polygon: square, z: 3, thickness: 0, rails: [] };
  const board = boardOf({
    obstacles: [{ polygon: square, z: 0, height: 1 }],
    walls: [{ points: square, z: 0, height: 3 }],
    platforms: [{ ...deck, z: 5 }, { ...deck, flimsy: true }],
    links: [3, 5].map((z) => ({ kind: 1, foot: [1, 1, 0], top: [1, 1, z], width: 1 })),
  });

  it("loses what has vanished, by its number, and what led up to it", () => {
    const left = leftOf(board, [1]);
    expect([left.obstacles.length, left.walls.length]).toEqual([1, 1]);
    expect(left.platforms.map((each) => each.z)).toEqual([5]);
    expect(left.links.map((each) => each.top[2])).toEqual([5]);
    expect(leftOf(board, [0]).obstacles).toEqual([]);
    expect(leftOf(board, [])).toBe(board);
  });
});
