/** Terrain in words: what stands on the board and where, piece by piece, for those who do not see it. */

import { inches } from "../lib/numbers";
import type { BoardGrid } from "../protocol.gen";
import type { Point, XY } from "./geometry";
import { cellOf } from "./grid";
import { groundWords, placeWords } from "./places";
import type { Area, Block, BoardData, Door, Ductway, Lift, Link, Obstacle, Platform, Wall } from "./terrain";
import { words } from "./texts";

const BESIDE = 10; // thousandths of an inch from a border to the cell beside it

const { ground } = words;
const raised = (z: number): string => (z > 0 ? `, ${words.body.up(inches(z))}` : "");

/** Where a line runs: between which cells of a grid, or from corner to corner. */
function lineWords(cells: BoardGrid | null, points: readonly XY[]): string {
  const borders = cells ? points.slice(1).map((to, n) => borderWords(cells, points[n]!, to)) : [""];
  return borders.every(Boolean) ? borders.join("; ") : ground.line(points.map(([x, y]) => placeWords(cells, x, y)));
}

/** Which squares a straight stretch parts; empty where it parts none. */
function borderWords(cells: BoardGrid, [ax, ay]: XY, [bx, by]: XY): string {
  const upright = ax === bx;
  if (cells.shape !== "square" || (!upright && ay !== by)) return "";
  const [from, to] = (upright ? [ay, by] : [ax, bx]).sort((a, b) => a - b) as XY;
  const beside = (along: number, aside: number) => (upright ? cellOf(cells, ax + aside, along) : cellOf(cells, along, ay + aside));
  const found = [beside((from + to) / 2, -BESIDE), beside((from + to) / 2, BESIDE), beside(from + BESIDE, BESIDE), beside(to - BESIDE, BESIDE)];
  const [before, after, first, last] = found.map((cell) => cell && (upright ? cell : ([cell[1], cell[0]] as XY)));
  if (!before || !after || !first || !last || before[0] === after[0]) return "";
  return (upright ? ground.columns : ground.rows)([before[0], after[0]], [first[1], last[1]]);
}

const said = (what: string, where: string): string => `${what}; ${where}`;
const point = (cells: BoardGrid | null, [x, y, z]: Point): string => placeWords(cells, x, y, z);

export const floorWords = (cells: BoardGrid | null, each: Platform): string => said(ground.floor(inches(each.z)), groundWords(cells, each.polygon));
export const blockWords = (cells: BoardGrid | null, each: Block): string => said(ground.block(inches(each.z + each.height)), groundWords(cells, each.polygon));
export const areaWords = (cells: BoardGrid | null, each: Area): string => said(each.kind, groundWords(cells, each.polygon));
export const wallWords = (cells: BoardGrid | null, each: Wall): string =>
  said(ground.high(words.legend.wall, inches(each.height)), lineWords(cells, each.points) + raised(each.z));
export const obstacleWords = (cells: BoardGrid | null, each: Obstacle): string =>
  said(ground.high(words.legend.obstacle, inches(each.height)), groundWords(cells, each.polygon) + raised(each.z));
export const linkWords = (cells: BoardGrid | null, each: Link): string =>
  said(words.legend.links[each.kind] ?? "", ground.rises(point(cells, each.foot), point(cells, each.top)));
export const ductWords = (cells: BoardGrid | null, each: Ductway): string =>
  said(each.firing_port ? words.legend.port : words.legend.duct, ground.line(each.ends.map((end) => point(cells, end))));
export const liftWords = (cells: BoardGrid | null, each: Lift): string =>
  said(words.legend.lift, [groundWords(cells, each.polygon), ground.stops(each.levels.map((z) => inches(z)))].join(", "));
export const doorWords = (cells: BoardGrid | null, each: Door, state: string): string => {
  const [ax, ay, bx, by] = each.line;
  return said(words.legend.door(state), lineWords(cells, [[ax, ay], [bx, by]]) + raised(each.z));
};

/** All pieces of a board, kind by kind, but those of the kinds that the game names among its things. */
export function terrainWords(board: BoardData, cells: BoardGrid | null, doors: Record<string, string>, named: ReadonlySet<string>): string[] {
  return [
    ...board.platforms.map((each) => floorWords(cells, each)),
    ...board.blocks.map((each) => blockWords(cells, each)),
    ...board.walls.map((each) => wallWords(cells, each)),
    ...(named.has("door") ? [] : board.doors.map((each) => doorWords(cells, each, doors[each.id] ?? each.state))),
    ...board.links.map((each) => linkWords(cells, each)),
    ...board.obstacles.map((each) => obstacleWords(cells, each)),
    ...(named.has("lift") ? [] : board.lifts.map((each) => liftWords(cells, each))),
    ...(named.has("ductway") ? [] : board.ductways.map((each) => ductWords(cells, each))),
    ...board.areas.map((each) => areaWords(cells, each)),
  ];
}
