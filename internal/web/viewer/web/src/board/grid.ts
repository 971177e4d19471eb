// What is on the cells of a frame, by row and column.

import type { Legend } from "../model/data";
import type { Frame } from "../model/frame";
import { modulo } from "./camera";

export class Grid {
  cells: Uint8Array = new Uint8Array(0);
  owners: Int8Array = new Int8Array(0);
  readonly #legend: Legend;
  readonly #heights: Int32Array;

  constructor(legend: Legend) {
    this.#legend = legend;
    this.#heights = Int32Array.from(legend.cells, (kind) => kind.height);
  }

  set(frame: Frame): void {
    this.cells = frame.cells;
    this.owners = frame.owners;
  }

  // at returns the number of the cell in a row and a column, or -1. Where the board wraps
  // around, it goes on beyond its sides.
  at(row: number, col: number): number {
    const { rows, cols, wrapRows, wrapCols } = this.#legend;
    if (row >= 0 && row < rows && col >= 0 && col < cols) {
      return row * cols + col;
    }
    if ((!wrapRows && (row < 0 || row >= rows)) || (!wrapCols && (col < 0 || col >= cols))) {
      return -1;
    }
    return modulo(row, rows) * cols + modulo(col, cols);
  }

  kindAt(row: number, col: number): number {
    const cell = this.at(row, col);
    return cell < 0 ? -1 : (this.cells[cell] ?? 0);
  }

  ownerAt(row: number, col: number): number {
    const cell = this.at(row, col);
    return cell < 0 ? -1 : (this.owners[cell] ?? -1);
  }

  // heightOf returns the height of a kind of cell; outside is the height beyond the board.
  heightOf(kind: number, outside: number): number {
    return kind < 0 ? outside : (this.#heights[kind] ?? 0);
  }
}
