// Places on the board: cells beside each other that are of one kind and of one owner.

import type { Legend } from "./data";
import type { Frame } from "./frame";

export interface Area {
  readonly kind: number;
  readonly owner: number; // -1: nobody
  readonly cell: number; // the first one, row by row
  readonly all: readonly number[]; // its cells
}

// most is the part of the board above which a kind of cell is ground, not a place.
const most = 0.06;

// areasOf returns the places of a frame: those with an owner, and those of rare kinds.
export function areasOf(legend: Legend, frame: Frame): Area[] {
  const { cells, owners } = frame;
  const counts = legend.cells.map(() => 0);
  for (const kind of cells) {
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const isPlace = (cell: number): boolean =>
    (owners[cell] ?? -1) >= 0 || (counts[cells[cell] ?? 0] ?? 0) <= most * cells.length;
  const seen = new Uint8Array(cells.length);
  const found: Area[] = [];
  for (let cell = 0; cell < cells.length; cell++) {
    if (seen[cell] === 0 && isPlace(cell)) {
      found.push({ kind: cells[cell] ?? 0, owner: owners[cell] ?? -1, cell, all: flood(legend, frame, cell, seen) });
    }
  }
  return found;
}

type Same = (a: number, b: number) => boolean;

// flood marks the cells of an area as seen, and returns them.
function flood(legend: Legend, frame: Frame, first: number, seen: Uint8Array): number[] {
  const { cells, owners } = frame;
  return fill(legend, first, seen, (a, b) => cells[a] === cells[b] && (owners[a] ?? -1) === (owners[b] ?? -1));
}

// fill marks the cells that are reached from a first one by going from a cell to the same beside it.
function fill({ rows, cols }: Legend, first: number, seen: Uint8Array, same: Same): number[] {
  const open = [first];
  seen[first] = 1;
  for (let at = 0; at < open.length; at++) {
    const cell = open[at] ?? 0;
    const beside = [cell - cols, cell + cols, cell % cols > 0 ? cell - 1 : -1, (cell + 1) % cols > 0 ? cell + 1 : -1];
    for (const next of beside) {
      if (next >= 0 && next < rows * cols && seen[next] === 0 && same(next, first)) {
        seen[next] = 1;
        open.push(next);
      }
    }
  }
  return open;
}

// A Group are places that roads of the same owner join, with these roads.
export interface Group {
  readonly owner: number;
  readonly all: readonly number[]; // its cells
  readonly places: number;
  readonly pays: number; // each round
}

// placeAt returns the place or the road that a cell belongs to; nothing if it belongs to none.
export function placeAt(legend: Legend, frame: Frame, cell: number): readonly number[] | undefined {
  const use = legend.cells[frame.cells[cell] ?? -1]?.use;
  return use === undefined ? undefined : flood(legend, frame, cell, new Uint8Array(frame.cells.length));
}

// groupsOf returns the groups of a frame, or only that of a cell.
export function groupsOf(legend: Legend, frame: Frame, only = -1): Group[] {
  const { cells, owners } = frame;
  const seen = new Uint8Array(cells.length);
  const counted = new Uint8Array(cells.length);
  const kindOf = (cell: number) => legend.cells[cells[cell] ?? -1];
  const isPart = (cell: number): boolean => (owners[cell] ?? -1) >= 0 && kindOf(cell)?.use !== undefined;
  const found: Group[] = [];
  for (let cell = Math.max(0, only); cell < (only < 0 ? cells.length : only + 1); cell++) {
    if (seen[cell] === 1 || !isPart(cell)) {
      continue;
    }
    const all = fill(legend, cell, seen, (a, b) => isPart(a) && owners[a] === owners[b]);
    let [places, pays] = [0, 0];
    for (const one of all) {
      const kind = kindOf(one);
      pays += kind?.pays ?? 0;
      if (kind?.use === "place" && counted[one] === 0) {
        flood(legend, frame, one, counted);
        places++;
      }
    }
    const together = places > 0 ? (legend.group ?? 0) * 2 ** places : 0;
    found.push({ owner: owners[cell] ?? -1, all, places, pays: pays + together });
  }
  return found;
}
