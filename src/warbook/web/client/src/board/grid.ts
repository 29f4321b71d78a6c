/** Grid: the cells that a game is played on, as they are drawn and as a click means one of them. */

import type { BoardGrid } from "../protocol.gen";
import { ring, type XY } from "./geometry";

/** How far the middles of two rows are apart. */
const pitch = (grid: BoardGrid): number => (grid.shape === "square" ? grid.cell : Math.floor(Math.sqrt((3 * grid.cell * grid.cell) / 4)));
/** From the middle of a hexagon to its corners. */
const reach = (grid: BoardGrid): number => Math.floor(Math.sqrt((grid.cell * grid.cell) / 3));

/** The middle of a cell. */
export function centre(grid: BoardGrid, column: number, row: number): XY {
  const half = grid.cell / 2;
  if (grid.shape === "square") return [grid.x + column * grid.cell + half, grid.y + row * grid.cell + half];
  return [grid.x + ((2 * column + 1 + (row % 2)) * grid.cell) / 2, grid.y + reach(grid) + row * pitch(grid)];
}

/** The corners of the cell about a middle. */
export function cornersAbout(grid: BoardGrid, [x, y]: XY): XY[] {
  const half = grid.cell / 2;
  if (grid.shape === "square")
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
  const [high, low] = [reach(grid), pitch(grid) - reach(grid)];
  return [
    [x, y - high],
    [x + half, y - low],
    [x + half, y + low],
    [x, y + high],
    [x - half, y + low],
    [x - half, y - low],
  ];
}

/** The outlines of all cells, as the data of one path. */
export function gridPath(grid: BoardGrid): string {
  if (grid.shape === "square") {
    const [east, north] = [grid.x + grid.columns * grid.cell, grid.y + grid.rows * grid.cell];
    let found = "";
    for (let n = 0; n <= grid.columns; n++) found += `M${grid.x + n * grid.cell} ${-grid.y}V${-north}`;
    for (let n = 0; n <= grid.rows; n++) found += `M${grid.x} ${-(grid.y + n * grid.cell)}H${east}`;
    return found;
  }
  let found = "";
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++) found += ring(cornersAbout(grid, centre(grid, column, row)));
  return found;
}

/** What a cell is called: its column and its row, counted from the south-west, from 1. */
export function cellOf(grid: BoardGrid, x: number, y: number): [number, number] | null {
  let best: [number, number] | null = null;
  let least = Infinity;
  const row = grid.shape === "square" ? Math.floor((y - grid.y) / grid.cell) : Math.round((y - grid.y - reach(grid)) / pitch(grid));
  for (const r of [row - 1, row, row + 1]) {
    const shift = grid.shape === "hex" && r % 2 ? grid.cell / 2 : 0;
    const column = Math.floor((x - grid.x - shift) / grid.cell);
    if (r < 0 || r >= grid.rows || column < 0 || column >= grid.columns) continue;
    const [cx, cy] = centre(grid, column, r);
    const far = Math.hypot(cx - x, cy - y);
    if (far < least) [best, least] = [[column + 1, r + 1], far];
  }
  return best;
}
