// The layer below the units: kinds of cells and their owners. It is drawn when the view or
// the cells change, and then only where they change.

import type { Legend, MatchData } from "../model/data";
import type { Frame } from "../model/frame";
import { type Camera, modulo } from "./camera";
import { Corners } from "./corners";
import { Grid } from "./grid";
import { hatch } from "./hatch";
import { context, type Look, withAlpha } from "./look";
import type { Sprites } from "./sprites";

const roadLine = 0.5; // of a cell
const many = 0.25; // part of the cells: if more than that changed, all are drawn again

export class Terrain {
  readonly #canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #legend: Legend;
  readonly #data: MatchData;
  readonly #sprites: Sprites;
  readonly #grid: Grid; // what is drawn now
  readonly #corners: Corners;
  #look: Look | undefined;
  #fills: string[] = [];
  // Made when they are first seen: a match need not have all kinds. null: there is none.
  #grounds: (CanvasPattern | null | undefined)[] = []; // fills with what lies on them
  #patterns: (CanvasPattern | null)[] = []; // by owner
  #borders: string[] = [];
  #colours: string[] = [];
  readonly #roads: readonly boolean[]; // by kind of cell
  readonly #hasRoads: boolean;
  readonly #matrix = new DOMMatrix();
  // Where it is drawn.
  #size = 0;
  #x = 0;
  #y = 0;
  #left = 0;
  #top = 0;
  #right = 0;
  #bottom = 0;

  constructor(canvas: HTMLCanvasElement, data: MatchData, sprites: Sprites) {
    this.#canvas = canvas;
    this.#ctx = context(canvas);
    this.#data = data;
    this.#legend = data.legend;
    this.#sprites = sprites;
    this.#roads = data.legend.cells.map((kind) => kind.use === "road");
    this.#hasRoads = this.#roads.includes(true);
    this.#grid = new Grid(data.legend);
    this.#corners = new Corners(this.#ctx, this.#grid);
  }

  // draw shows the cells of a frame. The sprites must be prepared before.
  draw(frame: Frame, camera: Camera, look: Look): void {
    const { left, top, right, bottom } = camera;
    const fresh = this.#prepare(camera, look);
    const shiftX = camera.x - this.#x;
    const shiftY = camera.y - this.#y;
    const samePlace = left === this.#left && top === this.#top && right === this.#right && bottom === this.#bottom;
    const { cells: before, owners: beforeOwners } = this.#grid;
    this.#grid.set(frame);
    this.#place(camera);
    if (fresh || (!samePlace && shiftX === 0 && shiftY === 0) || before.length === 0) {
      this.#clear();
      this.#paint(camera, left, top, right, bottom);
      return;
    }
    if (shiftX !== 0 || shiftY !== 0) {
      this.#shift(camera, shiftX, shiftY, samePlace);
    }
    if (before !== frame.cells || beforeOwners !== frame.owners) {
      this.#repaint(camera, before, beforeOwners);
    }
  }

