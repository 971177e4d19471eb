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
  | "legend"
  | "matches"
  | "whatIf"
  | "nextMatch"
  | "previousMatch"
  | "director"
  | "big"
  | "since"
  | "heat"
  | "pace"
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
  l: "legend",
  ArrowLeft: "back",
  "Shift+ArrowRight": "forward10",
  "Shift+ArrowLeft": "back10",
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
  "Shift+h": "heat",
  j: "pace",
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
