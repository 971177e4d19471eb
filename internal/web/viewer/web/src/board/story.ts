// What tells the story on the board: whose the places are, where much changes hands, and
// where somebody died.

import type { Frame } from "../model/frame";
import type { Playback } from "../model/playback";
import type { Camera } from "./camera";
import type { Look } from "./look";
import { drawEcho } from "./marks";
import { type Place, placesOf } from "./places";
import type { Screen } from "./screen";
import type { Sprites } from "./sprites";
import { Sweep } from "./sweep";

const smallestFlagged = 5; // cell, in pixels of CSS
const echoes = 3; // rounds
const echoSize = 10; // at least, in pixels of CSS

export class Story {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #screen: Screen;
  readonly #sprites: Sprites;
  readonly #playback: Playback;
  readonly #sweep: Sweep;
  readonly #places: readonly Place[]; // that have flags

  constructor(ctx: CanvasRenderingContext2D, camera: Camera, screen: Screen, sprites: Sprites, playback: Playback) {
    this.#ctx = ctx;
    this.#camera = camera;
    this.#screen = screen;
    this.#sprites = sprites;
    this.#playback = playback;
    this.#sweep = new Sweep(playback);
    this.#places = placesOf(playback.data.legend, playback.frame(0));
  }

  // drawGround draws what lies below the units; part is how much of the round is over.
  drawGround(frame: Frame, look: Look, part: number): void {
    this.#drawSweep(frame, look, part);
    this.#drawFlags(frame);
  }

  // drawFlags shows whose the places are.
  #drawFlags(frame: Frame): void {
    const { size, ratio } = this.#camera;
    if (size < smallestFlagged * ratio) {
      return;
    }
    for (const { row, col, cell } of this.#places) {
      const owner = frame.owners[cell] ?? -1;
      if (owner >= 0) {
        const flag = this.#sprites.flag(owner);
        const x = Math.round(this.#screen.x(col + 0.5) - flag.width / 2);
        const y = Math.round(this.#screen.y(row + 0.5) - flag.height / 2);
        this.#ctx.drawImage(flag, x, y);
      }
    }
  }

  // drawEchoes shows for some rounds where somebody died, or where much changed hands.
  drawEchoes(frame: Frame, look: Look, part: number): void {
    const { size, ratio } = this.#camera;
    for (let age = 0; age < echoes; age++) {
      const old = (age + part) / echoes;
      for (const event of this.#playback.events(frame.number - age)) {
        const kind = this.#playback.data.legend.events[event.kind];
        const shown = kind?.look === "death" || (kind?.look === "capture" && kind.major);
        if (shown && event.cell >= 0 && (age > 0 || kind.major)) {
          const [x, y] = [this.#screen.cellX(event.cell), this.#screen.cellY(event.cell)];
          const colour = kind.look === "death" ? look.inks.harm : look.of(event.seat, "colour");
          drawEcho(this.#ctx, look.inks, x, y, Math.max(size, echoSize * ratio), old, colour);
        }
      }
    }
  }

  // drawSweep shows cells that change hands, one after another from where it began.
  #drawSweep(frame: Frame, look: Look, part: number): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const cells = this.#sweep.cells(frame.number);
    ctx.globalAlpha = part > 0 ? 0.75 : 0.35; // while all stands still, what will happen is seen
    for (let i = 0; i < cells.length; i++) {
      const { cell, owner } = cells[i] ?? { cell: 0, owner: -1 };
      if (part <= 0 || i < cells.length * part * 1.2) {
        const x = this.#screen.cellX(cell) - camera.size / 2;
        const y = this.#screen.cellY(cell) - camera.size / 2;
        ctx.fillStyle = look.of(owner, "colour");
        ctx.fillRect(x, y, camera.size, camera.size);
      }
    }
    ctx.globalAlpha = 1;
  }
}
