// Where points of the board are on the canvas. Where a board wraps around, a point is on
// several copies of the board: turns count the times around it.

import type { Legend } from "../model/data";
import { type Camera, nearest } from "./camera";

// firstTurn and lastTurn are the turns on which a position is seen between two sides of
// the canvas. All lengths are in cells.
export function firstTurn(wraps: boolean, position: number, from: number, length: number): number {
  return wraps ? Math.ceil((from - 1 - position) / length) : 0;
}

export function lastTurn(wraps: boolean, position: number, to: number, length: number): number {
  return wraps ? Math.floor((to + 1 - position) / length) : 0;
}

export class Screen {
  readonly #camera: Camera;
  readonly #legend: Legend;

  constructor(camera: Camera, legend: Legend) {
    this.#camera = camera;
    this.#legend = legend;
  }

  // x and y return where a point of the board is, on the first copy in view.
  x(point: number): number {
    const { endlessCols, left, x, size } = this.#camera;
    const { cols } = this.#legend;
    return x + (point + firstTurn(endlessCols, point, (left - x) / size, cols) * cols) * size;
  }

  y(point: number): number {
    const { endlessRows, top, y, size } = this.#camera;
    const { rows } = this.#legend;
    return y + (point + firstTurn(endlessRows, point, (top - y) / size, rows) * rows) * size;
  }

  // cellX and cellY return where the middle of a cell is.
  cellX(cell: number): number {
    return this.x((cell % this.#legend.cols) + 0.5);
  }

  cellY(cell: number): number {
    return this.y(Math.floor(cell / this.#legend.cols) + 0.5);
  }

  // wayX and wayY return how far it is from one cell to another, the short way around.
  wayX(from: number, to: number): number {
    const { cols, wrapCols } = this.#legend;
    return nearest((to % cols) - (from % cols), wrapCols ? cols : 0) * this.#camera.size;
  }

  wayY(from: number, to: number): number {
    const { rows, cols, wrapRows } = this.#legend;
    return nearest(Math.floor(to / cols) - Math.floor(from / cols), wrapRows ? rows : 0) * this.#camera.size;
  }
}
