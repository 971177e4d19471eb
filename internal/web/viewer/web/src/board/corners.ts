// The corners of the ground: those of higher cells are round, and higher cells cast
// shadows.

import type { Camera } from "./camera";
import type { Grid } from "./grid";

const outerRound = 0.46; // radius of a corner, in cells
const innerRound = 0.34;
const bend = 0.4477; // how far from a corner a Bézier curve's points make a circle

export class Corners {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #grid: Grid;
  #fills: readonly string[] = []; // by kind of cell
  #shadow = "";
  readonly #paths = new Map<string, Path2D>(); // by colour, to be filled

  constructor(ctx: CanvasRenderingContext2D, grid: Grid) {
    this.#ctx = ctx;
    this.#grid = grid;
  }

  // prepare sets the colours of the kinds of cells and of shadows.
  prepare(fills: readonly string[], shadow: string): void {
    this.#fills = fills;
    this.#shadow = shadow;
  }

  // paint draws the corners and shadows of the cells in a rectangle.
  paint(camera: Camera, row: number, col: number, endRow: number, endCol: number): void {
    const grid = this.#grid;
    for (let r = row; r < endRow; r++) {
      for (let c = col; c < endCol; c++) {
        const kind = grid.kindAt(r, c);
        const north = grid.kindAt(r - 1, c);
        const south = grid.kindAt(r + 1, c);
        const west = grid.kindAt(r, c - 1);
        const east = grid.kindAt(r, c + 1);
        if (kind < 0 || (kind === north && kind === south && kind === west && kind === east)) {
          continue;
        }
        const x = camera.edgeX(c);
        const y = camera.edgeY(r);
        const endX = camera.edgeX(c + 1);
        const endY = camera.edgeY(r + 1);
        const height = grid.heightOf(kind, 0);
        if (grid.heightOf(north, height) > height) {
          this.#paintShadow(camera, r, c, x, y, endX);
        }
        const owner = grid.ownerAt(r, c);
        const ownNorth = grid.ownerAt(r - 1, c) === owner;
        const ownSouth = grid.ownerAt(r + 1, c) === owner;
        const ownWest = grid.ownerAt(r, c - 1) === owner;
        const ownEast = grid.ownerAt(r, c + 1) === owner;
        // At the edge of an owner's area, the corners are those of the area.
        if (ownNorth && ownWest) {
          this.#round(camera, kind, north, west, grid.kindAt(r - 1, c - 1), x, y, 1, 1);
        }
        if (ownNorth && ownEast) {
          this.#round(camera, kind, north, east, grid.kindAt(r - 1, c + 1), endX, y, -1, 1);
        }
        if (ownSouth && ownWest) {
          this.#round(camera, kind, south, west, grid.kindAt(r + 1, c - 1), x, endY, 1, -1);
        }
        if (ownSouth && ownEast) {
          this.#round(camera, kind, south, east, grid.kindAt(r + 1, c + 1), endX, endY, -1, -1);
        }
      }
    }
    this.#fill();
  }

  // fill fills all corners of one colour at once, which is faster.
  #fill(): void {
    for (const [colour, path] of this.#paths) {
      this.#ctx.fillStyle = colour;
      this.#ctx.fill(path);
    }
    this.#paths.clear();
  }

  // paintShadow draws the shadow of the cell to the north. It is shorter where the corners
  // of that cell are round.
  #paintShadow(camera: Camera, row: number, col: number, x: number, y: number, endX: number): void {
    const ctx = this.#ctx;
    const grid = this.#grid;
    const north = grid.heightOf(grid.kindAt(row - 1, col), 0);
    const round = Math.round(camera.size * outerRound * 0.7);
    const left = grid.heightOf(grid.kindAt(row - 1, col - 1), north) < north ? round : 0;
    const right = grid.heightOf(grid.kindAt(row - 1, col + 1), north) < north ? round : 0;
    const depth = Math.max(1, Math.round(camera.size / 20));
    ctx.fillStyle = this.#shadow;
    for (let strip = 1; strip <= 3; strip++) {
      ctx.fillRect(x + left, y, endX - x - left - right, strip * depth);
    }
  }

  // round covers the corner x, y of a cell with the colour of a neighbour, so that the
  // rest is round. dx and dy lead into the cell.
  #round(
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
    const grid = this.#grid;
    const height = grid.heightOf(kind, 0);
    const heightAbove = grid.heightOf(above, height);
    const heightBeside = grid.heightOf(beside, height);
    const outer = heightAbove < height && heightBeside < height;
    const inner = heightAbove > height && heightBeside > height && grid.heightOf(across, height) > height;
    if (!outer && !inner) {
      return;
    }
    const radius = camera.size * (outer ? outerRound : innerRound);
    const colour = this.#fills[heightAbove > heightBeside === outer ? above : beside] ?? "";
    const path = this.#paths.get(colour) ?? new Path2D();
    this.#paths.set(colour, path);
    path.moveTo(x, y);
    path.lineTo(x + dx * radius, y);
    path.bezierCurveTo(x + dx * radius * bend, y, x, y + dy * radius * bend, x, y + dy * radius);
    path.closePath();
  }
}
