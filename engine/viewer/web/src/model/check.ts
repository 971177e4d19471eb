// Checks what the page is given before anything else trusts it: a replay may be
// cut short, or made by somebody who wants to see the page fail.

import type { FrameData, Legend, MatchData, PlayerInfo, RoundData, UnitData } from "./data";

// What is more than this is taken for damage, as it would fill the memory.
const maxCells = 1 << 18;
const maxRounds = 20_000;
const maxPlayers = 16;
const maxKinds = 256; // as an index of a kind is a byte
const maxUnits = 1 << 14;
const maxInt = 2 ** 31 - 1;

// Damage is what is wrong with the data, in words.
export class Damage extends Error {}

type Fields = Readonly<Record<string, unknown>>;

function fail(what: string, why: string): never {
  throw new Damage(`${what} ${why}`);
}

function fields(value: unknown, what: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fail(what, "is missing");
  }
  return value as Fields;
}

function list(value: unknown, what: string, max = maxInt): readonly unknown[] {
  if (!Array.isArray(value)) {
    fail(what, "is no list");
  }
  if (value.length > max) {
    fail(what, `has ${value.length} entries, more than ${max}`);
  }
  return value;
}

function integer(value: unknown, what: string, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    fail(what, `is ${describe(value)}, not from ${min} to ${max}`);
  }
  return value;
}

function describe(value: unknown): string {
  return typeof value === "number" ? String(value) : `a ${value === null ? "null" : typeof value}`;
}

function number(value: unknown, what: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    fail(what, "is no number");
  }
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string") {
    fail(what, "is no text");
  }
  return value;
}

function truth(value: unknown, what: string): void {
  if (typeof value !== "boolean") {
    fail(what, "is neither true nor false");
  }
}

function texts(from: Fields, what: string, ...names: string[]): void {
  for (const name of names) {
    text(from[name], `${what}'s ${name}`);
  }
}

