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

// flood marks the cells of an area as seen, and returns them.
function flood(legend: Legend, { cells, owners }: Frame, first: number, seen: Uint8Array): number[] {
  const { cols } = legend;
  const open = [first];
  seen[first] = 1;
  for (let at = 0; at < open.length; at++) {
    const cell = open[at] ?? 0;
    const beside = [cell - cols, cell + cols, cell % cols > 0 ? cell - 1 : -1, (cell + 1) % cols > 0 ? cell + 1 : -1];
    for (const next of beside) {
      const same = cells[next] === cells[first] && (owners[next] ?? -1) === (owners[first] ?? -1);
      if (next >= 0 && next < cells.length && seen[next] === 0 && same) {
        seen[next] = 1;
        open.push(next);
      }
    }
  }
  return open;
}
