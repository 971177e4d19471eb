// Where the flags of places stand.

import { areasOf } from "../model/areas";
import type { Legend } from "../model/data";
import type { Frame } from "../model/frame";

export interface Place {
  readonly row: number; // of the middle
  readonly col: number;
  readonly cell: number; // whose owner is that of all
  readonly all: readonly number[];
}

// placesOf returns the places of a board: cells beside each other of a kind that is one.
export function placesOf(legend: Legend, { cells, ...frame }: Frame): Place[] {
  if (!legend.cells.some((kind) => kind.use === "place")) {
    return [];
  }
  const owners = Int8Array.from(cells, (kind) => (legend.cells[kind]?.use === "place" ? 0 : -1));
  return areasOf(legend, { ...frame, cells, owners })
    .filter((area) => legend.cells[area.kind]?.use === "place")
    .map(({ all, cell }) => ({
      row: mean(all.map((c) => Math.floor(c / legend.cols))),
      col: mean(all.map((c) => c % legend.cols)),
      cell,
      all,
    }));
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
