/** The board's file as the server sends it (see docs/boards.md): what never changes during a battle. */

import { contains, type Point, type XY } from "./geometry";

export interface Platform {
  polygon: XY[];
  z: number;
  thickness: number;
  rails: number[];
  flimsy?: boolean;
}

export interface Wall {
  points: XY[];
  z: number;
  height: number;
  flimsy?: boolean;
}

export interface Block {
  polygon: XY[];
  z: number;
  height: number;
  top: boolean;
  flimsy?: boolean;
}

export interface Obstacle {
  polygon: XY[];
  z: number;
  height: number;
}

export interface Area {
  polygon: XY[];
  z: number;
  height: number;
  kind: string;
}

/** A ladder (1), stairs (2) or a ramp (3). */
export interface Link {
  kind: number;
  foot: Point;
  top: Point;
  width: number;
}

export interface Door {
  id: string;
  line: [number, number, number, number];
  z: number;
  height: number;
  state: string;
  terminals: Point[];
}

export interface Ductway {
  id: string;
  ends: [Point, Point];
  firing_port: boolean;
}

export interface Lift {
  id: string;
  polygon: XY[];
  levels: number[];
}

export interface Marker {
  id: string;
  kind: string;
  at: Point;
}

export interface Zone {
  name: string;
  polygon: XY[];
}

export interface BoardData {
  id: string;
  title: string;
  summary: string;
  width: number;
  depth: number;
  platforms: Platform[];
  walls: Wall[];
  blocks: Block[];
  obstacles: Obstacle[];
  areas: Area[];
  links: Link[];
  doors: Door[];
  ductways: Ductway[];
  lifts: Lift[];
  markers: Marker[];
  zones: Zone[];
}

export const LADDER = 1;
export const STAIRS = 2;
export const RAMP = 3;

const LISTS = [
  "platforms",
  "walls",
  "blocks",
  "obstacles",
  "areas",
  "links",
  "doors",
  "ductways",
  "lifts",
  "markers",
  "zones",
] as const;

/** A board as it came over the wire, with a list for every kind of piece. */
export function boardOf(raw: Record<string, unknown>): BoardData {
  const found: Record<string, unknown> = { id: "", title: "", summary: "", width: 0, depth: 0, ...raw };
  for (const list of LISTS) found[list] ??= [];
  return found as unknown as BoardData;
}

/**
 * A board without those of its pieces that have vanished, and without what led up to them.  They are numbered: the
 * obstacles, then what is flimsy of the walls, blocks and platforms.
 */
export function leftOf(board: BoardData, gone: readonly number[]): BoardData {
  if (!gone.length) return board;
  const flimsy = [...board.walls, ...board.blocks, ...board.platforms].filter((piece) => piece.flimsy);
  const breakable: object[] = [...board.obstacles, ...flimsy];
  const stays = (piece: object) => !gone.includes(breakable.indexOf(piece));
  const left = {
    ...board,
    obstacles: board.obstacles.filter(stays),
    walls: board.walls.filter(stays),
    blocks: board.blocks.filter(stays),
    platforms: board.platforms.filter(stays),
  };
  const carries = (on: BoardData, [x, y, z]: Point) => floorsAt(on, x, y).includes(z);
  const leads = (end: Point) => carries(left, end) || !carries(board, end);
  return { ...left, links: board.links.filter((link) => leads(link.foot) && leads(link.top)) };
}

/** The heights at which one can stand on this board, the ground first. */
export function levelsOf(board: BoardData): number[] {
  const floors = [
    0,
    ...board.platforms.map((platform) => platform.z),
    ...board.blocks.filter((block) => block.top).map((block) => block.z + block.height),
  ];
  return [...new Set(floors)].sort((a, b) => a - b);
}

/** The level that a height belongs to: the highest that is not above it. */
export function tier(levels: readonly number[], z: number): number {
  return levels.filter((level) => level <= z).at(-1) ?? 0;
}

/** The heights of all floors under a point, the lowest first.  The ground is one. */
export function floorsAt(board: BoardData, x: number, y: number): number[] {
  const heights = new Set<number>([0]);
  for (const platform of board.platforms) if (contains(platform.polygon, x, y)) heights.add(platform.z);
  for (const block of board.blocks) if (block.top && contains(block.polygon, x, y)) heights.add(block.z + block.height);
  for (const lift of board.lifts) if (contains(lift.polygon, x, y)) for (const level of lift.levels) heights.add(level);
  return [...heights].sort((a, b) => a - b);
}

/** The highest floor under a point that is not above `upTo`. */
export function floorAt(board: BoardData, x: number, y: number, upTo = Infinity): number {
  return (
    floorsAt(board, x, y)
      .filter((z) => z <= upTo)
      .at(-1) ?? 0
  );
}