  // prepare sets the look and the size. It returns whether everything must be drawn again.
  #prepare(camera: Camera, look: Look): boolean {
    const canvas = this.#canvas;
    const resized = canvas.width !== camera.width || canvas.height !== camera.height;
    if (resized) {
      canvas.width = camera.width;
      canvas.height = camera.height;
    }
    if (look === this.#look && this.#size === camera.size) {
      return resized;
    }
    this.#look = look;
    this.#fills = this.#legend.cells.map((kind) => look.colour(kind.fill, -1) || "#888888");
    this.#grounds = [];
    this.#corners.prepare(this.#fills, look.inks.shadow);
    this.#colours = this.#data.players.map((_, seat) => look.of(seat, "colour"));
    this.#borders = this.#data.players.map((_, seat) => withAlpha(look.of(seat, "colour"), 0.85));
    this.#patterns = [];
    return true;
  }

  #place(camera: Camera): void {
    this.#size = camera.size;
    this.#x = camera.x;
    this.#y = camera.y;
    this.#left = camera.left;
    this.#top = camera.top;
    this.#right = camera.right;
    this.#bottom = camera.bottom;
    this.#matrix.e = camera.x;
    this.#matrix.f = camera.y;
    for (const pattern of this.#patterns) {
      pattern?.setTransform(this.#matrix); // it moves with the board
    }
    for (const ground of this.#grounds) {
      ground?.setTransform(this.#matrix);
    }
  }

  #clear(): void {
    this.#ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  #ground(kind: number): CanvasPattern | null {
    let ground = this.#grounds[kind];
    if (ground === undefined) {
      const isPlain = this.#legend.cells[kind]?.over.length === 0;
      ground = this.#pattern(isPlain ? undefined : this.#sprites.ground(kind, this.#fills[kind] ?? ""));
      this.#grounds[kind] = ground;
    }
    return ground;
  }

  #hatched(owner: number, camera: Camera): CanvasPattern | null {
    if (owner < 0 || this.#look === undefined) {
      return null;
    }
    return (this.#patterns[owner] ??= this.#pattern(hatch(this.#look, owner, camera)));
  }

  #pattern(picture: HTMLCanvasElement | undefined): CanvasPattern | null {
    const pattern = picture === undefined ? null : this.#ctx.createPattern(picture, "repeat");
    pattern?.setTransform(this.#matrix);
    return pattern;
  }

  // shift moves the picture, and draws what comes into view.
  #shift(camera: Camera, x: number, y: number, samePlace: boolean): void {
    const canvas = this.#canvas;
    const ctx = this.#ctx;
    const { left, top, right, bottom } = camera;
    const width = right - left;
    const height = bottom - top;
    if (!samePlace || Math.abs(x) >= width || Math.abs(y) >= height) {
      this.#clear();
      this.#paint(camera, left, top, right, bottom);
      return;
    }
    ctx.globalCompositeOperation = "copy";
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    ctx.drawImage(canvas, x, y);
    ctx.restore();
    ctx.globalCompositeOperation = "source-over";
    if (x !== 0) {
      this.#paint(camera, x > 0 ? left : right + x, top, x > 0 ? left + x : right, bottom);
    }
    if (y !== 0) {
      this.#paint(camera, left, y > 0 ? top : bottom + y, right, y > 0 ? top + y : bottom);
    }
  }

  // repaint draws the cells that changed, and their neighbours, whose corners may have
  // changed. Cells beside each other are drawn together.
  #repaint(camera: Camera, before: Uint8Array, beforeOwners: Int8Array): void {
    const { left, top, right, bottom } = camera;
    const { cells, owners } = this.#grid;
    let changed = 0;
    for (let i = 0; i < before.length; i++) {
      if (cells[i] !== before[i] || owners[i] !== beforeOwners[i]) {
        changed++;
      }
    }
    if (changed > before.length * many) {
      this.#paint(camera, left, top, right, bottom);
      return;
    }
    const endCol = camera.endColAt(right);
    const endRow = camera.endRowAt(bottom);
    for (let r = camera.rowAt(top); r < endRow; r++) {
      let from = 0;
      let to = -Infinity; // none yet
      for (let c = camera.colAt(left) - 1; c <= endCol; c++) {
        if (!this.#hasChanged(r, c, before, beforeOwners)) {
          continue;
        }
        if (c - 1 > to) {
          this.#repaintRun(camera, r, from, to);
          from = c - 1;
        }
        to = c + 2;
      }
      this.#repaintRun(camera, r, from, to);
    }
  }

  // hasChanged reports whether a cell changed, or one above or below it.
  #hasChanged(row: number, col: number, before: Uint8Array, beforeOwners: Int8Array): boolean {
    const grid = this.#grid;
    for (let r = row - 1; r <= row + 1; r++) {
      const cell = grid.at(r, col);
      if (cell >= 0 && (grid.cells[cell] !== before[cell] || grid.owners[cell] !== beforeOwners[cell])) {
        return true;
      }
    }
    return false;
  }

  #repaintRun(camera: Camera, row: number, from: number, to: number): void {
    if (to > from) {
      const left = Math.max(camera.left, camera.edgeX(from));
      const top = Math.max(camera.top, camera.edgeY(row));
      const right = Math.min(camera.right, camera.edgeX(to));
      const bottom = Math.min(camera.bottom, camera.edgeY(row + 1));
      this.#paint(camera, left, top, right, bottom);
    }
  }

  // paint draws what is in a rectangle of the canvas.
  #paint(camera: Camera, left: number, top: number, right: number, bottom: number): void {
    const ctx = this.#ctx;
    const row = camera.rowAt(top);
    const col = camera.colAt(left);
    const endRow = camera.endRowAt(bottom);
    const endCol = camera.endColAt(right);
    // A rectangle may cut cells; nothing is drawn outside it.
    const cuts =
      camera.edgeX(col) < left ||
      camera.edgeY(row) < top ||
      camera.edgeX(endCol) > right ||
      camera.edgeY(endRow) > bottom;
    if (cuts) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, right - left, bottom - top);
      ctx.clip();
    }
    this.#paintFills(camera, row, col, endRow, endCol);
    this.#paintOvers(camera, row, col, endRow, endCol);
    this.#corners.paint(camera, row, col, endRow, endCol);
    this.#paintGrid(camera, row, col, endRow, endCol);
    if (this.#grid.owners.length > 0) {
      this.#paintOwners(camera, row, col, endRow, endCol);
    }
    if (cuts) {
      ctx.restore();
    }
  }

  #paintFills(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const ctx = this.#ctx;
    const fills = this.#fills;
    for (let r = row; r < endRow; r++) {
      const y = camera.edgeY(r);
      const height = camera.edgeY(r + 1) - y;
      for (let c = col; c < endCol;) {
        const kind = this.#grid.kindAt(r, c);
        let end = c + 1;
        while (end < endCol && this.#grid.kindAt(r, end) === kind) {
          end++;
        }
        if (kind >= 0) {
          ctx.fillStyle = this.#ground(kind) ?? fills[kind] ?? "";
          ctx.fillRect(camera.edgeX(c), y, camera.edgeX(end) - camera.edgeX(c), height);
        }
        c = end;
      }
    }
  }

  #paintGrid(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    if (camera.size < 12 * camera.ratio) {
      return;
    }
    const ctx = this.#ctx;
    const { rows, cols } = this.#legend;
    const top = camera.edgeY(camera.endlessRows ? row : Math.max(0, row));
    const bottom = camera.edgeY(camera.endlessRows ? endRow : Math.min(rows, endRow));
    const left = camera.edgeX(camera.endlessCols ? col : Math.max(0, col));
    const right = camera.edgeX(camera.endlessCols ? endCol : Math.min(cols, endCol));
    ctx.fillStyle = this.#look?.inks.grid ?? "";
    for (let r = row; r < endRow; r++) {
      ctx.fillRect(left, camera.edgeY(r), right - left, 1);
    }
    for (let c = col; c < endCol; c++) {
      ctx.fillRect(camera.edgeX(c), top, 1, bottom - top);
    }
  }

  #paintOwners(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const ctx = this.#ctx;
    for (let r = row; r < endRow; r++) {
      const y = camera.edgeY(r);
      const height = camera.edgeY(r + 1) - y;
      for (let c = col; c < endCol;) {
        const owner = this.#grid.ownerAt(r, c);
        let end = c + 1;
        while (end < endCol && this.#grid.ownerAt(r, end) === owner && !this.#isRoad(r, end)) {
          end++;
        }
        const pattern = this.#hatched(owner, camera);
        if (pattern !== null && this.#isRoad(r, c)) {
          end = c + 1;
          this.#paintRoad(camera, r, c, owner);
        } else if (pattern !== null) {
          ctx.fillStyle = pattern;
          ctx.fillRect(camera.edgeX(c), y, camera.edgeX(end) - camera.edgeX(c), height);
          this.#paintBorders(camera, r, c, end, owner);
        }
        c = end;
      }
    }
  }

  #isRoad(row: number, col: number): boolean {
    return this.#hasRoads && this.#roads[this.#grid.kindAt(row, col)] === true;
  }

  // paintRoad draws a line along a road, with pale kerbs beside it.
  #paintRoad(camera: Camera, row: number, col: number, owner: number): void {
    const ctx = this.#ctx;
    const grid = this.#grid;
    const x = camera.edgeX(col);
    const y = camera.edgeY(row);
    const endX = camera.edgeX(col + 1);
    const endY = camera.edgeY(row + 1);
    const width = Math.max(1, Math.round(camera.size * roadLine));
    const left = x + Math.floor((endX - x - width) / 2);
    const top = y + Math.floor((endY - y - width) / 2);
    const [right, bottom] = [left + width, top + width];
    ctx.fillStyle = this.#look?.inks.kerb ?? "";
    ctx.fillRect(x, y, endX - x, endY - y);
    ctx.fillStyle = this.#colours[owner] ?? "";
    ctx.fillRect(left, top, width, width);
    if (grid.ownerAt(row - 1, col) === owner) {
      ctx.fillRect(left, y, width, top - y);
    }
    if (grid.ownerAt(row + 1, col) === owner) {
      ctx.fillRect(left, bottom, width, endY - bottom);
    }
    if (grid.ownerAt(row, col - 1) === owner) {
      ctx.fillRect(x, top, left - x, width);
    }
    if (grid.ownerAt(row, col + 1) === owner) {
      ctx.fillRect(right, top, endX - right, width);
    }
  }

  // paintBorders draws lines between a run of an owner's cells and the cells of others.
  #paintBorders(camera: Camera, row: number, col: number, end: number, owner: number): void {
    const ctx = this.#ctx;
    const width = Math.max(1, Math.round(camera.size / 10));
    const y = camera.edgeY(row);
    const endY = camera.edgeY(row + 1);
    ctx.fillStyle = this.#borders[owner] ?? "";
    if (this.#grid.ownerAt(row, col - 1) !== owner) {
      ctx.fillRect(camera.edgeX(col), y, width, endY - y);
    }
    if (this.#grid.ownerAt(row, end) !== owner) {
      ctx.fillRect(camera.edgeX(end) - width, y, width, endY - y);
    }
    for (let c = col; c < end; c++) {
      const x = camera.edgeX(c);
      const long = camera.edgeX(c + 1) - x;
      if (this.#grid.ownerAt(row - 1, c) !== owner) {
        ctx.fillRect(x, y, long, width);
      }
      if (this.#grid.ownerAt(row + 1, c) !== owner) {
        ctx.fillRect(x, endY - width, long, width);
      }
    }
  }

  // paintOvers draws what lies on the cells, if it is not part of a pattern.
  #paintOvers(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const ctx = this.#ctx;
    const { cells } = this.#grid;
    const sprites = this.#sprites;
    const { rows, cols } = this.#legend;
    for (let r = row; r < endRow; r++) {
      for (let c = col; c < endCol; c++) {
        const cell = this.#grid.at(r, c);
        const kind = cell < 0 ? -1 : (cells[cell] ?? 0);
        if (kind < 0 || this.#ground(kind) !== null) {
          continue;
        }
        const picture = sprites.over(kind, modulo(r, rows), modulo(c, cols));
        if (picture !== undefined) {
          ctx.drawImage(picture, camera.edgeX(c), camera.edgeY(r));
        }
      }
    }
  }
}
