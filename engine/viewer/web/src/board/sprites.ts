// Pictures of units and of what lies on cells, drawn once for a size and a theme,
// so that a frame only has to copy them.

import type { MatchData, PathData } from "../model/data";
import { canvasOf, context, type Look, pathOf } from "./look";

const grid = 24; // of a scene's shapes
const owners = 32; // more than there can be, for numbering

export class Sprites {
  size = 0; // of a cell
  margin = 0; // around a unit's picture, as a shadow falls beyond its cell
  private look: Look | undefined;
  private readonly data: MatchData;
  private readonly units: (HTMLCanvasElement | undefined)[] = [];
  private readonly overs: (HTMLCanvasElement | undefined)[] = [];

  constructor(data: MatchData) {
    this.data = data;
  }

  // prepare says for what size and look pictures are wanted from now on.
  prepare(look: Look, size: number): void {
    const rounded = Math.max(2, Math.round(size));
    if (look !== this.look || rounded !== this.size) {
      this.look = look;
      this.size = rounded;
      this.margin = Math.ceil(rounded / 6);
      this.units.length = 0;
      this.overs.length = 0;
    }
  }

  // unit returns the picture of a unit, with a margin.
  unit(kind: number, owner: number): HTMLCanvasElement {
    const key = kind * owners + owner + 1;
    return (this.units[key] ??= this.drawUnit(kind, owner));
  }

  // over returns the picture of what lies on a cell, or nothing.
  over(kind: number, cell: number): HTMLCanvasElement | undefined {
    const shapes = this.data.legend.cells[kind]?.over ?? [];
    if (shapes.length === 0) {
      return undefined;
    }
    const which = variant(cell, shapes.length);
    const shape = shapes[which] ?? [];
    return shape.length === 0 ? undefined : (this.overs[kind * 256 + which] ??= this.drawOver(shape));
  }

  private drawOver(shape: readonly PathData[]): HTMLCanvasElement {
    const canvas = canvasOf(this.size, this.size);
    const ctx = context(canvas);
    ctx.scale(this.size / grid, this.size / grid);
    this.drawShape(ctx, shape, -1);
    return canvas;
  }

  private drawUnit(kind: number, owner: number): HTMLCanvasElement {
    const { size, margin, look } = this;
    const canvas = canvasOf(size + 2 * margin, size + 2 * margin);
    const ctx = context(canvas);
    const info = this.data.legend.units[kind];
    if (info === undefined || look === undefined) {
      return canvas;
    }
    ctx.translate(margin, margin);
    ctx.scale(size / grid, size / grid);
    ctx.lineJoin = "round";
    ctx.lineCap = "round";
    if (info.plate) {
      this.drawPlate(ctx, look, owner);
    }
    if (!info.plate) {
      castShadow(ctx, size, true);
    }
    this.drawShape(ctx, info.shape, owner);
    return canvas;
  }

  private drawPlate(ctx: CanvasRenderingContext2D, look: Look, owner: number): void {
    const plate = pathOf(look.plate(owner));
    ctx.save();
    ctx.translate(1.1, 1.1);
    ctx.scale(0.908, 0.908); // so that neighbours do not touch
    castShadow(ctx, this.size, true);
    ctx.fillStyle = look.of(owner, "shade");
    ctx.fill(plate);
    castShadow(ctx, this.size, false);
    // The rim is what the smaller plate leaves; it is thicker below, as of a disc that lies there.
    ctx.translate(1.5, 1.1);
    ctx.scale(0.875, 0.875);
    ctx.fillStyle = look.of(owner, "colour");
    ctx.fill(plate);
    ctx.restore();
  }

  private drawShape(ctx: CanvasRenderingContext2D, shape: readonly PathData[], owner: number): void {
    const { look } = this;
    for (const part of look === undefined ? [] : shape) {
      const path = pathOf(part.d);
      const fill = look?.colour(part.fill, owner) ?? "";
      const stroke = look?.colour(part.stroke, owner) ?? "";
      if (fill !== "") {
        ctx.fillStyle = fill;
        ctx.fill(path);
        castShadow(ctx, this.size, false);
      }
      if (stroke !== "") {
        ctx.strokeStyle = stroke;
        ctx.lineWidth = part.width;
        ctx.stroke(path);
        castShadow(ctx, this.size, false);
      }
    }
  }
}

// variant is which of a number of shapes a cell has: such that neighbours have
// nothing to do with each other, or a pattern would be seen. Pictures that are made
// without a browser have the same.
function variant(cell: number, of: number): number {
  const first = Math.imul(cell + 1, 0x9e3779b1);
  const hash = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % of;
}

function castShadow(ctx: CanvasRenderingContext2D, size: number, on: boolean): void {
  ctx.shadowColor = on ? "rgba(0,0,0,0.45)" : "transparent";
  ctx.shadowBlur = on ? size / 12 : 0;
  ctx.shadowOffsetY = on ? size / 24 : 0;
}
