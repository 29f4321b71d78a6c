/** Areas: which colour and which pattern the kinds of ground have. */

const COLOURS: Record<string, string> = {
  difficult: "var(--area-difficult)",
  dangerous: "var(--area-dangerous)",
  impassable: "var(--area-impassable)",
  pitfall: "var(--area-pit)",
  dark: "var(--area-dark)",
  light: "var(--area-light)",
  dense: "var(--area-dense)",
  sludge: "var(--area-sludge)",
  water: "var(--area-water)",
};

export function colourOf(kind: string): string {
  return COLOURS[kind] ?? "var(--area-other)";
}

/** The id of a kind's pattern. */
export function patternOf(kind: string): string {
  return `area-${kind.replace(/[^a-zA-Z0-9]/g, "-")}`;
}

/** Stripes for a kind that has no pattern of its own: slant and spacing by its name. */
export function stripesOf(kind: string): { slant: number; gap: number } {
  let sum = 0;
  for (const letter of kind) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0;
  return { slant: [45, -45, 20, -20, 70, -70][sum % 6]!, gap: 420 + (Math.floor(sum / 6) % 3) * 140 };
}
