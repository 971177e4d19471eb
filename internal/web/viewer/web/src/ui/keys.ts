// Which key does what. Keys are known by the letter that they write, so that they work on
// the keyboards of all countries.

export type Action =
  | "play"
  | "reverse"
  | "forward"
  | "back"
  | "forward10"
  | "back10"
  | "start"
  | "end"
  | "faster"
  | "slower"
  | "nextEvent"
  | "previousEvent"
  | "nextAny"
  | "previousAny"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "panUp"
  | "panLeft"
  | "panDown"
  | "panRight"
  | "charts"
  | "theme"
  | "help"
  | "orders"
  | "failed"
  | "notes"
  | "find"
  | "table"
  | "share"
  | "story"
  | "all"
  | "about"
  | "matches"
  | "whatIf"
  | "nextMatch"
  | "previousMatch"
  | "director"
  | "big"
  | "since"
  | "release"
  | "pen"
  | "undo"
  | "speed1"
  | "speed2"
  | "speed3"
  | "speed4"
  | "speed5"
  | "speed6"
  | "speed7";

// A Focus is what has the focus, which keeps some keys for itself.
export type Focus = "page" | "button" | "range" | "tabs" | "scroll" | "text";

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const actions: Readonly<Record<string, Action>> = {
  " ": "play",
  k: "play",
  r: "reverse",
  ArrowRight: "forward",
  l: "forward",
  ArrowLeft: "back",
  j: "back",
  "Shift+ArrowRight": "forward10",
  "Shift+l": "forward10",
  "Shift+ArrowLeft": "back10",
  "Shift+j": "back10",
  Home: "start",
  End: "end",
  ArrowUp: "faster",
  ArrowDown: "slower",
  n: "nextEvent",
  p: "previousEvent",
  "Shift+n": "nextAny",
  "Shift+p": "previousAny",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "fit",
  w: "panUp",
  a: "panLeft",
  s: "panDown",
  d: "panRight",
  c: "charts",
  t: "theme",
  "?": "help",
  o: "orders",
  x: "failed",
  m: "notes",
  "Shift+m": "pen",
  Backspace: "undo",
  f: "find",
  "/": "find",
  b: "table",
  u: "share",
  y: "story",
  e: "all",
  i: "about",
  g: "matches",
  q: "whatIf",
  ".": "nextMatch",
  ",": "previousMatch",
  v: "director",
  "Shift+v": "big",
  h: "since",
  Escape: "release",
  "1": "speed1",
  "2": "speed2",
  "3": "speed3",
  "4": "speed4",
  "5": "speed5",
  "6": "speed6",
  "7": "speed7",
};

const own: Readonly<Record<Focus, RegExp>> = {
  page: /^$/,
  button: /^( |Enter)$/,
  range: /^(Arrow(Left|Right)|Home|End)$/,
  tabs: /^( |Enter|Arrow(Left|Right)|Home|End)$/,
  scroll: /^(Arrow(Up|Down)|Home|End)$/,
  text: /^(?!Escape$)/,
};

export function actionOf(press: KeyPress, focus: Focus): Action | undefined {
  if (press.ctrlKey || press.altKey || press.metaKey) {
    return undefined;
  }
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const shifted = `Shift+${key}`;
  if (press.shiftKey && actions[shifted] !== undefined && focus !== "text") {
    return actions[shifted];
  }
  return own[focus].test(key) ? undefined : actions[key];
}

// help is the text of the help, by groups: keys, and what they do.
export const help: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "Playing",
    [
      ["Space K", "play, pause"],
      ["← → J L", "one round back, forward"],
      ["Shift ← →", "ten rounds"],
      ["Home End", "start, end; a live match is joined again"],
      ["N P", "next, previous turning point"],
      ["Shift N P", "any great event"],
      ["↑ ↓", "faster, slower"],
      ["1 – 7", "speed"],
      ["R", "play backwards"],
    ],
  ],
  [
    "Board",
    [
      ["+ −", "zoom"],
      ["0", "whole board"],
      ["W A S D", "move the board"],
      ["V", "director: goes where it is lively"],
      ["F", "find a unit or a cell"],
      ["O", "arrows for orders"],
      ["X", "only orders that failed, and why"],
      ["M", "notes of the bots"],
      ["Shift M", "draw arrows and rings, write; always: the right button"],
      ["Backspace", "take back the last of them"],
      ["Esc", "let go of the pinned cell and the followed unit"],
    ],
  ],
  [
    "Page",
    [
      ["Tab", "through players and everything else"],
      ["C", "next chart"],
      ["B", "the board as a table"],
      ["Y", "the story: the turning points"],
      ["E", "everything that happened, to search"],
      ["U", "share: link, picture, frame for a page"],
      ["I", "about the match"],
      ["Q", "what if? play on from here with another bot"],
      ["G", "all matches, if there are several"],
      [", .", "previous, next match"],
      ["Shift V", "big screen"],
      ["H", "tell what changed since you last asked"],
      ["T", "light, dark, as the system"],
      ["?", "this help"],
    ],
  ],
];
