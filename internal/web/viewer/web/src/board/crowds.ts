// Crowds: on a board with cells of a pixel or two, units of a player that stand together are
// one sign with their number.

import type { Camera } from "./camera";
import { type Look, pathOf } from "./look";
import type { Motion } from "./motion";
import type { Screen } from "./screen";

const smallestCell = 3; // in pixels of CSS: on larger cells each unit is seen
const tile = 24; // in pixels of CSS: who is on the same tile stands together
const least = 4; // units
const smallest = 16; // sign of a crowd, in pixels of CSS
const largest = 40;

export interface Crowd {
  readonly owner: number;
  readonly units: readonly number[]; // indices of the motion
}

// crowdsOf returns the crowds on tiles of some cells.
export function crowdsOf(motion: Motion, cells: number): Crowd[] {
  const found = new Map<string, { owner: number; units: number[] }>();
  for (let i = 0; i < motion.count; i++) {
    const units = motion.unitsOf(i);
    const owner = units?.owner[motion.indexIn(i)] ?? -1;
    const isThere = (units?.cell[motion.indexIn(i)] ?? -1) >= 0 && (motion.alpha[i] ?? 0) > 0;
    if (owner >= 0 && isThere) {
      const key = [owner, ...[motion.x[i], motion.y[i]].map((at = 0) => Math.floor(at / cells))].join();
      const crowd = found.get(key) ?? { owner, units: [] };
      crowd.units.push(i);
      found.set(key, crowd);
    }
  }
  return [...found.values()].filter(({ units }) => units.length >= least);
}

export class Crowds {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #screen: Screen;
  readonly #within = new Set<number>();
  #all: readonly Crowd[] = [];

  constructor(ctx: CanvasRenderingContext2D, camera: Camera, screen: Screen) {
    this.#ctx = ctx;
    this.#camera = camera;
    this.#screen = screen;
  }

  // find finds the crowds of the units as they are now.
  find(motion: Motion): void {
    const { size, ratio } = this.#camera;
    this.#all = size < smallestCell * ratio ? crowdsOf(motion, (tile * ratio) / size) : [];
    this.#within.clear();
    this.#all.forEach(({ units }) => units.forEach((i) => this.#within.add(i)));
  }

  // has reports whether a unit, by its index, is in a crowd.
  has(i: number): boolean {
    return this.#within.has(i);
  }

  draw(motion: Motion, look: Look): void {
    const ctx = this.#ctx;
    const { ratio } = this.#camera;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (const { owner, units } of this.#all) {
      const mean = (of: ArrayLike<number>): number => units.reduce((sum, i) => sum + (of[i] ?? 0), 0) / units.length;
      const size = ratio * Math.min(largest, smallest + 2 * Math.sqrt(units.length));
      ctx.save();
      ctx.translate(this.#screen.x(mean(motion.x)), this.#screen.y(mean(motion.y)));
      ctx.scale(size / 24, size / 24);
      ctx.translate(-12, -12);
      ctx.fillStyle = look.of(owner, "colour");
      ctx.strokeStyle = look.inks.casing;
      ctx.lineWidth = 2;
      const plate = pathOf(look.plate(owner));
      ctx.stroke(plate);
      ctx.fill(plate);
      ctx.fillStyle = look.of(owner, "ink");
      ctx.font = "700 11px system-ui, sans-serif";
      ctx.fillText(String(units.length), 12, 13, 18);
      ctx.restore();
    }
  }
}
