// Where the followed unit was, and where it will be.

import type { Frame } from "../model/frame";
import { type Path, pathOf } from "../model/life";
import type { Playback } from "../model/playback";
import { indexOf } from "../model/units";
import type { Camera } from "./camera";
import type { Look } from "./look";
import { drawWay } from "./marks";
import type { Screen } from "./screen";

const rounds = 20;
const faintest = 0.15;
const lineWidth = 0.12; // of a cell
const thinnest = 2; // in pixels of CSS
const dot = 0.02; // of a step: a line so short is a dot

export class Trail {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #screen: Screen;
  readonly #playback: Playback;
  #path: Path = { past: [], future: [] };
  #of = ""; // what the path is of

  constructor(ctx: CanvasRenderingContext2D, camera: Camera, screen: Screen, playback: Playback) {
    this.#ctx = ctx;
    this.#camera = camera;
    this.#screen = screen;
    this.#playback = playback;
  }

  // draw shows the last cells of a unit, fading, and the next ones as dots if they are asked
  // for. Of no unit, -1, it shows nothing.
  draw(unit: number, frame: Frame, look: Look, ahead: boolean): void {
    const i = unit < 0 ? -1 : indexOf(frame.units, unit);
    if (i < 0) {
      return;
    }
    const of = `${unit} ${frame.number} ${this.#playback.last}`;
    if (of !== this.#of) {
      this.#of = of;
      this.#path = pathOf(this.#playback, unit, frame.number, rounds);
    }
    const { past, future } = this.#path;
    const colour = look.of(frame.units.owner[i] ?? -1, look.theme === "light" ? "shade" : "colour");
    past.forEach((cell, n) => {
      const before = past[n - 1];
      if (before !== undefined && before !== cell) {
        const age = past.length - 1 - n;
        this.#draw(before, cell, 0, 1, look, colour, Math.max(faintest, 0.95 - age / rounds));
      }
    });
    if (ahead) {
      future.forEach((cell, n) => {
        const next = future[n + 1];
        if (next !== undefined && next !== cell) {
          this.#draw(cell, next, 0.5, dot, look, colour, 0.9);
          this.#draw(cell, next, 1, dot, look, colour, 0.9);
        }
      });
    }
  }

  // draw draws a part of the way from a cell to another, both 0 to 1 of it.
  #draw(from: number, to: number, start: number, length: number, look: Look, colour: string, alpha: number): void {
    const screen = this.#screen;
    const { size, ratio } = this.#camera;
    const [x, y] = [screen.wayX(from, to), screen.wayY(from, to)];
    drawWay(
      this.#ctx,
      look.inks,
      [screen.cellX(from) + x * start, screen.cellY(from) + y * start],
      [x * length, y * length],
      Math.max(thinnest * ratio, size * lineWidth),
      colour,
      alpha,
    );
  }
}
