// The orders that a person has in mind for the next round, and what a key or a cell stands for.

import type { Legend, Word } from "./data";
import type { Frame } from "./frame";
import { indexOf } from "./units";

// A Draft has the word of each unit, the last one last.
export type Draft = readonly (readonly [unit: number, word: string])[];

export const without = (draft: Draft, units: readonly number[]): Draft =>
  draft.filter(([unit]) => !units.includes(unit));

// ordered tells units a word; what they were told before does not count.
export const ordered = (draft: Draft, units: readonly number[], word: string): Draft => [
  ...without(draft, units),
  ...units.map((unit) => [unit, word] as const),
];

// fitting is what a draft of another round still says to units of a seat.
export const fitting = (draft: Draft, frame: Frame, seat: number): Draft =>
  draft.filter(([unit]) => frame.units.owner[indexOf(frame.units, unit)] === seat);

// textOf returns the orders as a bot writes them.
export const textOf = (draft: Draft): string => draft.map(([unit, word]) => `do ${unit} ${word}\n`).join("");

const wrapped = (by: number, length: number, wraps: boolean): number =>
  wraps ? by - length * Math.round(by / length) : by;

// apart returns by how many rows and columns one cell lies beyond another, the short way around.
function apart({ rows, cols, wrapRows, wrapCols }: Legend, from: number, to: number): readonly [number, number] {
  return [
    wrapped(Math.floor(to / cols) - Math.floor(from / cols), rows, wrapRows),
    wrapped((to % cols) - (from % cols), cols, wrapCols),
  ];
}

// nearest returns the word that leads nearest to a place so many rows and columns away; of two, the first. A word that
// leads nowhere is meant only by the place where the unit stands.
function nearest(words: readonly Word[], rows: number, cols: number): Word | undefined {
  const far = (word: Word): number => Math.hypot(word.rows - rows, word.cols - cols);
  const leads = words.filter((word) => word.rows !== 0 || word.cols !== 0);
  return leads.toSorted((a, b) => far(a) - far(b))[0];
}

export function wordTo(words: readonly Word[], legend: Legend, from: number, to: number): Word | undefined {
  return nearest(words, ...apart(legend, from, to));
}

const ways: Readonly<Record<string, readonly [name: string, rows: number, cols: number]>> = {
  ArrowUp: ["up", -1, 0],
  ArrowDown: ["down", 1, 0],
  ArrowLeft: ["left", 0, -1],
  ArrowRight: ["right", 0, 1],
};

// wayOf returns the way that an arrow points, as if it were a word.
export function wayOf(key: string): Word | undefined {
  const [word, rows, cols] = ways[key] ?? [];
  return word === undefined || rows === undefined || cols === undefined ? undefined : { word, rows, cols };
}

// wordOf returns the word of a key: the one of its name, or else that leads where the arrow points.
export function wordOf(words: readonly Word[], key: string): Word | undefined {
  const way = ways[key];
  if (way === undefined) {
    return undefined;
  }
  const [name, rows, cols] = way;
  return words.find(({ word }) => word === name) ?? words.find((word) => word.rows === rows && word.cols === cols);
}

// leadsTo returns the cell to which a word leads from another; -1 if it leads nowhere else, or off the board.
export function leadsTo(word: Word | undefined, legend: Legend, from: number): number {
  const { rows, cols, wrapRows, wrapCols } = legend;
  let row = Math.floor(from / cols) + (word?.rows ?? 0);
  let col = (from % cols) + (word?.cols ?? 0);
  row = wrapRows ? (row + rows) % rows : row;
  col = wrapCols ? (col + cols) % cols : col;
  const to = row * cols + col;
  return row < 0 || col < 0 || row >= rows || col >= cols || to === from ? -1 : to;
}

// waysOf returns from which cell to which one each order leads; to the same cell, if it leads nowhere else.
export function waysOf(
  draft: Draft,
  words: readonly Word[],
  legend: Legend,
  { units }: Frame,
): readonly { readonly from: number; readonly to: number }[] {
  return draft.flatMap(([unit, text]) => {
    const from = units.cell[indexOf(units, unit)] ?? -1;
    const to =
      from < 0
        ? -1
        : leadsTo(
            words.find(({ word }) => word === text),
            legend,
            from,
          );
    return from < 0 ? [] : [{ from, to: to < 0 ? from : to }];
  });
}

// unitsIn returns the units of a seat on the cells of a box between two corners, in the order of their numbers.
export function unitsIn(legend: Legend, { units }: Frame, seat: number, from: number, to: number): number[] {
  const { cols } = legend;
  const [rows, columns] = apart(legend, from, to);
  const within = (by: number, length: number): boolean =>
    length < 0 ? by <= 0 && by >= length : by >= 0 && by <= length;
  const found: number[] = [];
  for (let i = 0; i < units.count; i++) {
    const cell = units.cell[i] ?? -1;
    if (units.owner[i] !== seat || cell < 0) {
      continue;
    }
    const down = wrapped(Math.floor(cell / cols) - Math.floor(from / cols), legend.rows, legend.wrapRows);
    const right = wrapped((cell % cols) - (from % cols), cols, legend.wrapCols);
    if (within(down, rows) && within(right, columns)) {
      found.push(units.id[i] ?? -1);
    }
  }
  return found;
}
