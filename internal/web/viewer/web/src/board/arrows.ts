// The arrows for orders, and what lies below them. They have a canvas of their own, because there is much of it,
// and it stays where it is while the units move.

import type { Legend } from "../model/data";
import type { Frame, Round } from "../model/frame";
import { indexOf } from "../model/units";
import type { Camera } from "./camera";
import { context, type Look } from "./look";
import { drawArrow, drawCross } from "./marks";
import type { Screen } from "./screen";

const smallestCross = 10; // cell, in pixels of CSS
const apart = 0.4; // of a cell, between the end of an arrow and what flies straight

// Below is what stays for a round and lies below the arrows: it is drawn once, not with every frame of the screen.
export interface Below {
  readonly isOn: (frame: Frame) => boolean;
  readonly drawBelow: (ctx: CanvasRenderingContext2D, frame: Frame, look: Look) => void;
}

export class Arrows {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #screen: Screen;
  readonly #below: Below;
  readonly #legend: Legend;
  // What is drawn now, and where.
  #frame: Frame | undefined;
  #round: Round | undefined;
  #look: Look | undefined;
  #failed = false;
  #x = 0;
  #y = 0;
  #size = 0;

  constructor(canvas: HTMLCanvasElement, camera: Camera, screen: Screen, below: Below, legend: Legend) {
    this.#ctx = context(canvas);
    this.#below = below;
    this.#legend = legend;
    this.#camera = camera;
    this.#screen = screen;
  }

  // draw shows the orders of a round, or only those that failed, or none, on a canvas for a view with more at its
  // sides.
  draw(wide: Camera, round: Round | undefined, frame: Frame, look: Look, failed: boolean): void {
    const { width, height, x, y, size } = wide;
    const { canvas } = this.#ctx;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.#look = undefined;
    }
    const below = this.#below.isOn(frame) ? frame : undefined;
    const same = below === this.#frame && round === this.#round && look === this.#look && failed === this.#failed;
    if (same && x === this.#x && y === this.#y && size === this.#size) {
      return;
    }
    this.#frame = below;
    this.#round = round;
    this.#look = look;
    this.#failed = failed;
    this.#x = x;
    this.#y = y;
    this.#size = size;
    wide.begin(this.#ctx);
    this.#ctx.translate(x - this.#camera.x, 0);
    this.#below.drawBelow(this.#ctx, frame, look);
    this.#drawOrders(round, frame, look);
    this.#ctx.restore();
  }

  // flown returns the cells with what flies straight. An arrow that touched it would say that who gave the order had
  // shot it.
  #flown({ units }: Frame): ReadonlySet<number> {
    const flown = new Set<number>();
    for (let i = 0; i < units.count; i++) {
      if (this.#legend.units[units.kind[i] ?? -1]?.straight === true) {
        flown.add(units.cell[i] ?? -1);
      }
    }
    return flown;
  }

  #drawOrders(round: Round | undefined, frame: Frame, look: Look): void {
    const ctx = this.#ctx;
    const screen = this.#screen;
    const { size, ratio } = this.#camera;
    const width = Math.max(1, size * 0.05);
    const role = look.theme === "light" ? "shade" : "colour";
    const flown = this.#flown(frame);
    ctx.globalAlpha = 0.85;
    for (const order of round?.orders ?? []) {
      if (this.#failed && !order.failed) {
        continue;
      }
      const from = frame.units.cell[indexOf(frame.units, order.unit)] ?? -1;
      if (from < 0) {
        continue;
      }
      const [x, y] = [screen.cellX(from), screen.cellY(from)];
      const [wayX, wayY] = order.to < 0 ? [0, 0] : [screen.wayX(from, order.to), screen.wayY(from, order.to)];
      if (order.to >= 0 && from !== order.to) {
        const way = flown.has(order.to) ? 1 - (apart * size) / Math.hypot(wayX, wayY) : 1;
        drawArrow(ctx, look.inks, x, y, x + wayX * way, y + wayY * way, size, width, look.of(order.seat, role));
      }
      if (this.#failed) {
        drawCross(ctx, look.inks, x + wayX / 2, y + wayY / 2, Math.max(size, smallestCross * ratio), look.inks.harm);
      }
    }
  }
}
