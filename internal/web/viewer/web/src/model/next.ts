// How a frame is made from the data, and from the frame before.

import type { Bounds } from "./check";
import { increasing } from "./columns";
import { columns, type FrameData, type RoundData } from "./data";
import { Damage } from "./form";
import type { Frame, Window } from "./frame";
import { nextUnits, readUnits } from "./units";

export function firstFrame(data: FrameData, bounds: Bounds): Frame {
  const cells = new Uint8Array(bounds.cells);
  fillRuns(cells, data.cells);
  const owners = new Int8Array(bounds.owned ? bounds.cells : 0);
  fillRuns(owners, data.owners);
  return {
    number: 0,
    cells,
    owners,
    units: readUnits(data.units, bounds.signs, data.signs),
    numbers: data.numbers,
    window: windowOf(data.window),
    caption: data.caption,
  };
}

function fillRuns(into: Uint8Array | Int8Array, runs: readonly number[]): void {
  let at = 0;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const end = at + (runs[i + 1] ?? 0);
    into.fill(runs[i] ?? 0, at, end);
    at = end;
  }
}

function windowOf([row, col, rows, cols]: readonly number[]): Window | undefined {
  if (row === undefined || col === undefined || rows === undefined || cols === undefined) {
    return undefined;
  }
  return { row, col, rows, cols };
}

export function nextFrame(before: Frame, round: RoundData, bounds: Bounds): Frame {
  return {
    number: before.number + 1,
    cells: round.c ? changed(before.cells.slice(), round.c) : before.cells,
    owners: round.o ? changed(before.owners.slice(), round.o) : before.owners,
    units: nextUnits(before.units, round, bounds),
    numbers: round.n ? sums(before.numbers, round.n) : before.numbers,
    window: round.w ? windowOf(round.w) : before.window,
    caption: round.a ?? before.caption,
  };
}

function changed<A extends Uint8Array | Int8Array>(cells: A, changes: readonly number[]): A {
  increasing(changes, columns.c).forEach((cell, i, all) => {
    if (cell >= cells.length) {
      throw new Damage(`cell ${cell} changes, but there are ${cells.length}`);
    }
    cells[cell] = changes[all.length + i] ?? 0;
  });
  return cells;
}

function sums(before: Frame["numbers"], differences: readonly number[]): Frame["numbers"] {
  return before.map((bySeat, k) => bySeat.map((n, seat) => n + (differences[k * bySeat.length + seat] ?? 0)));
}
