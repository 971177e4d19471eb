// The layer below the units: kinds of cells and whose they are. It is drawn when
// the view or the cells change, and then only where they do.

import type { CellKind, Legend, MatchData } from "../model/data";
import type { Frame } from "../model/frame";
import { type Camera, modulo } from "./camera";
import { canvasOf, context, type Look, withAlpha } from "./look";
import type { Sprites } from "./sprites";

const outerRound = 0.46; // radius of a corner, in cells
const innerRound = 0.34;
const many = 0.25; // of the cells changed: all are drawn again
const bend = 0.4477; // how far from a corner a Bézier curve's points make a circle

export class Terrain {
  readonly #canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #legend: Legend;
  readonly #data: MatchData;
  readonly #sprites: Sprites;
  readonly #heights: Int32Array;
  #look: Look | undefined;
  #fills: string[] = [];
  #grounds: (CanvasPattern | undefined)[] = []; // fills with what lies upon them
  #patterns: (CanvasPattern | undefined)[] = [];
  #borders: string[] = [];
  readonly #matrix = new DOMMatrix();
  readonly #corners = new Map<string, Path2D>(); // by colour, to be filled
  // What is drawn now, and where.
  #cells: Uint8Array = new Uint8Array(0);
  #owners: Int8Array = new Int8Array(0);
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
    this.#heights = Int32Array.from(data.legend.cells, (kind) => kind.height);
  }

  // draw makes the layer show the cells of a frame. Sprites must be prepared.
  draw(frame: Frame, camera: Camera, look: Look): void {
    const { left, top, right, bottom } = camera;
    const fresh = this.#prepare(camera, look);
    const shiftX = camera.x - this.#x;
    const shiftY = camera.y - this.#y;
    const samePlace = left === this.#left && top === this.#top && right === this.#right && bottom === this.#bottom;
    const before = this.#cells;
    const beforeOwners = this.#owners;
    this.#cells = frame.cells;
    this.#owners = frame.owners;
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

  // prepare takes over the look and the size; it returns whether all is to be drawn anew.
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
    this.#grounds = this.#legend.cells.map((kind, i) => this.#ground(kind, i));
    this.#borders = this.#data.players.map((_, seat) => withAlpha(look.of(seat, "colour"), 0.85));
    this.#patterns = this.#data.players.map((_, seat) => this.#hatch(look, seat, camera));
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

  #ground(kind: CellKind, index: number): CanvasPattern | undefined {
    const picture = kind.over.length === 0 ? undefined : this.#sprites.ground(index, this.#fills[index] ?? "");
    return picture && (this.#ctx.createPattern(picture, "repeat") ?? undefined);
  }

  // hatch makes the pattern of what a player owns: its colour, thin, with lines
  // whose direction tells the players apart without it.
  #hatch(look: Look, seat: number, camera: Camera): CanvasPattern | undefined {
    const width = Math.max(4, Math.round(Math.min(camera.size / 2.5, 9 * camera.ratio)));
    const canvas = canvasOf(width, width);
    const ctx = context(canvas);
    const colour = look.of(seat, "colour");
    ctx.fillStyle = withAlpha(colour, look.theme === "light" ? 0.34 : 0.3);
    ctx.fillRect(0, 0, width, width);
    ctx.strokeStyle = withAlpha(look.of(seat, look.theme === "light" ? "shade" : "colour"), 0.24);
    ctx.lineWidth = Math.max(0.7, width / 8);
    ctx.beginPath();
    const direction = seat % 4;
    for (const at of [-width, 0, width]) {
      if (direction === 0 || direction === 1) {
        const [from, to] = direction === 0 ? [width * 2, -width] : [-width, width * 2];
        ctx.moveTo(at - width, from);
        ctx.lineTo(at + 2 * width, to);
      } else if (direction === 2) {
        ctx.moveTo(-1, at + width / 2);
        ctx.lineTo(width + 1, at + width / 2);
      } else {
        ctx.moveTo(at + width / 2, -1);
        ctx.lineTo(at + width / 2, width + 1);
      }
    }
    ctx.stroke();
    return this.#ctx.createPattern(canvas, "repeat") ?? undefined;
  }

  // shift moves what is drawn, and draws what comes into view.
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

  // repaint draws the cells that changed, and their neighbours, whose corners may.
  // Those beside each other are drawn together.
  #repaint(camera: Camera, before: Uint8Array, beforeOwners: Int8Array): void {
    const { left, top, right, bottom, size } = camera;
    let changed = 0;
    for (let i = 0; i < before.length; i++) {
      if (this.#cells[i] !== before[i] || this.#owners[i] !== beforeOwners[i]) {
        changed++;
      }
    }
    if (changed > before.length * many) {
      this.#paint(camera, left, top, right, bottom);
      return;
    }
    const endCol = Math.ceil((right - camera.x) / size);
    const endRow = Math.ceil((bottom - camera.y) / size);
    for (let r = Math.floor((top - camera.y) / size); r < endRow; r++) {
      let from = 0;
      let to = -Infinity; // none yet
      for (let c = Math.floor((left - camera.x) / size) - 1; c <= endCol; c++) {
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

  // hasChanged says whether a cell did, or one above or below it.
  #hasChanged(row: number, col: number, before: Uint8Array, beforeOwners: Int8Array): boolean {
    for (let r = row - 1; r <= row + 1; r++) {
      const cell = this.#at(r, col);
      if (cell >= 0 && (this.#cells[cell] !== before[cell] || this.#owners[cell] !== beforeOwners[cell])) {
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

  // at returns the number of the cell in a row and column, or -1. Beyond the sides
  // the board goes on where it wraps around.
  #at(row: number, col: number): number {
    const { rows, cols, wrapRows, wrapCols } = this.#legend;
    if (row >= 0 && row < rows && col >= 0 && col < cols) {
      return row * cols + col;
    }
    if ((!wrapRows && (row < 0 || row >= rows)) || (!wrapCols && (col < 0 || col >= cols))) {
      return -1;
    }
    return modulo(row, rows) * cols + modulo(col, cols);
  }

  // paint draws what is in a rectangle of the canvas.
  #paint(camera: Camera, left: number, top: number, right: number, bottom: number): void {
    const ctx = this.#ctx;
    const row = Math.floor((top - camera.y) / camera.size);
    const col = Math.floor((left - camera.x) / camera.size);
    const endRow = Math.ceil((bottom - camera.y) / camera.size);
    const endCol = Math.ceil((right - camera.x) / camera.size);
    // Nothing is drawn beyond the cells.
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
    this.#paintCorners(camera, row, col, endRow, endCol);
    this.#paintGrid(camera, row, col, endRow, endCol);
    if (this.#owners.length > 0) {
      this.#paintOwners(camera, row, col, endRow, endCol);
    }
    if (cuts) {
      ctx.restore();
    }
  }

  #paintFills(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const ctx = this.#ctx;
    const fills = this.#fills;
    const grounds = this.#grounds;
    for (let r = row; r < endRow; r++) {
      const y = camera.edgeY(r);
      const height = camera.edgeY(r + 1) - y;
      for (let c = col; c < endCol;) {
        const kind = this.#kindAt(r, c);
        let end = c + 1;
        while (end < endCol && this.#kindAt(r, end) === kind) {
          end++;
        }
        if (kind >= 0) {
          ctx.fillStyle = grounds[kind] ?? fills[kind] ?? "";
          ctx.fillRect(camera.edgeX(c), y, camera.edgeX(end) - camera.edgeX(c), height);
        }
        c = end;
      }
    }
  }

  #kindAt(row: number, col: number): number {
    const cell = this.#at(row, col);
    return cell < 0 ? -1 : (this.#cells[cell] ?? 0);
  }

  #heightOf(kind: number, outside: number): number {
    return kind < 0 ? outside : (this.#heights[kind] ?? 0);
  }

  // paintCorners makes the corners of higher cells round, outer and inner ones, and
  // lets them cast a shadow on lower ones below.
  #paintCorners(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    for (let r = row; r < endRow; r++) {
      for (let c = col; c < endCol; c++) {
        const kind = this.#kindAt(r, c);
        const north = this.#kindAt(r - 1, c);
        const south = this.#kindAt(r + 1, c);
        const west = this.#kindAt(r, c - 1);
        const east = this.#kindAt(r, c + 1);
        if (kind < 0 || (kind === north && kind === south && kind === west && kind === east)) {
          continue;
        }
        const x = camera.edgeX(c);
        const y = camera.edgeY(r);
        const endX = camera.edgeX(c + 1);
        const endY = camera.edgeY(r + 1);
        const height = this.#heightOf(kind, 0);
        if (this.#heightOf(north, height) > height) {
          this.#paintShadow(camera, r, c, x, y, endX);
        }
        const owner = this.#ownerAt(r, c);
        const ownNorth = this.#ownerAt(r - 1, c) === owner;
        const ownSouth = this.#ownerAt(r + 1, c) === owner;
        const ownWest = this.#ownerAt(r, c - 1) === owner;
        const ownEast = this.#ownerAt(r, c + 1) === owner;
        // Where the area of an owner ends, corners are those of the area.
        if (ownNorth && ownWest) {
          this.#paintCorner(camera, kind, north, west, this.#kindAt(r - 1, c - 1), x, y, 1, 1);
        }
        if (ownNorth && ownEast) {
          this.#paintCorner(camera, kind, north, east, this.#kindAt(r - 1, c + 1), endX, y, -1, 1);
        }
        if (ownSouth && ownWest) {
          this.#paintCorner(camera, kind, south, west, this.#kindAt(r + 1, c - 1), x, endY, 1, -1);
        }
        if (ownSouth && ownEast) {
          this.#paintCorner(camera, kind, south, east, this.#kindAt(r + 1, c + 1), endX, endY, -1, -1);
        }
      }
    }
    // All of one colour at once is faster.
    for (const [colour, path] of this.#corners) {
      this.#ctx.fillStyle = colour;
      this.#ctx.fill(path);
    }
    this.#corners.clear();
  }

  // paintShadow draws the shadow of the cell to the north, shorter where that one's
  // corners are round.
  #paintShadow(camera: Camera, row: number, col: number, x: number, y: number, endX: number): void {
    const ctx = this.#ctx;
    const north = this.#heightOf(this.#kindAt(row - 1, col), 0);
    const round = Math.round(camera.size * outerRound * 0.7);
    const left = this.#heightOf(this.#kindAt(row - 1, col - 1), north) < north ? round : 0;
    const right = this.#heightOf(this.#kindAt(row - 1, col + 1), north) < north ? round : 0;
    const depth = Math.max(1, Math.round(camera.size / 20));
    ctx.fillStyle = this.#look?.inks.shadow ?? "";
    for (let strip = 1; strip <= 3; strip++) {
      ctx.fillRect(x + left, y, endX - x - left - right, strip * depth);
    }
  }

  // paintCorner covers the corner x, y of a cell with the colour of a neighbour, so
  // that what is left is round. dx and dy lead into the cell.
  #paintCorner(
    camera: Camera,
    kind: number,
    above: number,
    beside: number,
    across: number,
    x: number,
    y: number,
    dx: number,
    dy: number,
  ): void {
    const height = this.#heightOf(kind, 0);
    const heightAbove = this.#heightOf(above, height);
    const heightBeside = this.#heightOf(beside, height);
    const outer = heightAbove < height && heightBeside < height;
    const inner = heightAbove > height && heightBeside > height && this.#heightOf(across, height) > height;
    if (!outer && !inner) {
      return;
    }
    const radius = camera.size * (outer ? outerRound : innerRound);
    const colour = this.#fills[heightAbove > heightBeside === outer ? above : beside] ?? "";
    const path = this.#corners.get(colour) ?? new Path2D();
    this.#corners.set(colour, path);
    path.moveTo(x, y);
    path.lineTo(x + dx * radius, y);
    path.bezierCurveTo(x + dx * radius * bend, y, x, y + dy * radius * bend, x, y + dy * radius);
    path.closePath();
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

  #ownerAt(row: number, col: number): number {
    const cell = this.#at(row, col);
    return cell < 0 ? -1 : (this.#owners[cell] ?? -1);
  }

  #paintOwners(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const ctx = this.#ctx;
    const patterns = this.#patterns;
    for (let r = row; r < endRow; r++) {
      const y = camera.edgeY(r);
      const height = camera.edgeY(r + 1) - y;
      for (let c = col; c < endCol;) {
        const owner = this.#ownerAt(r, c);
        let end = c + 1;
        while (end < endCol && this.#ownerAt(r, end) === owner) {
          end++;
        }
        const pattern = patterns[owner];
        if (pattern !== undefined) {
          ctx.fillStyle = pattern;
          ctx.fillRect(camera.edgeX(c), y, camera.edgeX(end) - camera.edgeX(c), height);
          this.#paintBorders(camera, r, c, end, owner);
        }
        c = end;
      }
    }
  }

  // paintBorders draws lines where a run of an owner's cells has others beside it.
  #paintBorders(camera: Camera, row: number, col: number, end: number, owner: number): void {
    const ctx = this.#ctx;
    const width = Math.max(1, Math.round(camera.size / 16));
    const y = camera.edgeY(row);
    const endY = camera.edgeY(row + 1);
    ctx.fillStyle = this.#borders[owner] ?? "";
    if (this.#ownerAt(row, col - 1) !== owner) {
      ctx.fillRect(camera.edgeX(col), y, width, endY - y);
    }
    if (this.#ownerAt(row, end) !== owner) {
      ctx.fillRect(camera.edgeX(end) - width, y, width, endY - y);
    }
    for (let c = col; c < end; c++) {
      const x = camera.edgeX(c);
      const long = camera.edgeX(c + 1) - x;
      if (this.#ownerAt(row - 1, c) !== owner) {
        ctx.fillRect(x, y, long, width);
      }
      if (this.#ownerAt(row + 1, c) !== owner) {
        ctx.fillRect(x, endY - width, long, width);
      }
    }
  }

  // paintOvers draws what lies on the cells, where that is not part of a pattern.
  #paintOvers(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const ctx = this.#ctx;
    const cells = this.#cells;
    const grounds = this.#grounds;
    const sprites = this.#sprites;
    const { rows, cols } = this.#legend;
    for (let r = row; r < endRow; r++) {
      for (let c = col; c < endCol; c++) {
        const cell = this.#at(r, c);
        const kind = cell < 0 ? -1 : (cells[cell] ?? 0);
        if (kind < 0 || grounds[kind] !== undefined) {
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
