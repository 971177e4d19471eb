// Pictures of units and of what lies on cells. They are drawn once for a size and a theme,
// and then copied.

import type { MatchData, PathData } from "../model/data";
import { canvasOf, context, type Look, pathOf } from "./look";

const grid = 24; // of a scene's shapes
const owners = 32; // more than there can be
const period = 16; // cells after which the choice among shapes repeats
const largestGround = 40; // in pixels; larger cells are drawn one by one
const flagSize = 1.25; // of a unit
const smallestHalo = 6; // smaller units have none, in pixels of CSS
const shortest = 6; // shorter periods would look like wallpaper

// A hat with a brim, wider than what is below it: the outline tells who wears it.
const hat = [
  [12, -4],
  [16, 5],
  [26, 8.5],
  [26, 11],
  [-2, 11],
  [-2, 8.5],
  [8, 5],
] as const;

export class Sprites {
  size = 0; // of a cell
  unitSize = 0;
  #look: Look | undefined;
  #halo = 0; // in pixels; 0: units have their shapes
  readonly #data: MatchData;
  readonly #flags: (HTMLCanvasElement | undefined)[] = [];
  readonly #units: (HTMLCanvasElement | undefined)[] = [];
  readonly #overs: (HTMLCanvasElement | undefined)[] = [];

  // Shapes on cells repeat after this many rows and columns.
  readonly #periodRows: number;
  readonly #periodCols: number;

  constructor(data: MatchData) {
    const { rows, cols, wrapRows, wrapCols } = data.legend;
    const scrolls = data.start.window.length > 0;
    this.#data = data;
    this.#periodRows = scrolls && wrapRows ? divisor(rows) : period;
    this.#periodCols = scrolls && wrapCols ? divisor(cols) : period;
  }

  // prepare sets the look and the sizes of the pictures. Units may be larger than cells, and
  // plain: a filled plate with a halo, because nobody could recognise the shape on it.
  prepare(look: Look, size: number, unitSize: number, plainHalo: number): void {
    if (look !== this.#look || size !== this.size || unitSize !== this.unitSize || plainHalo !== this.#halo) {
      this.#halo = plainHalo;
      this.#look = look;
      this.size = size;
      this.unitSize = unitSize;
      this.#units.length = 0;
      this.#flags.length = 0;
      this.#overs.length = 0;
    }
  }

