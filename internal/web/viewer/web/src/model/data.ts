// Generated from internal/web/viewer/pagedata/data.go, which says what the fields mean. After a change there, type:
// go test ./internal/docgen/pagetypes -update

import type { Colour, Form } from "./form";

export type { Colour };

export const format = 4;

export const words = {
  look: ["birth", "death", "hit", "heal", "shot", "capture", "gain", "break", "note"],
  use: ["road", "place"],
  "form of a sign": ["bar", "dots", "number", "ring"],
  "kind of note": ["mark", "arrow", "label", "log", "chart"],
} as const;

export type Look = (typeof words)["look"][number];
export type Use = (typeof words)["use"][number];
export type SignForm = (typeof words)["form of a sign"][number];
export type NoteKind = (typeof words)["kind of note"][number];

export const verdicts: Readonly<Record<string, string>> = {
  cpu: "too much CPU time",
  wall: "too late",
  memory: "too much memory",
  threads: "too many threads",
  violation: "tried what no bot may",
  output: "too much output",
  crash: "crashed",
  protocol: "answer made no sense",
  commands: "too many commands",
};

export interface Setting {
  readonly name: string;
  readonly value: number;
  readonly doc: string;
}

export const settingForm: Form = {
  name: "text",
  value: "whole number",
  doc: "text",
};

export interface PlayerInfo {
  readonly name: string;
  readonly version: string;
  readonly label: string;
  readonly colour: Colour;
  readonly shade: Colour;
  readonly ink: Colour;
  readonly plate: string;
}

export const playerInfoForm: Form = {
  name: "text",
  version: "text",
  label: "text",
  colour: "colour",
  shade: "colour",
  ink: "colour",
  plate: "text",
};

export interface PathData {
  readonly d: string;
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly width: number;
}

export const pathForm: Form = {
  d: "text",
  fill: "colour",
  stroke: "colour",
  width: "number",
};

export interface CellKind {
  readonly name: string;
  readonly glyph: string;
  readonly doc?: string;
  readonly fill: Colour;
  readonly over: readonly (readonly PathData[])[];
  readonly use?: Use;
  readonly pays?: number;
  readonly worth?: number;
  readonly height: number;
}

export const cellKindForm: Form = {
  name: "text",
  glyph: "text",
  "doc?": "text",
  fill: "colour",
  over: [[pathForm]],
  "use?": "use",
  "pays?": "whole number",
  "worth?": "whole number",
  height: "whole number",
};

export interface UnitKind {
  readonly name: string;
  readonly glyph: string;
  readonly doc?: string;
  readonly reach?: number;
  readonly straight?: boolean;
  readonly plate: boolean;
  readonly shape: readonly PathData[];
}

export const unitKindForm: Form = {
  name: "text",
  glyph: "text",
  "doc?": "text",
  "reach?": "whole number",
  "straight?": "true or false",
  plate: "true or false",
  shape: [pathForm],
};

export interface EventKind {
  readonly name: string;
  readonly look: Look;
  readonly major: boolean;
}

export const eventKindForm: Form = {
  name: "text",
  look: "look",
  major: "true or false",
};

export interface Sign {
  readonly name: string;
  readonly form: SignForm;
  readonly colour?: Colour;
}

export const signForm: Form = {
  name: "text",
  form: "form of a sign",
  "colour?": "colour",
};

export interface Legend {
  readonly rows: number;
  readonly cols: number;
  readonly wrapRows: boolean;
  readonly wrapCols: boolean;
  readonly rules?: string;
  readonly group?: number;
  readonly cells: readonly CellKind[];
  readonly units: readonly UnitKind[];
  readonly events: readonly EventKind[];
  readonly signs: readonly Sign[];
  readonly numbers: readonly string[];
  readonly holdings?: readonly number[];
  readonly income?: number;
}

export const legendForm: Form = {
  rows: "whole number",
  cols: "whole number",
  wrapRows: "true or false",
  wrapCols: "true or false",
  "rules?": "text",
  "group?": "whole number",
  cells: [cellKindForm],
  units: [unitKindForm],
  events: [eventKindForm],
  signs: [signForm],
  numbers: ["text"],
  "holdings?": ["whole number"],
  "income?": "whole number",
};

export type UnitData = readonly [id: number, kind: number, owner: number, cell: number, note: number];

export interface FrameData {
  readonly cells: readonly number[];
  readonly owners: readonly number[];
  readonly units: readonly UnitData[];
  readonly numbers: readonly (readonly number[])[];
  readonly window: readonly number[];
  readonly caption: string;
  readonly signs?: readonly number[];
}

export const frameForm: Form = {
  cells: ["whole number"],
  owners: ["whole number"],
  units: [["whole number", 5]],
  numbers: [["whole number"]],
  window: ["whole number"],
  caption: "text",
  "signs?": ["whole number"],
};

export interface Verdict {
  readonly seat: number;
  readonly kind: string;
  readonly detail: string;
}

export const verdictForm: Form = {
  seat: "whole number",
  kind: "text",
  detail: "text",
};

export interface Note {
  readonly seat: number;
  readonly kind: NoteKind;
  readonly cell: number;
  readonly to: number;
  readonly unit: number;
  readonly text: string;
  readonly value?: number;
}

export const noteForm: Form = {
  seat: "whole number",
  kind: "kind of note",
  cell: "whole number",
  to: "whole number",
  unit: "whole number",
  text: "text",
  "value?": "number",
};

