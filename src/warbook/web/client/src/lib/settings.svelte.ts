// What a person likes about the page.  Kept in this browser.

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "less";
export type Care = "touch" | "always" | "never";

interface Kept {
  name: string;
  theme: Theme;
  motion: Motion;
  sounds: boolean;
  notices: boolean;
  /** When an answer is looked at once more before it is given. */
  care: Care;
  /** Whether the models are shown as a list instead of the board. */
  list: boolean;
}

const KEY = "warbook.settings";
const USUAL: Kept = { name: "", theme: "auto", motion: "auto", sounds: false, notices: false, care: "touch", list: false };

function stored(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings: Kept = $state(stored());

/** Keep what is set, and dress the page in it, as long as the page is there. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset["theme"] = settings.theme;
    root.dataset["motion"] = settings.motion;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // A browser that keeps nothing: the settings count until the page is closed.
    }
  });
}

/** Whether things should move. */
export function moving(): boolean {
  if (settings.motion !== "auto") return settings.motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
