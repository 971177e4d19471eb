// The arrows for orders. They have a canvas of their own, because there are many of them,
// and they stay where they are while the units move.

import type { Frame, Round } from "../model/frame";
import { indexOf } from "../model/units";
import type { Camera } from "./camera";
import { context, type Look } from "./look";
import { drawArrow } from "./marks";
import type { Screen } from "./screen";

export class Arrows {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #screen: Screen;
  // What is drawn now, and where.
  #round: Round | undefined;
  #look: Look | undefined;
  #x = 0;
  #y = 0;
  #size = 0;

  constructor(canvas: HTMLCanvasElement, camera: Camera, screen: Screen) {
    this.#ctx = context(canvas);
    this.#camera = camera;
    this.#screen = screen;
  }

  resize(width: number, height: number): void {
    const { canvas } = this.#ctx;
    canvas.width = width;
    canvas.height = height;
    this.#round = undefined;
  }

  // draw shows the orders of a round, or none.
  draw(round: Round | undefined, frame: Frame, look: Look): void {
    const camera = this.#camera;
    const { x, y, size } = camera;
    if (round === this.#round && look === this.#look && x === this.#x && y === this.#y && size === this.#size) {
      return;
    }
    this.#round = round;
    this.#look = look;
    this.#x = x;
    this.#y = y;
    this.#size = size;
    camera.begin(this.#ctx);
    this.#drawOrders(round, frame, look);
    this.#ctx.restore();
  }

  #drawOrders(round: Round | undefined, frame: Frame, look: Look): void {
    const ctx = this.#ctx;
    const screen = this.#screen;
    const { size } = this.#camera;
    const width = Math.max(1, size * 0.05);
    const role = look.theme === "light" ? "shade" : "colour";
    ctx.globalAlpha = 0.85;
    for (const order of round?.orders ?? []) {
      const i = order.to < 0 ? -1 : indexOf(frame.units, order.unit);
      const from = frame.units.cell[i] ?? -1;
      if (from >= 0 && from !== order.to) {
        const x = screen.cellX(from);
        const y = screen.cellY(from);
        const toX = x + screen.wayX(from, order.to);
        const toY = y + screen.wayY(from, order.to);
        drawArrow(ctx, look.inks, x, y, toX, toY, size, width, look.of(order.seat, role));
      }
    }
  }
}
