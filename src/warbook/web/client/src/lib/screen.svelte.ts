// Whether there is room beside the board: on a phone there is not.  The exact opposite of what the style
// sheets ask, `(max-width: 760px), (max-height: 500px)`: a zoomed window can be 760.5 pixels wide.

const query = matchMedia("(width > 760px) and (height > 500px)");

class Screen {
  wide = $state(query.matches);

  constructor() {
    query.addEventListener("change", () => (this.wide = query.matches));
  }
}

export const screen = new Screen();
