/**
 * Plane geometry for drawing.  Lengths are thousandths of an inch; `y` grows upwards in the data and downwards on the
 * page, so that a page's coordinates are `(x, -y)`: this module is the only place that turns it over.
 *
 * Nothing here decides a rule: whatever is legal, and how long a way is, the server says.
 */


export type XY = [number, number];
export type Point = [number, number, number];

export interface Disc {
  x: number;
  y: number;
  z: number;
  radius: number;
}

export const INCH = 1000;

// ---- to the page ------------------------------------------------------------------------------------------------------

/** Points of the board as the corners of an SVG element. */
export function corners(points: readonly (readonly number[])[]): string {
  return points.map((point) => `${point[0]},${-point[1]!}`).join(" ");
}

/** An open line through points, as the data of a path. */
export function line(points: readonly (readonly number[])[]): string {
  return points.length ? "M" + points.map((point) => `${point[0]} ${-point[1]!}`).join("L") : "";
}

/** A closed ring of points, as the data of a path. */
export function ring(points: readonly (readonly number[])[]): string {
  return points.length ? `${line(points)}Z` : "";
}

/** A closed ring whose corners are rounded by at most `most`: what was found on a lattice need not look like stairs. */
export function rounded(points: readonly (readonly number[])[], most: number): string {
  const count = points.length;
  if (count < 3) return ring(points);
  let found = "";
  for (let i = 0; i < count; i++) {
    const corner = points[i]!;
    const before = partway(corner, points[(i + count - 1) % count]!, most);
    const after = partway(corner, points[(i + 1) % count]!, most);
    found += `${found ? "L" : "M"}${before[0]} ${-before[1]}Q${corner[0]} ${-corner[1]!} ${after[0]} ${-after[1]}`;
  }
  return `${found}Z`;
}

/** The point at most so far from one on the way to another, and at most half way. */
function partway(from: readonly number[], to: readonly number[], most: number): XY {
  const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
  const share = Math.min(0.5, most / (Math.hypot(dx, dy) || 1));
  return [Math.round(from[0]! + dx * share), Math.round(from[1]! + dy * share)];
}

