// All that the pages say, in one place: a language is a catalogue of this shape.  What the referee says comes from the
// server.
//
// long: one table of words, which a translator reads from top to bottom

const YOU = "You";
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const either = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

type Hint = (started: boolean, turns: boolean) => string;

const path: Hint = (started, turns) =>
  started ? `Add a point, ${turns ? "turn, " : ""}or confirm.` : "Point to where it moves; every point adds a leg.";
const place: Hint = (started, turns) =>
  started ? `Move it${turns ? ", turn it" : ""}, or confirm.` : "Point to where it is placed.";
const spot: Hint = (started) => (started ? "Drag it, or confirm." : "Point to where it is aimed.");
const march = (started: boolean, held: string): string =>
  held ? `Point to where ${held} goes by itself.` : started ? "Drag one of them to place it by itself, or confirm." : "Point to where the first of them goes; the rest follow.";
const alone = (started: boolean): string => (started ? "Move it, or confirm." : "Point to where it goes.");
const muster = (started: boolean, held: string): string =>
  held ? `Point to where ${held} stands.` : started ? "Drag one of them to place it by itself, or confirm." : "Point to where they stand; the first of them is put there.";
const face: Hint = (started) => (started ? "Turn again, or confirm." : "Point or drag to where it faces.");

const en = {
  language: "en",
  name: "Warbook",
  close: "Close",
  menu: "Menu",
  board: "The board",
  panels: "Model, sides, log and chat",
  turnTitle: (title: string) => `● Your turn – ${title}`,
  sheets: { model: "Model", sides: "Sides", log: "Log", chat: "Chat" },

  house: {
    unreachable: "The server cannot be reached. Is it running, and are you online?",
    failed: (status: number) => `The server could not do that (error ${status}). Try again in a moment.`,
  },

  line: {
    opening: "Opening the table …",
    broken: "The connection to the server is broken. The page is reconnecting; nothing is lost.",
    retry: "Try again",
    offline: "The connection to the server is broken: this was not sent. Try again when the connection is back.",
    silent: "The server did not confirm this; the table shows whether it was done as soon as the connection is back.",
    kept: (answer: string) => `Your answer is kept, and is sent as soon as the connection is back if the question is still the same: ${answer}`,
    discard: "Do not send it",
    oneKept: (side: string) => `This was not taken: an answer for ${side} waits for the line, and only one can. Try again when it is back.`,
    waits: (sides: readonly string[]) => `The clocks start as soon as ${sides.join(" and ")} ${sides.length > 1 ? "have" : "has"} come to the table.`,
    notSent: (answer: string) => `Your answer was not sent, because the question has changed: ${answer}`,
    perhaps: (answer: string) => `The connection broke while your answer was being sent, and the battle has gone on. The log shows whether the answer was accepted: ${answer}`,
  },

  /** What stands on the board itself. */
  onBoard: {
    hint: { path, place, spot, face, march, alone, muster },
    board: (title: string) => `The board: ${title}`,
    howto:
      "Arrow keys move the view, plus and minus zoom, 0 shows everything, R turns the board. N and P go from model to " +
      "model, Enter chooses; where places may be chosen, the arrow keys go from place to place. While something is drawn, the arrow keys move a cursor by half an inch, Enter adds a leg, " +
      "comma and full stop turn (or choose the member of a unit that is drawn by itself), C confirms, Backspace takes back, Escape cancels. Page up and page down change the level, " +
      "G shows a grid, M measures, T shows threat ranges, S shows lines of sight, L shows the legend.",
    tools: {
      bar: "View",
      closer: "Zoom in (+)",
      farther: "Zoom out (−)",
      fit: "Show the whole board (0)",
      turn: "Turn the board (R)",
      grid: "Grid in inches (G)",
      ruler: "Ruler (M)",
      rings: "Threat ranges (T)",
      aims: "Lines of sight (S)",
      legend: "Legend (L)",
      levels: "Level",
      all: "All",
      allLong: "All levels",
      level: (height: string) => `Floors up to ${height}`,
      more: "View",
    },
    draft: {
      bar: "What is drawn",
      undo: "Undo leg",
      left: "Turn left (,)",
      right: "Turn right (.)",
      confirm: { path: "Move", place: "Put it here", spot: "Aim here", face: "Face there", march: "March", muster: "Put them here" },
      stayAndTurn: "Turn only",
      again: "Ask again",
      reached: (used: string, of: string) => (of ? `${used} of ${of}` : used),
    },
    answers: {
      sure: (title: string, chance: string) => `${title}: ${chance}`,
      this: "Choose this one",
      card: (name: string) => `The card of ${name}`,
    },
    aim: {
      hidden: (hidden: number, parts: number) => `${hidden} of ${parts} parts hidden`,
      clear: "in full view",
    },
    legend: {
      title: "On this board",
      close: "Close the legend",
      ground: "Ground",
      models: "Models",
      nobody: "Nobody’s",
      standing: "standing, and where it faces",
      down: "lying",
      helpless: "lying helpless",
      ready: "ready",
      actor: "acts now",
      option: "may be chosen",
      floor: (height: string) => `floor at ${height}`,
      solid: "solid",
      roof: "solid, floor on top",
      obstacle: "low obstacle",
      wall: "wall",
      railing: "railing",
      terminal: "terminal",
      /** By the kind of link: a ladder, stairs, a ramp. */
      links: ["", "ladder", "stairs", "ramp"] as readonly string[],
      duct: "ductway",
      port: "firing port",
      lift: "lift",
      door: (state: string) => `door, ${state}`,
    },
    unit: {
      of: (unit: string) => `of ${unit}`,
      leads: "leads it",
      strength: (here: number, of: number) => `${here} of ${of} models on the board`,
      members: "Its models",
      spread: (ground: string, gap: string) => `its models stand on ${ground}, each no more than ${gap} from another`,
    },
    group: (title: string, others: readonly string[]) => `${title}, with ${others.join(", ")}`,
    /** What lies on the ground from one side of it to the other. */
    ground: {
      cells: (columns: readonly [number, number], rows: readonly [number, number]) => `columns ${columns.join(" to ")}, rows ${rows.join(" to ")}`,
      between: (east: readonly [string, string], north: readonly [string, string]) => `${east.join(" to ")} east, ${north.join(" to ")} north`,
      floor: (height: string) => `floor ${height} up`,
      block: (height: string) => `block ${height} high`,
      high: (what: string, height: string) => `${what} ${height} high`,
      line: (corners: readonly string[]) => `from ${corners.join(" to ")}`,
      rows: (rows: readonly [number, number], columns: readonly [number, number]) => `between rows ${rows.join(" and ")}, columns ${columns.join(" to ")}`,
      columns: (columns: readonly [number, number], rows: readonly [number, number]) => `between columns ${columns.join(" and ")}, rows ${rows.join(" to ")}`,
      rises: (foot: string, top: string) => `its foot at ${foot}, its top at ${top}`,
      stops: (heights: readonly string[]) => `stops at ${heights.join(" and ")}`,
    },
    /** What can be reached in the open question. */
    reach: {
      goes: (ways: readonly string[]) => (ways.length > 0 ? `Can go about ${ways.join(", ")}.` : "Cannot go anywhere."),
      way: (far: string, wind: string) => `${far} ${wind}`,
      everyWay: (far: string) => `${far} every way`,
      floors: (heights: readonly string[]) => `Floors that it can reach: ${heights.join(", ")}.`,
      marks: (marks: readonly string[]) => `Comes near: ${marks.join(", ")}.`,
      to: (name: string) => `as far as ${name}`,
      short: (name: string, gap: string) => `to within ${gap} of ${name}`,
      within: (ground: readonly string[]) => `Can be put within: ${ground.join("; ")}.`,
      about: (far: string, place: string) => `${far} of ${place}`,
    },
    spot: (name: string, column: number, row: number) => `${name}, column ${column}, row ${row}`,
    notOffered: "not offered",
    moreReasons: (count: number) => `${plural(count, "more reason", "more reasons")}`,
    body: {
      up: (height: string) => `${height} up`,
      others: (places: readonly string[]) => `the others of its group: ${places.join(" and ")}`,
      faces: (wind: string) => `faces ${wind}`,
      acts: "acts now",
      ready: "ready",
      may: "may be chosen",
    },
    ruler: {
      rise: (rise: string) => `, ${rise} up or down`,
    },
  },

  home: {
    title: "All battles",
    pitch: "A table for battles with miniatures, and a referee who knows the rules: it asks, you decide.",
    newBattle: "New battle",
    bring: "Open a record",
    opening: "Opening …",
    mine: "Your battles",
    listed: "Battles on this server",
    atOnce: "Play at once",
    atOnceWords: "You against a bot, with the default settings.",
    yourTurn: "Your turn",
    theirTurn: "Their turn",
    over: "Over",
    more: "Show more",
    forget: "Remove from your battles",
    forgetNamed: (title: string) => `Remove ${title || "this battle"} from your battles`,
    drop: "Drop a record here to continue its battle",
  },

  lost: {
    title: "There is nothing here",
    words: "Part of the address may be missing. Ask for the link again, or look through your battles.",
  },

  newBattle: {
    title: "New battle",
    table: "The table",
    game: "Game",
    scenario: "Scenario",
    holds: (scenarios: number, rules: number) => [plural(scenarios, "scenario", "scenarios"), ...(rules > 0 ? [plural(rules, "house rule", "house rules")] : [])].join(", "),
    houseRules: "House rules",
    houseRulesWords: "Small changes to the rules, if your group likes them",
    options: "Readings",
    optionsWords: (count: number) => `${count} points of the rules that groups read differently`,
    more: "More",
    moreWords: "Name, dice, clocks, who may watch",
    name: "Name of the battle",
    seed: "Seed of the dice",
    anySeed: "nobody chooses it",
    seedWords: "If you choose one, everybody is told.",
    move: "Time for each question",
    battle: "Time for the battle",
    time: (seconds: number) =>
      seconds === 0
        ? "no limit"
        : seconds < 3600
          ? plural(seconds / 60, "minute", "minutes")
          : seconds < 86400
            ? plural(seconds / 3600, "hour", "hours")
            : plural(seconds / 86400, "day", "days"),
    public: "Anybody may watch",
    publicWords: "The battle is on the list of this server.",
    side: (seat: number) => ["Red", "Blue", "Ochre", "Violet"][seat] ?? `Side ${seat + 1}`,
    sitters: { me: "Me", friend: "A friend" },
    botLevel: (title: string) => `${title} bot`,
    roster: "Roster",
    board: "Board",
    ownFile: "Use a file of your own",
    ownRoster: "Use a roster of your own",
    ownBoard: "Use a board of your own",
    wrong: (source: string) => `${source} cannot be used`,
    where: "Where",
    found: "Found",
    wanted: "Wanted",
    whose: (source: string) => `Whose roster is ${source}?`,
    open: "To the table",
    openAndInvite: "Open, and get the links",
    opening: "Setting up …",
    opened: "The battle is open",
    invite: "Send each player the link of one side. Anybody with this link can play that side, so send it to one person only.",
    toTable: "To the table",
    drop: "Boards, rosters, scenarios and records can be dropped anywhere on this page.",
    dropHere: "Drop it here: the referee finds out what it is",
    coming: "Loading the list of games …",
    again: "Try again",
  },

  links: {
    title: "Invite",
    watch: "For those who watch",
    seat: (seat: number) => ["Red", "Blue", "Ochre", "Violet"][seat] ?? `Side ${seat + 1}`,
    yours: "you",
    address: "Address of the invitation",
    copy: "Copy",
    copied: "Copied",
  },

  decide: {
    label: "Decision",
    decides: (side: string) => (side === YOU ? `${side} decide` : `${side} decides`),
    /** Those of a side who are asked by name; whoever sits here is told so. */
    people: (names: readonly string[], mine: string) =>
      names.length === 1 && names[0]!.toLowerCase() === mine.trim().toLowerCase() ? YOU : names.join(" or "),
    waits: (side: string) => `Waiting for ${side}`,
    thinks: (side: string) => `${side} is thinking`,
    nobody: "Nobody has to decide.",
    because: "Asked because of",
    take: (side: string) => `Answer for ${side}`,
    filter: "Find an answer",
    count: (shown: number, of: number, more: boolean) => (shown === of ? `${of}${more ? "+" : ""}` : `${shown} of ${of}${more ? "+" : ""}`),
    nothing: "No answer contains these words.",
    doIt: "Do it",
    other: "Not this",
    late: "What the board asked about the last question came too late: the battle has gone on.",
    stale: "That question is closed; this is the table as it is now.",
    refused: (count: number) => `Not offered (${count})`,
    earlier: (item: string) => `${item}: earlier`,
    later: (item: string) => `${item}: later`,
    inOrder: "In this order",
    less: (bin: string) => `Less for ${bin}`,
    greater: (bin: string) => `More for ${bin}`,
    split: "Split like this",
    allSplit: "All of it is split.",
    remaining: (count: number) => `${count} left`,
    lengthOf: (length: string, most: string) => `${length} of ${most}`,
    left16: "Turn left",
    right16: "Turn right",
    takeBackLeg: "Take back the last point",
    draw: (kind: "path" | "place" | "spot" | "face" | "march" | "muster", started: boolean) =>
      ({ path: started ? "Go" : "Stay", face: "Face there", spot: "Aim here", place: "Put it here", march: started ? "March" : "Stay", muster: "Put them here" })[kind],
    whole: "The whole unit",
    stand: "Where each would stand",
    drawnNext: "The next point is for",
    narrowed: (shown: number) => `The first ${shown} are shown; type a part of a name, or choose on the board.`,
    proposed: (count: number) => `${plural(count, "proposal", "proposals")}`,
    propose: "Choose from a list instead",
    pointTo: (count: number, more: boolean) => `Point to one of ${more ? "more than " : ""}${count} places on the board.`,
    byKeyboard: " With the keyboard: B leads to the board, the arrow keys go from place to place, and Enter chooses.",
    chance: "Let chance answer this one",
    noLot: "No answer could be chosen at random: the server does not respond. Try again in a moment.",
    chanceRest: "Let chance place the rest",
    chanceGoes: "Chance is placing the rest …",
    chanceStop: "Stop",
    place: "Type a position",
    placeWords: "In inches from the south-west corner: east, north, and height. Without a height it is the highest floor there",
    east: "East",
    north: "North",
    up: "Height",
    typed: "Draw it",
    legs: "The drive, leg by leg",
    typedNumbers: "East and north must be numbers, in inches.",
    nothingProposed: "There are no proposals.",
    unproposed: "The proposals could not be worked out. Ask again",
    again: "Ask again",
    undrawn: (why: string) => `The board cannot show where this can go (${why.replace(/\.$/, "")}).`,
  },

  odds: {
    title: "Odds",
    counting: "Counting the odds …",
    none: "No dice are rolled here.",
    policy: "These odds assume that nobody reacts, and that every later choice takes the first option offered.",
    exact: "Counted exactly",
    unknown: (why: string) => `The odds are not known (${why.replace(/\.$/, "")}). They are asked for again when you point at the answer again.`,
    between: (low: string, high: string) => `Between ${low} and ${high}`,
  },

  orders: {
    always: "Always pass on this",
    title: "Always pass on this",
    /** What an order covers, as it stands: who passes, in which windows and on what, except about whom, until when. */
    covers: (side: string, window: string, reactions: string, unless: readonly string[], until: "round" | "dropped") =>
      `Each time reactions may be used ${window}, ${side} passes without being asked, whichever model it is about` +
      `${unless.length > 0 ? ` except ${unless.join(", ")}` : ""}. ` +
      `None of ${side}’s models uses ${reactions === "" ? "a reaction" : either(reactions.split(", "))} there ` +
      `${until === "round" ? "until this round ends" : "until you drop the order"}.`,
    example: (prompt: string) => `The open question, “${prompt}”, is one of them: it is passed at once, unless it is about one of the models that you exclude.`,
    rest: "You are still asked everything else. Each time the order passes, the chat says so. You can drop the order at any time, below the log.",
    until: "For how long",
    round: "Until the round ends",
    dropped: "Until I drop it",
    unless: (count: number) => (count === 0 ? "Unless it is about …" : `Unless it is about one of ${plural(count, "model", "models")}`),
    give: "Give the order",
    list: "Standing orders",
    before: (event: string) => `before “${event}”`,
    after: (event: string) => `after “${event}”`,
    says: (window: string, title: string, unless: readonly string[], until: string) =>
      `Pass ${window}${title === "" ? "" : ` (${title})`}${unless.length > 0 ? `, unless about ${unless.join(", ")}` : ""}${until === "round" ? ", this round" : ""}`,
    drop: "Drop",
  },

  consent: {
    asks: (side: string, what: string) => `${side} asks: ${what}`,
    agree: "Agree",
    refuse: "No",
    withdraw: "Withdraw the request",
    waiting: (sides: readonly string[]) => `Waiting for ${sides.join(" and ")} to answer.`,
  },

  ending: {
    title: "The battle is over",
    draw: "A draw",
    won: (side: string) => `Victory: ${side}`,
  },

  card: {
    none: "Choose a model on the board to see its card.",
    close: "Close the card",
    coming: "Loading the card …",
    profile: "Profile",
    tray: "Actions",
    rule: (action: string) => `What ${action} does`,
    shut: (count: number) => `Not now (${count})`,
    aims: "In sight",
    unsighted: (why: string) => `Nobody knows what is in sight (${why.replace(/\.$/, "")}).`,
    printed: (value: string) => (value === "" ? "as printed" : `printed ${value}`),
  },

  sides: {
    title: "The sides",
    ready: "ready",
    done: "done",
    stands: { here: "", waiting: "to come", gone: "out" },
    you: "you",
    person: "a person",
    bot: "bot",
    here: "here",
    away: "away",
    points: "Points",
    watching: (count: number) => `${plural(count, "person watches", "people watch")}`,
  },

  list: {
    title: "Models and distances",
    toggle: "Board or list",
    plain: "All models. Choose a model to see the distances from it.",
    from: (name: string) => `Distances from ${name}, from base to base.`,
    fromCell: (name: string) => `As seen from ${name}: distances of targets, directions of all.`,
    unplaced: (name: string) => `${name} is not on the board, so there are no distances from it.`,
    model: "Model",
    place: "Place",
    distance: "Distance",
    sight: "As a target",
    status: "Status",
    choosable: "can be chosen",
    terrain: "Terrain",
    /** The sixteen directions of `ROUND`. */
    winds: [
      "east", "east-north-east", "north-east", "north-north-east",
      "north", "north-north-west", "north-west", "west-north-west",
      "west", "west-south-west", "south-west", "south-south-west",
      "south", "south-south-east", "south-east", "east-south-east",
    ] as readonly string[],
    cell: (column: number, row: number) => `column ${column}, row ${row}`,
    at: (x: string, y: string) => `${x} east, ${y} north`,
  },

  log: {
    title: "Log",
    empty: "Nothing has happened yet.",
    earlier: (count: number) => `${count} earlier entries`,
    show: "Show the table as it was then",
    why: "Why",
  },

  dice: {
    said: (pool: string, faces: readonly number[]) => `${pool}: ${faces.join(", ")}`,
    blank: "blank",
  },

  time: {
    label: "Time",
    undo: "Take back",
    redo: "Do again",
    first: "The beginning",
    back: "One event back",
    on: "One event forward",
    slider: "Where in the battle",
    at: (place: number, of: number) => (place === of ? "now" : `event ${place} of ${of}`),
    round: (round: number) => (round > 0 ? `Round ${round}` : ""),
    now: "Back to now",
    branch: "Play on from here",
    lookingBack: "Looking back",
    unseen: (why: string) => `The table as it was then cannot be shown (${why.replace(/\.$/, "")}). Try again in a moment.`,
    save: "Save the record",
  },

  branch: {
    title: "Play on from here",
    explained: "A new battle begins from the point that is shown; this battle stays as it is.",
    person: "A person",
    open: "Open",
  },

  chat: {
    title: "Chat",
    say: "Say something",
    send: "Send",
    empty: "Nobody has said anything.",
    watcher: "somebody who watches",
    failed: "The message was not sent; try again.",
  },

  handover: {
    title: (side: string) => `${side} decides in secret`,
    shows: (side: string) => `Only ${side} may see what comes next`,
    why: "Everybody else, please look away.",
    ready: (side: string) => `I am ${side}`,
  },

  source: {
    title: "The dice",
    waits: (sides: readonly string[]) => `The dice are made as soon as ${sides.join(" and ")} ${sides.length > 1 ? "have" : "has"} come to the table: every side gives a share of the seed.`,
    begin: "Begin without their share",
    shared: (sides: readonly string[]) => sides.length > 0
      ? `Nobody chose these dice. They are made from the server's share, which was fixed before it saw any other, and from the shares of ${sides.join(" and ")}.`
      : "Nobody at the table chose these dice. They are made from the server's share, and so far from no other.",
    bound: "The server's share is fixed by its SHA-256; the name of this battle is the beginning of that number:",
    yours: "The share of this browser:",
    check: "When the battle is over, its record has all shares. \"warbook replay --verify\" checks them, and every roll.",
    chosen: "The seed of these dice was chosen: the person who opened this battle can know every roll.",
    drawn: "The seed of these dice was drawn at random; nobody chose it.",
    given: "These dice were not rolled: their faces were given by a person or a program.",
  },

  about: {
    title: "About this battle",
    read: (yes: boolean) => (yes ? "yes" : "no"),
    houseRules: (rules: readonly string[]) => `House rules: ${rules.join(", ")}`,
  },

  settings: {
    title: "Settings",
    name: "Your name at the table",
    nameless: "shown to the others",
    theme: "Colours",
    themes: { auto: "as the system", light: "light", dark: "dark" },
    motion: "Motion",
    motions: { auto: "as the system", full: "full", less: "little" },
    care: "Ask for confirmation before an answer is given",
    cares: { touch: "when I tap", always: "always", never: "never" },
    sounds: "Sounds",
    notices: "Notify me when it is my turn, also when this page is in the background",
    list: "Models as a list instead of the board",
  },

  help: {
    title: "Keyboard",
    onBoard: "On the board (B)",
    boardKeys: [
      ["N P", "the next model, the previous model"],
      ["Enter", "choose a model; while something is drawn, add a leg or put it there"],
      ["← ↑ → ↓", "move the view; while something is drawn, the cursor by half an inch, with Shift by a tenth"],
      ["Backspace", "take the last leg back"],
      [", .", "turn left, turn right"],
      ["C", "confirm what is drawn"],
      ["Escape", "start the drawing again, close"],
      ["+ − 0", "zoom in, zoom out, the whole board"],
      ["R", "turn the board"],
      ["PgUp PgDn", "one level up, one level down"],
      ["G M T S L", "grid, ruler, threat ranges, lines of sight, legend"],
    ] as readonly (readonly [string, string])[],
    keys: [
      ["1 … 9", "choose one of the first nine answers"],
      ["/", "find an answer"],
      ["Q", "go to the question"],
      ["B", "go to the board"],
      ["V", "board or list"],
      ["[ ]", "one event back, one event forward"],
      ["Ctrl Z", "take back"],
      ["Ctrl Y", "do again"],
      ["?", "this list"],
    ] as readonly (readonly [string, string])[],
  },
};

export type Texts = typeof en;

const CATALOGUES: Readonly<Record<string, Texts>> = { en };
const spoken = typeof navigator === "undefined" ? [] : navigator.languages;

/** The texts in the first of the person's languages for which there is a catalogue. */
export const t: Texts = spoken.map((tag) => CATALOGUES[tag.split("-")[0] ?? ""]).find((texts) => texts !== undefined) ?? en;
