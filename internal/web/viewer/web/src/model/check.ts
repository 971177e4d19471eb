// Checks what the page is given before anything else trusts it: a match may be cut
// short, or made by somebody who wants to see the page fail.

import {
  bounded,
  columns,
  format,
  type FrameData,
  type MatchData,
  matchForm,
  type RoundData,
  roundForm,
  type UnitData,
} from "./data";
import { increasing } from "./columns";
import { checkForm, Damage } from "./form";

// Anything beyond these bounds is taken for damage, because it would fill the memory.
const maxCells = 1 << 18;
const maxRounds = 20_000;
const maxPlayers = 16;
const maxKinds = 256; // because the index of a kind is a byte
const maxUnits = 1 << 14;
const maxInt = 2 ** 31 - 1;
const maxNumber = Number.MAX_SAFE_INTEGER;

function between(value: number | undefined, what: string, min: number, max: number): void {
  if (value === undefined || !(value >= min && value <= max)) {
    throw new Damage(`${what} is ${value ?? "missing"}, not ${min === max ? min : `from ${min} to ${max}`}`);
  }
}

// Bounds are the numbers of things in a match, which bound their indices.
export interface Bounds {
  readonly cells: number;
  readonly cellKinds: number;
  readonly unitKinds: number;
  readonly eventKinds: number;
  readonly numbers: number;
  readonly signs: number;
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
    signs: legend.signs.length,
    players: players.length,
    owned: start.owners.length > 0,
  };
}

// checkUnit throws Damage if there can be no such unit.
export function checkUnit([id, kind, owner, cell, note]: UnitData, b: Bounds): void {
  between(id, "the id of a unit", 0, maxInt);
  between(kind, `the kind of unit ${id}`, 0, b.unitKinds - 1);
  between(owner, `the owner of unit ${id}`, -1, b.players - 1);
  between(cell, `the cell of unit ${id}`, -1, b.cells - 1);
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
  const bounds = boundsIn(b, 0);
  checkColumns(
    start.signs ?? [],
    "signs",
    columns.k.map((name) => bounds[name]),
  );
}

// checkMatch returns a value that is a match, except for its rounds: checkRound checks
// them one by one.
export function checkMatch(value: unknown): MatchData {
  checkForm<Pick<MatchData, "format">>(value, { format: "whole number" });
  if (value.format !== format) {
    throw new Damage(`its format is ${value.format}; this page reads format ${format}`);
  }
  checkForm<MatchData>(value, matchForm);
  const { legend, players, played } = value;
  between(legend.rows, "the number of rows", 1, maxCells);
  between(legend.cols, "the number of columns", 1, maxCells);
  between(legend.rows * legend.cols, "the number of cells", 1, maxCells);
  between(players.length, "the number of players", 0, maxPlayers);
  between(played.length, "the number of rounds", 0, maxRounds);
  for (const kinds of [legend.cells, legend.units, legend.events, legend.signs, legend.numbers]) {
    between(kinds.length, "the number of kinds", 0, maxKinds);
  }
  legend.cells.forEach((kind) => between(kind.over.length, "the number of shapes", 0, maxKinds));
  checkStart(value.start, boundsOf(value));
  return value;
}

// A Bound is what a number is called, with the least and the greatest that are allowed.
type Bound = readonly [what: string, min: number, max: number];

type Bounded = (typeof columns)[keyof typeof columns][number];

// boundsIn returns the bounds of numbers in a round. texts is the number of texts so far.
const boundsIn = (b: Bounds, texts: number): Readonly<Record<Bounded, Bound>> => ({
  gap: ["a gap", 0, maxInt],
  way: ["a way", -b.cells, b.cells],
  change: ["a change of a unit", -maxInt, maxInt],
  text: ["a text", 0, texts],
  unit: ["a unit", -maxInt, maxInt], // a bot may give orders to units that don't exist
  kind: ["the kind of a cell", 0, b.cellKinds - 1],
  owner: ["an owner", -1, b.players - 1],
  seat: ["a player", 0, b.players - 1],
  any: ["a number", -maxNumber, maxNumber],
  event: ["the kind of an event", 0, b.eventKinds - 1],
  cell: ["a cell", -1, b.cells - 1],
});

function checkColumns(all: readonly number[], list: string, bounds: readonly Bound[]): void {
  const rows = all.length / bounds.length;
  if (!Number.isInteger(rows)) {
    throw new Damage(`the list ${list} is cut short`);
  }
  // Most of what is read at first passes here: a call for each number is felt before the first board is seen.
  for (const [column, [what, min, max]] of bounds.entries()) {
    for (let i = column * rows; i < (column + 1) * rows; i++) {
      const number = all[i]!;
      if (!(number >= min && number <= max)) {
        between(number, what, min, max);
      }
    }
  }
}

function checkLength(length: number | undefined, what: string, wanted: number): void {
  if (length) {
    between(length, what, wanted, wanted);
  }
}

// checkRound throws Damage if a value is not the round of a number. texts is the number
// of texts given before it. Differences are checked later, when the next frame is made,
// because that takes the frame before.
export function checkRound(r: unknown, round: number, texts: number, b: Bounds): asserts r is RoundData {
  checkForm<RoundData>(r, roundForm);
  between(r.r, "its number", round, round);
  between(round, "its number", 0, maxRounds);
  checkWindow(r.w ?? [], b);
  checkLength(r.n?.length, "the number of numbers", b.numbers * b.players);
  checkLength(r.p?.length, "the number of times", columns.p.length * b.players);
  const bounds = boundsIn(b, texts + (r.t?.length ?? 0));
  for (const [list, names] of Object.entries(columns)) {
    const all = r[list as keyof typeof columns];
    if (all !== undefined) {
      const wanted = names.map((name) => bounds[name]);
      checkColumns(all, list, wanted);
    }
  }
  increasing(r.x, columns.x);
  for (const [list, fields] of Object.entries(bounded)) {
    const all: readonly object[] = r[list as keyof typeof bounded] ?? [];
    for (const told of all as readonly Readonly<Record<string, number>>[]) {
      for (const [field, name] of Object.entries(fields)) {
        between(told[field], ...bounds[name]);
      }
    }
  }
}
