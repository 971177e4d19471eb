// What the page is given, as internal/web/viewer/pagedata/data.go writes it. Look there for what
// the fields mean. The tests of both read the same file, so both describe the same.

import type { Form, Of } from "./form";

export type { Colour } from "./form";

const whole = "whole number";
const truth = "true or false";

const path = { d: "text", fill: "colour", stroke: "colour", width: "number" } as const;
const cellKind = { name: "text", glyph: "text", fill: "colour", over: [[path]], height: whole, "use?": "use" } as const;
const unitKind = { name: "text", glyph: "text", plate: truth, shape: [path] } as const;
const eventKind = { name: "text", look: "look", major: truth } as const;
const legend = {
  rows: whole,
  cols: whole,
  wrapRows: truth,
  wrapCols: truth,
  cells: [cellKind],
  units: [unitKind],
  events: [eventKind],
  numbers: ["text"],
} as const;

const player = {
  name: "text",
  version: "text",
  label: "text",
  colour: "colour",
  shade: "colour",
  ink: "colour",
  plate: "text",
} as const;

// id, kind, owner, cell, health, greatest health, note (a text)
const unit = [whole, 7] as const;

const frame = {
  cells: [whole],
  owners: [whole],
  units: [unit],
  numbers: [["number"]],
  window: [whole],
  caption: "text",
} as const;

const verdict = { seat: whole, kind: "text", detail: "text" } as const;
const note = { seat: whole, kind: "kind of note", cell: whole, to: whole, unit: whole, text: "text" } as const;
const line = { seat: whole, text: "text" } as const;

// Lists of numbers are columns: all first numbers, then all second ones, and so on.
export const roundForm = {
  r: whole,
  "t?": ["text"], // new texts
  "c?": [whole], // cells: gaps, kinds
  "o?": [whole], // owners of cells: gaps, owners
  "m?": [whole], // moves: unit gaps, differences of the cell
  "u?": [whole], // units: seven columns, id gaps, differences, texts
  "g?": [whole], // units that are gone: gaps
  "n?": [whole], // numbers: differences
  "w?": [whole], // window
  "a?": "text", // caption
  "q?": [whole], // orders: five columns
  "x?": [whole], // orders of which nothing came: gaps of their places
  "e?": [whole], // events: seven columns
  "p?": [whole], // used: CPU times, statuses
  "v?": [verdict],
  "d?": [note],
  "l?": [line],
} as const satisfies Form;

// Rounds are checked one by one, so that what comes before a damaged one can be seen.
export const matchForm = {
  format: whole,
  game: "text",
  title: "text",
  rounds: whole,
  seed: "text",
  settings: [{ name: "text", value: "number", doc: "text" }],
  players: [player],
  budget: "number",
  legend,
  texts: ["text"], // the first ones, numbered from 1
  start: frame,
  played: "list",
  live: truth,
  ended: truth,
  damage: "text",
  "number?": whole, // from 1, if the arena will show another match in its place
} as const satisfies Form;

export type PathData = Of<typeof path>;
export type CellKind = Of<typeof cellKind>;
export type UnitKind = Of<typeof unitKind>;
export type EventKind = Of<typeof eventKind>;
export type Look = EventKind["look"];
export type Legend = Of<typeof legend>;
export type PlayerInfo = Of<typeof player>;
export type UnitData = Of<typeof unit>;
export type FrameData = Of<typeof frame>;
export type Verdict = Of<typeof verdict>;
export type Note = Of<typeof note>;
export type Line = Of<typeof line>;
export type RoundData = Of<typeof roundForm>;
export type MatchData = Omit<Of<typeof matchForm>, "played"> & { readonly played: readonly RoundData[] };
