// Whether there is room beside the board: on a phone there is not.

const query = matchMedia("(min-width: 761px) and (min-height: 501px)");

class Screen {
  wide = $state(query.matches);

  constructor() {
    query.addEventListener("change", () => (this.wide = query.matches));
  }
}

export const screen = new Screen();