/** A circle as the data of a path, so that it can be one shape with others. */
export function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${-y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

export interface OutlineData {
  circles?: readonly (readonly number[])[];
  rings?: readonly (readonly [number, readonly (readonly number[])[]])[];
}

/** An outline as one path for the non-zero rule: what lies in any of its circles and rings, whichever way these run. */
export function unionPath(outline: OutlineData): string {
  const rings = (outline.rings ?? []).map(([, points]) => (area(points) < 0 ? [...points].reverse() : points));
  return (outline.circles ?? []).map((each) => circle(each[0]!, each[1]!, each[3]!)).join("") + rings.map(ring).join("");
}

/** Points between which all of an outline lies. */
export function extremes(outline: OutlineData): XY[] {
  const round = (outline.circles ?? []).flatMap(([x, y, , r]): XY[] => [[x! - r!, y! - r!], [x! + r!, y! + r!]]);
  return [...round, ...(outline.rings ?? []).flatMap(([, points]) => points.map(([x, y]): XY => [x!, y!]))];
}

/** Twice the area of a ring, negative where it runs clockwise. */
function area(points: readonly (readonly number[])[]): number {
  return points.reduce((sum, [x, y], place) => {
    const [nx, ny] = points[(place + 1) % points.length]!;
    return sum + x! * ny! - nx! * y!;
  }, 0);
}

const ROUNDING = 350;

/** A region up to a height, as one path for the non-zero rule: what can be reached on any of its floors.  Of one height a
 * ring in another is a hole; it runs the other way, so that it takes away what is at its own height alone. */
export function regionPath(outline: OutlineData, upTo: number): string {
  const circles = (outline.circles ?? []).filter((each) => each[2]! <= upTo);
  const rings = (outline.rings ?? []).filter(([z]) => z <= upTo);
  const turned = rings.map(([z, points]) => {
    const [x, y] = points[0] ?? [0, 0];
    const around = rings.filter(([at, other]) => at === z && other !== points && contains(other, x!, y!)).length;
    const hole = around % 2 === 1;
    return area(points) < 0 === hole ? points : [...points].reverse();
  });
  return (
    circles.map((each) => circle(each[0]!, each[1]!, each[3]!)).join("") +
    turned.map((points) => rounded(points, ROUNDING)).join("")
  );
}

// ---- where things are -------------------------------------------------------------------------------------------------

/** Whether a ring of points, convex or not, contains a point. */
export function contains(polygon: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i] as XY;
    const [bx, by] = polygon[j] as XY;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Whether an outline, by the even-odd rule, holds a point at a height. */
export function holds(outline: OutlineData, x: number, y: number, z: number): boolean {
  const rings = (outline.rings ?? []).filter((each) => each[0] === z && contains(each[1], x, y)).length;
  const circles = (outline.circles ?? []).filter(
    (each) => each[2] === z && Math.hypot(x - each[0]!, y - each[1]!) <= each[3]!,
  );
  return (rings + circles.length) % 2 === 1;
}

/** The distance between the edges of two discs in plan, 0 where they touch or overlap. */
export function gap(a: Disc, b: Disc): number {
  return Math.max(0, Math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius);
}

/** The point of a disc's rim towards a point; the disc's centre where both are the same. */
export function rimTowards(disc: Disc, x: number, y: number): XY {
  const [dx, dy] = [x - disc.x, y - disc.y];
  const length = Math.hypot(dx, dy);
  return length ? [disc.x + (dx * disc.radius) / length, disc.y + (dy * disc.radius) / length] : [disc.x, disc.y];
}

/** The middle of the corners of a ring. */
export function middle(points: readonly (readonly number[])[]): XY {
  const count = points.length || 1;
  return [points.reduce((sum, p) => sum + p[0]!, 0) / count, points.reduce((sum, p) => sum + p[1]!, 0) / count];
}

/** The smallest convex ring around points, counter-clockwise. */
export function hull(points: readonly (readonly number[])[]): XY[] {
  const sorted = points.map((p) => [p[0], p[1]] as XY).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  return [...half(sorted), ...half([...sorted].reverse())];
}

function half(points: XY[]): XY[] {
  const kept: XY[] = [];
  for (const point of points) {
    while (kept.length > 1 && turn(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

function turn(a: XY, b: XY, c: XY): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** What a body that is lifted off the page throws on it: its ring and the ring's shadow, as one. */
export function shadow(polygon: readonly XY[], drop: number): XY[] {
  return hull([...polygon, ...polygon.map(([x, y]) => [x + drop, y - drop] as XY)]);
}

/** The lines that join discs to one another with the least length in all: pairs of their places in the list. */
export function spanning(discs: readonly { x: number; y: number }[]): [number, number][] {
  const found: [number, number][] = [];
  const joined = new Set([0]);
  while (joined.size < discs.length) {
    let best: [number, number] | null = null;
    let least = Infinity;
    for (const from of joined) {
      discs.forEach((disc, to) => {
        const far = Math.hypot(disc.x - discs[from]!.x, disc.y - discs[from]!.y);
        if (!joined.has(to) && far < least) [best, least] = [[from, to], far];
      });
    }
    if (!best) break;
    joined.add(best[1]);
    found.push(best);
  }
  return found;
}

// ---- directions -------------------------------------------------------------------------------------------------------

/** Sixteen directions, counter-clockwise from east: whole vectors, as the referee writes them. */
export const ROUND: readonly XY[] = [
  [1, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 1],
  [-1, 2],
  [-1, 1],
  [-2, 1],
  [-1, 0],
  [-2, -1],
  [-1, -1],
  [-1, -2],
  [0, -1],
  [1, -2],
  [1, -1],
  [2, -1],
];

/** The place in `ROUND` that is nearest to a direction. */
export function nearestWind(fx: number, fy: number): number {
  let best = 0;
  let most = -Infinity;
  ROUND.forEach(([x, y], place) => {
    const cosine = (x * fx + y * fy) / Math.hypot(x, y);
    if (cosine > most) [best, most] = [place, cosine];
  });
  return best;
}

/** The next of the sixteen directions: `steps` more counter-clockwise. */
export function turned(fx: number, fy: number, steps: number): XY {
  return [...ROUND[(nearestWind(fx, fy) + steps + 16) % 16]!] as XY;
}

/** The direction from one point to another in whole numbers; null where they are the same point. */
export function facingTo(from: readonly number[], to: readonly number[]): XY | null {
  const [dx, dy] = [Math.round(to[0]! - from[0]!), Math.round(to[1]! - from[1]!)];
  return dx || dy ? [dx, dy] : null;
}

/** A direction as degrees on the page, clockwise from the right, for a rotation. */
export function degrees(fx: number, fy: number): number {
  return (Math.atan2(-fy, fx) * 180) / Math.PI;
}

/** The part of a disc about the origin from one direction counter-clockwise to another, all of it where they are the
 * same: the disc and its rim as the data of paths, and the middle of the rim. */
export function sweep(right: XY, left: XY, radius: number): { d: string; rim: string; middle: XY } {
  const [from, to] = [Math.atan2(right[1], right[0]), Math.atan2(left[1], left[0])];
  const wide = (to - from + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
  const rim = (angle: number): XY => [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
  const [start, end, middle] = [rim(from), rim(to), rim(from + wide / 2)];
  if (wide === 2 * Math.PI) return { d: circle(0, 0, radius), rim: circle(0, 0, radius), middle };
  const rest = `${start[0]} ${-start[1]}A${radius} ${radius} 0 ${wide > Math.PI ? 1 : 0} 0 ${end[0]} ${-end[1]}`;
  return { d: `M0 0L${rest}Z`, rim: `M${rest}`, middle };
}

/** How far what is laid at a point must be moved, right and down on a page that is turned by so many quarters, to lie on
 * the board: `from` is the share of its size, across and down, that lies before the point. */
export function onto(board: { width: number; depth: number }, quarters: number, point: XY, size: XY, from: XY): XY {
  const [cos, sin] = ([[1, 0], [0, 1], [-1, 0], [0, -1]] as const)[((quarters % 4) + 4) % 4]!;
  const page = (x: number, y: number): XY => [x * cos + y * sin, x * sin - y * cos];
  const [here, near, away] = [page(...point), page(0, 0), page(board.width, board.depth)];
  const moved = ([0, 1] as const).map((axis) => {
    const least = here[axis] - size[axis] * from[axis];
    const [low, high] = [Math.min(near[axis], away[axis]), Math.max(near[axis], away[axis])];
    return Math.round(Math.max(0, low - least) + Math.min(0, high - (least + size[axis])));
  });
  return [moved[0]!, moved[1]!];
}

/** By how many degrees something turns to the left from one direction to another, at most half round; 180 where it turns
 * right about. */
export function turnBetween(from: XY, to: XY): number {
  const [cross, dot] = [from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]];
  return (Math.atan2(cross, dot) * 180) / Math.PI;
}

/** The body, other than one, that lies nearest in one of the four directions of the page (`dx`, `dy` as on the board). */
export function neighbour<T extends { x: number; y: number }>(
  from: T,
  others: readonly T[],
  dx: number,
  dy: number,
): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const other of others) {
    const [x, y] = [other.x - from.x, other.y - from.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    const far = ahead + 2 * aside;
    if (other !== from && ahead > 0 && aside <= 2 * ahead && far < least) [best, least] = [other, far];
  }
  return best;
}