const colourForm = /^(#[0-9a-f]{6}|owner|shade|ink)?$/i;

function colour(value: unknown, what: string): void {
  const both = list(value, what, 2);
  if (both.length !== 2 || !both.every((c) => typeof c === "string" && colourForm.test(c))) {
    fail(what, "is no colour");
  }
}

function shape(value: unknown, what: string): void {
  for (const path of list(value, what, maxKinds)) {
    const p = fields(path, what);
    text(p["d"], what);
    colour(p["fill"], what);
    colour(p["stroke"], what);
    number(p["width"], what);
  }
}

function checkLegend(value: unknown): Legend {
  const l = fields(value, "the legend");
  const rows = integer(l["rows"], "the number of rows", 1, maxCells);
  const cols = integer(l["cols"], "the number of columns", 1, maxCells);
  integer(rows * cols, "the number of cells", 1, maxCells);
  truth(l["wrapRows"], "wrapRows");
  truth(l["wrapCols"], "wrapCols");
  list(l["cells"], "the kinds of cells", maxKinds).forEach((value, i) => {
    const what = `kind of cell ${i}`;
    const kind = fields(value, what);
    texts(kind, what, "name", "glyph");
    colour(kind["fill"], `${what}'s colour`);
    list(kind["over"], `${what}'s shapes`, maxKinds).forEach((s) => shape(s, `${what}'s shape`));
    integer(kind["height"], `${what}'s height`, -maxInt, maxInt);
  });
  list(l["units"], "the kinds of units", maxKinds).forEach((value, i) => {
    const what = `kind of unit ${i}`;
    const kind = fields(value, what);
    texts(kind, what, "name", "glyph");
    truth(kind["plate"], `${what}'s plate`);
    shape(kind["shape"], `${what}'s shape`);
  });
  list(l["events"], "the kinds of events", maxKinds).forEach((value, i) => {
    const what = `kind of event ${i}`;
    const kind = fields(value, what);
    texts(kind, what, "name", "look");
    truth(kind["major"], `${what}'s major`);
  });
  list(l["numbers"], "the names of numbers", maxKinds).forEach((name) => text(name, "the name of a number"));
  return value as Legend;
}

function checkPlayers(value: unknown): readonly PlayerInfo[] {
  list(value, "the list of players", maxPlayers).forEach((value, seat) => {
    const what = `player ${seat}`;
    const player = fields(value, what);
    texts(player, what, "name", "version", "plate");
    colour(player["colour"], `${what}'s colour`);
    colour(player["shade"], `${what}'s shade`);
    colour(player["ink"], `${what}'s ink`);
  });
  return value as readonly PlayerInfo[];
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
  integer(id, "the id of a unit", 0, maxInt);
  integer(kind, `the kind of unit ${id}`, 0, b.unitKinds - 1);
  integer(owner, `the owner of unit ${id}`, -1, b.players - 1);
  integer(cell, `the cell of unit ${id}`, -1, b.cells - 1);
  integer(health, `the health of unit ${id}`, -maxInt, maxInt);
  integer(maxHealth, `the most health of unit ${id}`, 0, maxInt);
  integer(note, `the note of unit ${id}`, 0, maxInt);
}

function checkRuns(value: unknown, what: string, min: number, max: number, cells: number): void {
  const runs = list(value, what, 2 * cells);
  let covered = 0;
  for (let i = 0; i < runs.length; i += 2) {
    integer(runs[i], what, min, max);
    covered += integer(runs[i + 1], `the length of a run of ${what}`, 1, cells);
  }
  if (covered !== cells) {
    fail(what, `cover ${covered} cells of ${cells}`);
  }
}

function checkNumbers(value: unknown, b: Bounds): void {
  const all = list(value, "the numbers", b.numbers);
  if (all.length !== b.numbers) {
    fail("the numbers", `are ${all.length}, not ${b.numbers}`);
  }
  for (const bySeat of all) {
    if (list(bySeat, "a number", b.players).length !== b.players) {
      fail("a number", "is not there for each player");
    }
    (bySeat as unknown[]).forEach((n) => number(n, "a number of a player"));
  }
}

function checkWindow(value: unknown, b: Bounds): void {
  const w = list(value, "the window", 4);
  if (w.length === 0) {
    return;
  }
  integer(w[0], "the window's row", 0, b.rows - 1);
  integer(w[1], "the window's column", 0, b.cols - 1);
  integer(w[2], "the window's rows", 1, b.rows);
  integer(w[3], "the window's columns", 1, b.cols);
}

function checkFrame(value: unknown, b: Bounds): FrameData {
  const f = fields(value, "the start");
  checkRuns(f["cells"], "the cells", 0, b.cellKinds - 1, b.cells);
  if (b.owned) {
    checkRuns(f["owners"], "the owners", -1, b.players - 1, b.cells);
  }
  for (const unit of list(f["units"], "the list of units", maxUnits)) {
    list(unit, "a unit", 7);
    checkUnit(unit as UnitData, b);
  }
  checkNumbers(f["numbers"], b);
  checkWindow(f["window"], b);
  text(f["caption"], "the caption");
  return value as FrameData;
}

// checkMatch says whether a value is a match, but for its rounds: those are
// checked one by one, so that one can see what came before a damaged one.
export function checkMatch(value: unknown): MatchData {
  const m = fields(value, "the match");
  if (m["format"] !== 1) {
    fail("its format", `is ${describe(m["format"])}; this page reads format 1`);
  }
  texts(m, "the match", "game", "title", "seed", "damage");
  integer(m["rounds"], "the number of rounds", 0, maxInt);
  number(m["budget"], "the CPU budget");
  truth(m["live"], "live");
  truth(m["ended"], "ended");
  for (const setting of list(m["settings"], "the list of settings", 4096)) {
    const s = fields(setting, "a setting");
    texts(s, "a setting", "name", "doc");
    number(s["value"], "the value of a setting");
  }
  checkPlayers(m["players"]);
  checkLegend(m["legend"]);
  list(m["played"], "the list of rounds", maxRounds);
  list(m["texts"], "the list of texts").forEach((s) => text(s, "a text"));
  list(fields(m["start"], "the start")["owners"], "the owners");
  const match = value as MatchData;
  checkFrame(m["start"], boundsOf(match));
  return match;
}

// A Column is the name of a column of numbers, and the least and the largest that
// there may be.
type Column = readonly [what: string, min: number, max: number];

function checkColumns(value: unknown, what: string, ...columns: readonly Column[]): void {
  const all = list(value, what);
  const rows = all.length / columns.length;
  if (!Number.isInteger(rows)) {
    fail(what, "is cut short");
  }
  columns.forEach(([name, min, max], column) => {
    for (let i = column * rows; i < (column + 1) * rows; i++) {
      integer(all[i], name, min, max);
    }
  });
}

// checkRound says whether a value is the round of a number, when so many texts are
// known before. What can be told only with the frame before is left to those who
// make the next one of it: differences.
export function checkRound(value: unknown, round: number, texts: number, b: Bounds): RoundData {
  const r = fields(value, "it");
  integer(r["r"], "its number", round, Math.min(round, maxRounds));
  const has = (name: string, check: (value: unknown) => void): void => {
    if (r[name] !== undefined) {
      check(r[name]);
    }
  };
  let known = texts;
  has("t", (v) => {
    const brought = list(v, "the list of texts");
    brought.forEach((s) => text(s, "a text"));
    known += brought.length;
  });
  has("w", (v) => checkWindow(v, b));
  has("a", (v) => text(v, "the caption"));
  const gap: Column = ["a gap", 0, maxInt];
  const way: Column = ["a way", -b.cells, b.cells];
  const change: Column = ["a change of a unit", -maxInt, maxInt];
  const words: Column = ["a text", 0, known];
  const unit: Column = ["a unit", -maxInt, maxInt]; // a bot may give orders to what there is not
  const kind: Column = ["the kind of a cell", 0, b.cellKinds - 1];
  const owner: Column = ["an owner", -1, b.players - 1];
  const seat: Column = ["a player", 0, b.players - 1];
  const any: Column = ["a number", -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const event: Column = ["the kind of an event", 0, b.eventKinds - 1];
  const cell: Column = ["the cell of an event", -1, b.cells - 1];
  const lists: Readonly<Record<string, readonly [what: string, ...columns: Column[]]>> = {
    c: ["cells", gap, kind],
    o: ["owners", gap, owner],
    m: ["moves", gap, way],
    u: ["units", gap, change, change, way, change, change, words],
    g: ["units that are gone", gap],
    n: ["numbers", any],
    q: ["orders", seat, unit, words, way, words],
    e: ["events", event, cell, way, unit, unit, owner, words],
    p: ["times", any, any],
  };
  for (const [name, [what, ...columns]] of Object.entries(lists)) {
    has(name, (v) => checkColumns(v, `the list of ${what}`, ...columns));
  }
  has("n", (v) => checkLength(v, "the list of numbers", b.numbers * b.players));
  has("p", (v) => checkLength(v, "the list of times", 2 * b.players));
  has("v", (v) => checkAll(v, "a verdict", ["seat"], ["kind", "detail"], b));
  has("l", (v) => checkAll(v, "a line", ["s"], ["x"], b));
  has("d", (v) => checkNotes(v, b));
  return value as RoundData;
}

function checkLength(value: unknown, what: string, length: number): void {
  const all = list(value, what);
  if (all.length !== length && all.length !== 0) {
    fail(what, `has ${all.length} entries, not ${length}`);
  }
}

function checkAll(value: unknown, what: string, seats: readonly string[], words: readonly string[], b: Bounds): void {
  for (const one of list(value, `the list with ${what}`)) {
    const f = fields(one, what);
    seats.forEach((name) => integer(f[name], `the player of ${what}`, 0, b.players - 1));
    texts(f, what, ...words);
  }
}

function checkNotes(value: unknown, b: Bounds): void {
  checkAll(value, "a note", ["s"], ["k"], b);
  for (const note of value as readonly unknown[]) {
    const n = fields(note, "a note");
    integer(n["c"], "the cell of a note", -1, b.cells - 1);
    integer(n["to"] ?? -1, "the aim of a note", -1, b.cells - 1);
    integer(n["u"], "the unit of a note", -maxInt, maxInt);
    text(n["x"] ?? "", "the text of a note");
  }
}

export function checkUnitCount(count: number): void {
  integer(count, "the number of units", 0, maxUnits);
}
