// Checks what the page is given before anything else trusts it: a replay may be
// cut short, or made by somebody who wants to see the page fail.

import type { FrameData, MatchData, RoundData, UnitData } from "./data";

// What is more than this is taken for damage, as it would fill the memory.
const maxCells = 1 << 18;
const maxRounds = 20_000;
const maxPlayers = 16;
const maxKinds = 256; // as an index of a kind is a byte
const maxUnits = 1 << 14;
const maxInt = 2 ** 31 - 1;
const maxNumber = Number.MAX_SAFE_INTEGER;

// Damage is what is wrong with the data, in words.
export class Damage extends Error {}

// A Form says what a value has to be: something simple, a list of values of one
// form, or an object with fields, of which those whose names end in ? may be missing.
type Form = keyof typeof simple | readonly [Form] | { readonly [field: string]: Form };

const simple = {
  text: (value: unknown): boolean => typeof value === "string",
  number: (value: unknown): boolean => Number.isFinite(value),
  "whole number": (value: unknown): boolean => Number.isSafeInteger(value),
  "true or false": (value: unknown): boolean => typeof value === "boolean",
  list: (value: unknown): boolean => Array.isArray(value),
  colour: (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((c) => /^(#[0-9a-f]{6}|owner|shade|ink|)$/i.test(String(c))),
};

const whole = "whole number";
const truth = "true or false";
const shape: Form = [{ d: "text", fill: "colour", stroke: "colour", width: "number" }];

const matchForm: Form = {
  game: "text",
  title: "text",
  seed: "text",
  damage: "text",
  rounds: whole,
  budget: "number",
  live: truth,
  ended: truth,
  settings: [{ name: "text", value: "number", doc: "text" }],
  players: [{ name: "text", version: "text", plate: "text", colour: "colour", shade: "colour", ink: "colour" }],
  legend: {
    rows: whole,
    cols: whole,
    wrapRows: truth,
    wrapCols: truth,
    cells: [{ name: "text", glyph: "text", fill: "colour", over: [shape], height: whole }],
    units: [{ name: "text", glyph: "text", plate: truth, shape }],
    events: [{ name: "text", look: "text", major: truth }],
    numbers: ["text"],
  },
  texts: ["text"],
  start: { cells: [whole], owners: [whole], units: [[whole]], numbers: [["number"]], window: [whole], caption: "text" },
  played: "list",
};

const roundForm: Form = {
  r: whole,
  "t?": ["text"],
  "c?": [whole],
  "o?": [whole],
  "m?": [whole],
  "u?": [whole],
  "g?": [whole],
  "n?": [whole],
  "w?": [whole],
  "a?": "text",
  "q?": [whole],
  "e?": [whole],
  "p?": [whole],
  "v?": [{ seat: whole, kind: "text", detail: "text" }],
  "d?": [{ s: whole, k: "text", c: whole, "to?": whole, u: whole, "x?": "text" }],
  "l?": [{ s: whole, x: "text" }],
};

// wrong says where a value is not of a form, and how; "" if it is.
function wrong(value: unknown, form: Form): string {
  if (typeof form === "string") {
    return simple[form](value) ? "" : ` is no ${form}`;
  }
  if (form instanceof Array) {
    return Array.isArray(value) ? firstWrong(value, form[0]) : " is no list";
  }
  if (typeof value !== "object" || value === null) {
    return " is missing";
  }
  for (const [key, one] of Object.entries(form)) {
    const name = key.replace("?", "");
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    const why = inner === undefined && name !== key ? "" : wrong(inner, one);
    if (why !== "") {
      return `.${name}${why}`;
    }
  }
  return "";
}

function firstWrong(values: readonly unknown[], form: Form): string {
  if (typeof form === "string" && values.every(simple[form])) {
    return ""; // most of a match is long lists of numbers
  }
  for (let i = 0; i < values.length; i++) {
    const why = wrong(values[i], form);
    if (why !== "") {
      return `.${i}${why}`;
    }
  }
  return "";
}

function checkForm(value: unknown, form: Form, what: string): void {
  const why = wrong(value, form);
  if (why !== "") {
    throw new Damage(why.startsWith(".") ? why.slice(1) : what + why);
  }
}

function between(value: number | undefined, what: string, min: number, max: number): void {
  if (value === undefined || !(value >= min && value <= max)) {
    throw new Damage(`${what} is ${value ?? "missing"}, not ${min === max ? min : `from ${min} to ${max}`}`);
  }
}

// A Bounds says what indices there are in a match.
export interface Bounds {
  readonly cells: number;
  readonly cellKinds: number;
  readonly unitKinds: number;
  readonly eventKinds: number;
  readonly numbers: number;
  readonly players: number;
  readonly rows: number;
  readonly cols: number;
  readonly owned: boolean; // whether cells have owners
}

export function boundsOf(data: MatchData): Bounds {
  const { legend, players, start } = data;
  return {
    rows: legend.rows,
    cols: legend.cols,
    cells: legend.rows * legend.cols,
    cellKinds: legend.cells.length,
    unitKinds: legend.units.length,
    eventKinds: legend.events.length,
    numbers: legend.numbers.length,
    players: players.length,
    owned: start.owners.length > 0,
  };
}

// checkUnit says whether a unit is one that there can be.
export function checkUnit([id, kind, owner, cell, health, maxHealth, note]: UnitData, b: Bounds): void {
  between(id, "the id of a unit", 0, maxInt);
  between(kind, `the kind of unit ${id}`, 0, b.unitKinds - 1);
  between(owner, `the owner of unit ${id}`, -1, b.players - 1);
  between(cell, `the cell of unit ${id}`, -1, b.cells - 1);
  between(health, `the health of unit ${id}`, -maxInt, maxInt);
  between(maxHealth, `the most health of unit ${id}`, 0, maxInt);
  between(note, `the note of unit ${id}`, 0, maxInt);
}

export function checkUnitCount(count: number): void {
  between(count, "the number of units", 0, maxUnits);
}

function checkRuns(runs: readonly number[], what: string, min: number, max: number, cells: number): void {
  let covered = 0;
  for (let i = 0; i < runs.length; i += 2) {
    between(runs[i], what, min, max);
    between(runs[i + 1], `the length of a run of ${what}`, 1, cells);
    covered += runs[i + 1] ?? 0;
  }
  between(covered, `the number of ${what}`, cells, cells);
}

function checkWindow(window: readonly number[], b: Bounds): void {
  if (window.length > 0) {
    between(window[0], "the window's row", 0, b.rows - 1);
    between(window[1], "the window's column", 0, b.cols - 1);
    between(window[2], "the window's rows", 1, b.rows);
    between(window[3], "the window's columns", 1, b.cols);
  }
}

function checkStart(start: FrameData, b: Bounds): void {
  checkRuns(start.cells, "the cells", 0, b.cellKinds - 1, b.cells);
  if (b.owned) {
    checkRuns(start.owners, "the owners", -1, b.players - 1, b.cells);
  }
  checkUnitCount(start.units.length);
  start.units.forEach((unit) => checkUnit(unit, b));
  between(start.numbers.length, "the number of numbers", b.numbers, b.numbers);
  start.numbers.forEach((bySeat) => between(bySeat.length, "the number of players' numbers", b.players, b.players));
  checkWindow(start.window, b);
}

// checkMatch says whether a value is a match, but for its rounds: those are
// checked one by one, so that one can see what came before a damaged one.
export function checkMatch(value: unknown): MatchData {
  checkForm(value, { format: whole }, "it");
  const match = value as MatchData;
  if (match.format !== 1) {
    throw new Damage(`its format is ${match.format}; this page reads format 1`);
  }
  checkForm(value, matchForm, "it");
  const { legend, players, played } = match;
  between(legend.rows, "the number of rows", 1, maxCells);
  between(legend.cols, "the number of columns", 1, maxCells);
  between(legend.rows * legend.cols, "the number of cells", 1, maxCells);
  between(players.length, "the number of players", 0, maxPlayers);
  between(played.length, "the number of rounds", 0, maxRounds);
  for (const kinds of [legend.cells, legend.units, legend.events, legend.numbers]) {
    between(kinds.length, "the number of kinds", 0, maxKinds);
  }
  legend.cells.forEach((kind) => between(kind.over.length, "the number of shapes", 0, maxKinds));
  checkStart(match.start, boundsOf(match));
  return match;
}

// A Column is the name of a column of numbers, and the least and the largest that
// there may be.
type Column = readonly [what: string, min: number, max: number];

function checkColumns(all: readonly number[] = [], what: string, ...columns: readonly Column[]): void {
  const rows = all.length / columns.length;
  if (!Number.isInteger(rows)) {
    throw new Damage(`the list of ${what} is cut short`);
  }
  columns.forEach(([name, min, max], column) => {
    for (let i = column * rows; i < (column + 1) * rows; i++) {
      between(all[i], name, min, max);
    }
  });
}

function checkLength(length: number | undefined, what: string, wanted: number): void {
  if (length) {
    between(length, what, wanted, wanted);
  }
}

// checkRound says whether a value is the round of a number, when so many texts are
// known before. What can be told only with the frame before is left to those who
// make the next one of it: differences.
export function checkRound(value: unknown, round: number, texts: number, b: Bounds): void {
  checkForm(value, roundForm, "it");
  const r = value as RoundData;
  between(r.r, "its number", round, round);
  between(round, "its number", 0, maxRounds);
  checkWindow(r.w ?? [], b);
  checkLength(r.n?.length, "the number of numbers", b.numbers * b.players);
  checkLength(r.p?.length, "the number of times", 2 * b.players);
  const gap: Column = ["a gap", 0, maxInt];
  const way: Column = ["a way", -b.cells, b.cells];
  const change: Column = ["a change of a unit", -maxInt, maxInt];
  const words: Column = ["a text", 0, texts + (r.t?.length ?? 0)];
  const unit: Column = ["a unit", -maxInt, maxInt]; // a bot may give orders to what there is not
  const kind: Column = ["the kind of a cell", 0, b.cellKinds - 1];
  const owner: Column = ["an owner", -1, b.players - 1];
  const seat: Column = ["a player", 0, b.players - 1];
  const any: Column = ["a number", -maxNumber, maxNumber];
  const event: Column = ["the kind of an event", 0, b.eventKinds - 1];
  const cell: Column = ["a cell", -1, b.cells - 1];
  checkColumns(r.c, "cells", gap, kind);
  checkColumns(r.o, "owners", gap, owner);
  checkColumns(r.m, "moves", gap, way);
  checkColumns(r.u, "units", gap, change, change, way, change, change, words);
  checkColumns(r.g, "units that are gone", gap);
  checkColumns(r.n, "numbers", any);
  checkColumns(r.q, "orders", seat, unit, words, way, words);
  checkColumns(r.e, "events", event, cell, way, unit, unit, owner, words);
  checkColumns(r.p, "times", any, any);
  for (const { s: by, c: at, to = -1, u: about } of r.d ?? []) {
    checkColumns([by, at, to, about], "notes", seat, cell, cell, unit);
  }
  checkColumns([...(r.v ?? []).map((v) => v.seat), ...(r.l ?? []).map((line) => line.s)], "players", seat);
}
