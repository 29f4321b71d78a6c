import { beforeEach, describe, expect, it } from "vitest";
import { Camera } from "./camera";

let camera: Camera;

beforeEach(() => {
  camera = new Camera({ width: 36000, depth: 24000 }, { width: 800, height: 600 }, { top: 0, right: 0, bottom: 0, left: 0 });
  camera.fit();
});

describe("the camera", () => {
  it("shows the whole board, its far edge above its near one", () => {
    expect(camera.toScreen(0, 0)[0]).toBeCloseTo(0);
    expect(camera.toScreen(36000, 0)[0]).toBeCloseTo(800);
    expect(camera.toScreen(0, 24000)[1]).toBeLessThan(camera.toScreen(0, 0)[1]);
  });

  it("finds back from a pixel to the point, whichever way the board is turned", () => {
    for (let quarter = 0; quarter < 4; quarter++) {
      const [px, py] = camera.toScreen(12345, 6789);
      expect(camera.toBoard(px, py)).toEqual([12345, 6789]);
      camera.rotate(1);
    }
  });

  it("keeps what is under the pointer there while it zooms", () => {
    camera.zoomAt(700, 500, 1.3);
    const before = camera.toBoard(200, 150);
    camera.zoomAt(200, 150, 1.7);
    const after = camera.toBoard(200, 150);
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(2);
  });

  it("zooms neither out of sight nor into a single point", () => {
    camera.zoomAt(400, 300, 1e9);
    expect(camera.scale).toBeLessThan(1);
    camera.zoomAt(400, 300, 1e-9);
    expect(camera.shown().width).toBeGreaterThan(300);
  });

  it("never loses the board", () => {
    camera.panBy(1e6, -1e6);
    const box = camera.shown();
    expect(box.x).toBeLessThan(800);
    expect(box.y + box.height).toBeGreaterThan(0);
  });

  it("shows the whole board again when it is turned, if it was shown", () => {
    camera.rotate(1);
    const box = camera.shown();
    expect(box.y).toBeCloseTo(0);
    expect(box.height).toBeCloseTo(600);
    expect(box.width).toBeCloseTo(400);
  });

  it("turns clockwise about the middle of the screen", () => {
    camera.zoomAt(300, 200, 2);
    const before = camera.toBoard(400, 300);
    camera.rotate(1);
    expect(camera.toBoard(400, 300)).toEqual(before);
    const [px, py] = camera.toScreen(before[0], before[1] + 1000); // what was above is now on the right
    expect(px).toBeGreaterThan(400);
    expect(py).toBeCloseTo(300);
    camera.rotate(-2); // and now on the left
    expect(camera.toScreen(before[0], before[1] + 1000)[0]).toBeLessThan(400);
    camera.rotate(1);
    expect(camera.quarters).toBe(0);
  });

  it("reads directions of the screen as those of the board", () => {
    expect(camera.toWay(0, -1)).toEqual([0, 1]);
    camera.rotate(1);
    expect(camera.toWay(0, -1)).toEqual([-1, 0]);
    const [x, y] = camera.toScreen(10000, 10000);
    const [ux, uy] = camera.toWay(0, -1);
    const [nx, ny] = camera.toScreen(10000 + ux * 1000, 10000 + uy * 1000);
    expect(nx).toBeCloseTo(x);
    expect(ny).toBeLessThan(y);
  });

  it("writes the matrix that does the same", () => {
    camera.rotate(1);
    camera.panBy(13, -7);
    const [a, b, c, d, e, f] = camera.matrix.slice(7, -1).split(" ").map(Number) as [number, number, number, number, number, number];
    const [x, y] = [9000, -4000]; // on the page
    const [px, py] = camera.toScreen(9000, 4000);
    expect(a * x + c * y + e).toBeCloseTo(px, 1);
    expect(b * x + d * y + f).toBeCloseTo(py, 1);
  });

  it("changes the size of a pixel in steps", () => {
    const before = camera.pixel;
    camera.zoomAt(400, 300, 1.02);
    expect(camera.pixel).toBe(before);
    camera.zoomAt(400, 300, 2);
    expect(camera.pixel).toBeLessThan(before);
  });
});

describe("what is free of the screen", () => {
  const camera = () => {
    const made = new Camera({ width: 48000, depth: 24000 }, { width: 400, height: 500 }, { top: 20, right: 10, bottom: 20, left: 10 });
    made.fit();
    return made;
  };

  it("is filled by a board that is larger, wherever a model of its border is brought to", () => {
    const close = camera();
    close.zoomAt(200, 250, 6);
    for (const [x, y] of [[0, 0], [48000, 24000], [48000, 0], [24000, 12000]] as const) {
      close.centre(x, y);
      close.settle();
      const box = close.shown();
      expect(box.x).toBeLessThanOrEqual(10.001);
      expect(box.x + box.width).toBeGreaterThanOrEqual(389.999);
      expect(box.y).toBeLessThanOrEqual(20.001);
      expect(box.y + box.height).toBeGreaterThanOrEqual(479.999);
      const [px, py] = close.toScreen(x, y);
      expect(px >= 9.999 && px <= 390.001 && py >= 19.999 && py <= 480.001).toBe(true);
    }
  });

  it("has a smaller board in its middle", () => {
    const whole = camera();
    whole.centre(0, 0);
    whole.settle();
    const box = whole.shown();
    expect(box.x + box.width / 2).toBeCloseTo(200);
    expect(box.y + box.height / 2).toBeCloseTo(250);
  });

  it("leaves alone what lies well", () => {
    const close = camera();
    close.zoomAt(200, 250, 6);
    const before = close.matrix;
    close.settle();
    expect(close.matrix).toBe(before);
  });
});