export interface Line {
  readonly seat: number;
  readonly text: string;
}

export const lineForm: Form = {
  seat: "whole number",
  text: "text",
};

export interface RoundData {
  readonly r: number; // Number
  readonly t?: readonly string[]; // Texts
  readonly c?: readonly number[]; // Cells
  readonly o?: readonly number[]; // Owners
  readonly m?: readonly number[]; // Moves
  readonly u?: readonly number[]; // Units
  readonly g?: readonly number[]; // Gone
  readonly k?: readonly number[]; // Signs
  readonly n?: readonly number[]; // Numbers
  readonly w?: readonly number[]; // Window
  readonly a?: string; // Caption
  readonly q?: readonly number[]; // Orders
  readonly x?: readonly number[]; // Failed
  readonly e?: readonly number[]; // Events
  readonly p?: readonly number[]; // Used
  readonly v?: readonly Verdict[]; // Verdicts
  readonly d?: readonly Note[]; // Notes
  readonly l?: readonly Line[]; // Lines
}

export const roundForm: Form = {
  r: "whole number",
  "t?": ["text"],
  "c?": ["whole number"],
  "o?": ["whole number"],
  "m?": ["whole number"],
  "u?": ["whole number"],
  "g?": ["whole number"],
  "k?": ["whole number"],
  "n?": ["whole number"],
  "w?": ["whole number"],
  "a?": "text",
  "q?": ["whole number"],
  "x?": ["whole number"],
  "e?": ["whole number"],
  "p?": ["whole number"],
  "v?": [verdictForm],
  "d?": [noteForm],
  "l?": [lineForm],
};

export interface Kept {
  readonly seat: number;
  readonly dir: string;
  readonly files: string;
}

export const keptForm: Form = {
  seat: "whole number",
  dir: "text",
  files: "text",
};

export interface MatchData {
  readonly format: number;
  readonly game: string;
  readonly title: string;
  readonly rounds: number;
  readonly seed: string;
  readonly settings: readonly Setting[];
  readonly players: readonly PlayerInfo[];
  readonly looks?: readonly number[];
  readonly budget: number;
  readonly legend: Legend;
  readonly texts: readonly string[];
  readonly start: FrameData;
  readonly played: readonly RoundData[];
  readonly live: boolean;
  readonly ended: boolean;
  readonly damage: string;
  readonly number?: number;
  readonly kept?: readonly Kept[];
}

export const matchForm: Form = {
  format: "whole number",
  game: "text",
  title: "text",
  rounds: "whole number",
  seed: "text",
  settings: [settingForm],
  players: [playerInfoForm],
  "looks?": ["whole number"],
  budget: "number",
  legend: legendForm,
  texts: ["text"],
  start: frameForm,
  played: "list",
  live: "true or false",
  ended: "true or false",
  damage: "text",
  "number?": "whole number",
  "kept?": [keptForm],
};

export interface Ending {
  readonly ended: boolean;
  readonly damage: string;
  readonly kept?: readonly Kept[];
}

export interface Word {
  readonly word: string;
  readonly rows: number;
  readonly cols: number;
}

export interface Clock {
  readonly round: number;
  readonly bank: number;
}

export interface Seat {
  readonly seat: number;
  readonly round: number;
  readonly most: number;
  readonly words: readonly Word[];
  readonly again: string;
  readonly back: string;
  readonly retakes?: boolean;
  readonly limit?: number;
  readonly left?: number;
  readonly clocks?: readonly Clock[];
  readonly clock?: number;
}

export type CellRow = readonly [cell: number, kind: number];

export const cellAt = { cell: 0, kind: 1 } as const;

export type OwnerRow = readonly [cell: number, owner: number];

export const ownerAt = { cell: 0, owner: 1 } as const;

export type MoveRow = readonly [id: number, way: number];

export const moveAt = { id: 0, way: 1 } as const;

export type ChangeRow = readonly [id: number, kind: number, owner: number, cell: number, note: number];

export const changeAt = { id: 0, kind: 1, owner: 2, cell: 3, note: 4 } as const;

export type AmountRow = readonly [key: number, value: number, most: number];

export const amountAt = { key: 0, value: 1, most: 2 } as const;

export type OrderRow = readonly [seat: number, unit: number, text: number, way: number, outcome: number];

export const orderAt = { seat: 0, unit: 1, text: 2, way: 3, outcome: 4 } as const;

export type EventRow = readonly [
  kind: number,
  cell: number,
  way: number,
  unit: number,
  by: number,
  seat: number,
  pays: number,
  text: number,
];

export const eventAt = { kind: 0, cell: 1, way: 2, unit: 3, by: 4, seat: 5, pays: 6, text: 7 } as const;

export type UsedRow = readonly [cpu: number, status: number];

export const usedAt = { cpu: 0, status: 1 } as const;

export const columns = {
  c: ["gap", "kind"],
  o: ["gap", "owner"],
  m: ["gap", "way"],
  u: ["gap", "change", "change", "way", "text"],
  g: ["gap"],
  k: ["gap", "change", "change"],
  q: ["seat", "unit", "text", "way", "text"],
  x: ["gap"],
  e: ["event", "cell", "way", "unit", "unit", "owner", "any", "text"],
  p: ["any", "any"],
} as const;

export const bounded = {
  v: { seat: "seat" },
  d: { seat: "seat", cell: "cell", to: "cell", unit: "unit" },
  l: { seat: "seat" },
} as const;