  // unit returns the picture of a unit, with a margin. That of a frozen player is under ice.
  unit(kind: number, owner: number, frozen: boolean): HTMLCanvasElement {
    const key = 2 * (kind * owners + owner + 1) + (frozen ? 1 : 0);
    return (this.#units[key] ??= frozen ? this.#freeze(this.#drawUnit(kind, owner)) : this.#drawUnit(kind, owner));
  }

  // flag returns the plate of a player on a pole, which begins in the middle of the picture.
  flag(owner: number): HTMLCanvasElement {
    return (this.#flags[owner] ??= this.#drawFlag(owner));
  }

  #drawFlag(owner: number): HTMLCanvasElement {
    const size = this.unitSize * flagSize;
    const canvas = canvasOf(2.4 * size, 2.4 * size);
    const ctx = context(canvas);
    const look = this.#look;
    if (look === undefined) {
      return canvas;
    }
    ctx.scale(size / grid, size / grid);
    ctx.translate(1.2 * grid, 1.2 * grid);
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    const pole = pathOf("M0 2V-24");
    const plate = pathOf(look.plate(owner));
    const pennant = pathOf("M0-25H23L17-18.500L23-12H0Z");
    for (const [colour, width] of [
      [look.inks.casing, 6],
      [look.inks.line, 2.2],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.stroke(pole);
    }
    // A pennant is no unit: it has the form of its owner only as a small device.
    for (const [colour, width] of [
      [look.inks.casing, 5],
      [look.of(owner, "shade"), 2],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.stroke(pennant);
    }
    ctx.fillStyle = look.of(owner, "colour");
    ctx.fill(pennant);
    ctx.translate(2, -23.5);
    ctx.scale(0.42, 0.42);
    ctx.fillStyle = look.of(owner, "ink");
    ctx.fill(plate);
    return canvas;
  }

  // freeze covers a picture of a unit with ice.
  #freeze(canvas: HTMLCanvasElement): HTMLCanvasElement {
    const ctx = context(canvas);
    const { inks } = this.#look ?? {};
    const { width } = canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalCompositeOperation = "source-atop";
    ctx.fillStyle = inks?.ice ?? "";
    ctx.fillRect(0, 0, width, width);
    ctx.strokeStyle = inks?.casing ?? "";
    ctx.lineWidth = Math.max(1, width / 16);
    ctx.beginPath();
    ctx.moveTo(width * 0.25, width * 0.2);
    ctx.lineTo(width * 0.45, width * 0.5);
    ctx.lineTo(width * 0.3, width * 0.8);
    ctx.moveTo(width * 0.45, width * 0.5);
    ctx.lineTo(width * 0.8, width * 0.6);
    ctx.stroke();
    return canvas;
  }

  // over returns the picture of what lies on a cell of a kind; nothing if the cell is bare.
  over(kind: number, row: number, col: number): HTMLCanvasElement | undefined {
    const shapes = this.#data.legend.cells[kind]?.over ?? [];
    if (shapes.length === 0) {
      return undefined;
    }
    const place = (row % this.#periodRows) * this.#periodCols + (col % this.#periodCols);
    const which = variant(place, shapes.length);
    const shape = shapes[which] ?? [];
    return shape.length === 0 ? undefined : (this.#overs[kind * 256 + which] ??= this.#drawOver(shape));
  }

  // ground returns a picture of several cells of a kind that can be repeated over the
  // whole board; nothing if it would be too large.
  ground(kind: number, fill: string): HTMLCanvasElement | undefined {
    const { size } = this;
    const periodRows = this.#periodRows;
    const periodCols = this.#periodCols;
    if (periodRows > period || periodCols > period || size > largestGround) {
      return undefined;
    }
    const canvas = canvasOf(periodCols * size, periodRows * size);
    const ctx = context(canvas);
    ctx.fillStyle = fill;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    for (let row = 0; row < periodRows; row++) {
      for (let col = 0; col < periodCols; col++) {
        const picture = this.over(kind, row, col);
        if (picture !== undefined) {
          ctx.drawImage(picture, Math.round(col * size), Math.round(row * size));
        }
      }
    }
    return canvas;
  }

  #drawOver(shape: readonly PathData[]): HTMLCanvasElement {
    const canvas = canvasOf(this.size, this.size);
    const ctx = context(canvas);
    ctx.scale(this.size / grid, this.size / grid);
    this.#drawShape(ctx, shape, -1);
    return canvas;
  }

  #drawUnit(kind: number, owner: number): HTMLCanvasElement {
    const size = this.unitSize;
    const margin = Math.ceil(size / 6); // as shadows fall beyond
    const look = this.#look;
    const canvas = canvasOf(size + 2 * margin, size + 2 * margin);
    const ctx = context(canvas);
    const info = this.#data.legend.units[kind];
    if (info === undefined || look === undefined) {
      return canvas;
    }
    ctx.translate(margin, margin);
    ctx.scale(size / grid, size / grid);
    ctx.lineJoin = "round";
    ctx.lineCap = "round";
    if (info.plate && this.#halo > 0) {
      this.#drawPlain(ctx, look, owner, this.#rankOf(kind));
      return canvas;
    }
    if (info.plate) {
      this.#drawPlate(ctx, look, owner);
    }
    if (!info.plate) {
      castShadow(ctx, size, true);
    }
    this.#drawShape(ctx, info.shape, owner);
    return canvas;
  }

  // rankOf returns how many kinds of units with a plate come before one.
  #rankOf(kind: number): number {
    return this.#data.legend.units.slice(0, kind).filter((info) => info.plate).length;
  }

  // drawPlain draws a plate with a halo. Of several kinds of units, the second has a hat, by which it is told apart at
  // 12 pixels, and later ones have a spot.
  #drawPlain(ctx: CanvasRenderingContext2D, look: Look, owner: number, rank: number): void {
    const plate = pathOf(look.plate(owner));
    if (this.unitSize < smallestHalo * devicePixelRatio) {
      ctx.fillStyle = look.of(owner, "colour");
      ctx.fillRect(0, 0, grid, grid); // a halo would be more than what it is around
      return;
    }
    const halo = (2 * this.#halo * grid) / this.unitSize;
    ctx.translate(0.06 * grid, 0.06 * grid);
    ctx.scale(0.88, 0.88);
    if (rank === 1) {
      ctx.save();
      ctx.translate(0.18 * grid, 0.4 * grid);
      ctx.scale(0.64, 0.64);
    }
    ctx.strokeStyle = look.inks.casing;
    ctx.lineWidth = halo + 2.4;
    ctx.stroke(plate);
    ctx.strokeStyle = look.of(owner, "shade");
    ctx.lineWidth = 2.4;
    ctx.stroke(plate);
    ctx.fillStyle = look.of(owner, "colour");
    ctx.fill(plate);
    ctx.fillStyle = look.of(owner, "ink");
    if (rank === 1) {
      ctx.restore();
      ctx.beginPath();
      hat.forEach(([x, y]) => ctx.lineTo(x, y));
      ctx.closePath();
      ctx.strokeStyle = look.inks.casing;
      ctx.lineWidth = halo + 1.2;
      ctx.stroke();
      ctx.fillStyle = look.of(owner, "shade");
      ctx.fill();
    } else if (rank > 1) {
      ctx.beginPath();
      ctx.arc(12, 13, 4.4, 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  #drawPlate(ctx: CanvasRenderingContext2D, look: Look, owner: number): void {
    const plate = pathOf(look.plate(owner));
    ctx.save();
    ctx.translate(1.1, 1.1);
    ctx.scale(0.908, 0.908); // so that neighbours do not touch
    castShadow(ctx, this.unitSize, true);
    ctx.fillStyle = look.of(owner, "shade");
    ctx.fill(plate);
    castShadow(ctx, this.unitSize, false);
    // The part that the smaller plate leaves is the rim, thicker below, as if a disc lay there.
    ctx.translate(1.5, 1.1);
    ctx.scale(0.875, 0.875);
    ctx.fillStyle = look.of(owner, "colour");
    ctx.fill(plate);
    ctx.restore();
  }

  #drawShape(ctx: CanvasRenderingContext2D, shape: readonly PathData[], owner: number): void {
    const look = this.#look;
    for (const part of look === undefined ? [] : shape) {
      const path = pathOf(part.d);
      const fill = look?.colour(part.fill, owner) ?? "";
      const stroke = look?.colour(part.stroke, owner) ?? "";
      if (fill !== "") {
        ctx.fillStyle = fill;
        ctx.fill(path);
        castShadow(ctx, this.unitSize, false);
      }
      if (stroke !== "") {
        ctx.strokeStyle = stroke;
        ctx.lineWidth = part.width;
        ctx.stroke(path);
        castShadow(ctx, this.unitSize, false);
      }
    }
  }
}

// divisor returns the longest period that divides a length, so that a board has no seam
// where it goes on beyond its sides. If all would be too short, it returns the length.
function divisor(length: number): number {
  for (let n = Math.min(period, length); n >= shortest; n--) {
    if (length % n === 0) {
      return n;
    }
  }
  return length;
}

// variant chooses one of a number of shapes for a place. The choice looks random, so that
// no pattern is seen.
function variant(place: number, of: number): number {
  const first = Math.imul(place + 1, 0x9e3779b1);
  const hash = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % of;
}

function castShadow(ctx: CanvasRenderingContext2D, size: number, on: boolean): void {
  ctx.shadowColor = on ? "rgba(0,0,0,0.45)" : "transparent";
  ctx.shadowBlur = on ? size / 12 : 0;
  ctx.shadowOffsetY = on ? size / 24 : 0;
}
