// Which part of the board is seen, and where on the canvas.

import type { Legend } from "../model/data";

// Lengths are in pixels of the device unless they are in cells.
const margin = 3; // around the board when all of it is seen, in pixels of CSS, unless the window is narrow
const narrow = 420;
const largestFit = 96; // cell of a small board, in pixels of CSS
const largest = 160; // cell when zoomed in, in pixels of CSS
const finest = 24; // pixels of CSS: smaller cells have sizes in steps
const lowestBand = 40; // the whole of a ring below its window, in pixels of CSS
const steps = 16; // of a pixel; as many cells, of which a ground is made, are whole pixels wide

// A Part is the part of the board that is seen.
export interface Part {
  readonly zoom: number; // 1: the part in play fits
  readonly x: number; // of the middle, in cells from the beginning of the part in play
  readonly y: number;
}

export class Camera {
  width = 1; // of the canvas
  height = 1;
  ratio = 1; // pixels of the device in one of CSS
  size = 1; // of a cell on average; edges are at whole pixels
  x = 0; // of the left edge of the board; may be left of the canvas
  y = 0;
  // Nothing is drawn outside this rectangle.
  left = 0;
  top = 0;
  right = 0;
  bottom = 0;

  readonly #legend: Legend;
  // The part in play, in cells. When the board scrolls, it begins elsewhere.
  #row = 0;
  #col = 0;
  #rows: number;
  #cols: number;
  #hasWindow = false;
  #zoomed = 1; // 1: the part in play fits
  #midX = 0; // of the view, in cells from the beginning of the part in play
  #midY = 0;

  constructor(legend: Legend) {
    this.#legend = legend;
    this.#rows = legend.rows;
    this.#cols = legend.cols;
  }

  resize(width: number, height: number, ratio: number): void {
    this.width = width;
    this.height = height;
    this.ratio = ratio;
  }

  // setWindow sets the part of the board that is in play.
  setWindow(row: number, col: number, rows: number, cols: number): void {
    this.#hasWindow = rows < this.#legend.rows || cols < this.#legend.cols;
    this.#row = row;
    this.#col = col;
    this.#rows = rows;
    this.#cols = cols;
  }

  // endlessCols and endlessRows report whether the board goes on beyond its sides, as it
  // does where it wraps around and scrolls.
  get endlessCols(): boolean {
    return this.#hasWindow && this.#legend.wrapCols;
  }

  get endlessRows(): boolean {
    return this.#hasWindow && this.#legend.wrapRows;
  }

  // windowRow and windowCol are where the part in play begins.
  get windowRow(): number {
    return this.#row;
  }

  get windowCol(): number {
    return this.#col;
  }

  // isFitted reports whether the whole part in play is seen.
  get isFitted(): boolean {
    return this.#zoomed === 1;
  }

  // isPart reports whether only a part of the board is seen.
  get isPart(): boolean {
    return this.#hasWindow || !this.isFitted;
  }

  get #fitSize(): number {
    const space = this.width < narrow * this.ratio ? 0 : 2 * margin * this.ratio;
    const size = Math.min((this.width - space) / this.#cols, (this.height - space) / this.#rows);
    return Math.max(1, Math.min(size, largestFit * this.ratio));
  }

  // Large cells are whole pixels wide, so that all have the same size. Small ones are not:
  // a pixel of each of seventy would be a tenth of the board. Nor are those that scroll.
  get #wantedSize(): number {
    const wanted = this.#fitSize * this.#zoomed;
    const whole = wanted >= finest * this.ratio || this.endlessCols || this.endlessRows;
    return Math.max(1, whole ? Math.floor(wanted) : Math.floor(wanted * steps) / steps);
  }

  // band is how high the whole of a ring is that is shown below its window, in the room that the window leaves; 0 if
  // there is too little.
  get band(): number {
    const { cols, rows } = this.#legend;
    if (!this.endlessCols || !this.isFitted) {
      return 0;
    }
    const room = this.height - this.#rows * this.#wantedSize - 3 * this.gap;
    const high = Math.floor(Math.min(room, ((this.width - 2 * this.gap) * rows) / cols));
    return high < lowestBand * this.ratio ? 0 : high;
  }

  // gap is above and below the band.
  get gap(): number {
    return Math.round(5 * this.ratio);
  }

  // height of what is left for the window.
  get #above(): number {
    const { band } = this;
    return band === 0 ? this.height : this.height - band - this.gap;
  }

  fit(): void {
    this.#zoomed = 1;
  }

  get part(): Part {
    return { zoom: this.#zoomed, x: this.#midX, y: this.#midY };
  }

  // look shows a part of the board, as far as there is one, when the view is computed next.
  look({ zoom, x, y }: Part): void {
    this.#zoomed = Math.max(1, zoom);
    this.#midX = x;
    this.#midY = y;
  }

  // zoom makes cells larger by a factor. The point x, y of the canvas stays where it is.
  zoom(factor: number, x: number, y: number): void {
    const most = Math.max(1, (largest * this.ratio) / this.#fitSize);
    const zoomed = Math.max(1, Math.min(most, this.#zoomed * factor));
    const before = this.size;
    this.#zoomed = zoomed < 1.02 ? 1 : zoomed;
    const change = 1 / before - 1 / this.#wantedSize;
    this.#midX += (x - this.width / 2) * change;
    this.#midY += (y - this.height / 2) * change;
    this.update();
  }

  // pan moves the board by pixels.
  pan(x: number, y: number): void {
    this.#midX -= x / this.size;
    this.#midY -= y / this.size;
    this.update();
  }

  // approach moves the middle of the view a part of the way to a point, in cells. It
  // returns whether there is some way left.
  approach(x: number, y: number, part: number): boolean {
    if (this.isFitted) {
      return false;
    }
    const [beforeX, beforeY] = [this.#midX, this.#midY];
    this.#midX += nearest(x - this.#col - this.#midX, this.endlessCols ? this.#legend.cols : 0) * part;
    this.#midY += nearest(y - this.#row - this.#midY, this.endlessRows ? this.#legend.rows : 0) * part;
    this.update();
    return Math.abs(this.#midX - beforeX) * this.size > 0.5 || Math.abs(this.#midY - beforeY) * this.size > 0.5;
  }

  // glide goes a part of the way to a part of the board, or to the whole. It returns whether some
  // way is left.
  glide(to: Part | undefined, part: number): boolean {
    const { zoom, x, y } = to ?? { zoom: 1, x: this.#cols / 2, y: this.#rows / 2 };
    const far = zoom / this.#zoomed;
    this.#zoomed = Math.abs(far - 1) < 0.01 ? zoom : this.#zoomed * far ** part;
    // What is not in play needs not be seen.
    const [wide, high] = [this.width / 2 / this.#wantedSize, this.height / 2 / this.#wantedSize];
    const inX = clamp(x, wide, this.#cols - wide);
    const inY = clamp(y, high, this.#rows - high);
    return this.approach(inX + this.#col, inY + this.#row, part) || this.#zoomed !== zoom;
  }

  // update computes the view. It must be called after any change.
  update(): void {
    const { width, height } = this;
    const legend = this.#legend;
    this.size = this.#wantedSize;
    const wide = width / 2 / this.size;
    const high = height / 2 / this.size;
    if (this.isFitted) {
      this.#midX = this.#cols / 2;
      this.#midY = this.#rows / 2;
    } else {
      const slack = (margin * this.ratio) / this.size;
      const aside = this.endlessCols ? legend.cols / 2 : 0;
      const above = this.endlessRows ? legend.rows / 2 : 0;
      const fromX = aside > 0 ? -aside : -this.#col;
      const toX = aside > 0 ? this.#cols + aside : legend.cols - this.#col;
      const fromY = above > 0 ? -above : -this.#row;
      const toY = above > 0 ? this.#rows + above : legend.rows - this.#row;
      this.#midX = clamp(this.#midX, fromX - slack + wide, toX + slack - wide);
      this.#midY = clamp(this.#midY, fromY - slack + high, toY + slack - high);
    }
    this.x = Math.round(width / 2 - (this.#col + this.#midX) * this.size);
    this.y = Math.round(this.#above / 2 - (this.#row + this.#midY) * this.size);
    this.#cut();
  }

  #cut(): void {
    const { width, height, size } = this;
    const legend = this.#legend;
    if (this.isFitted) {
      this.left = Math.round(width / 2 - this.#midX * size);
      this.top = Math.round(this.#above / 2 - this.#midY * size);
      this.right = this.left + Math.round(this.#cols * size);
      this.bottom = this.top + Math.round(this.#rows * size);
      return;
    }
    this.left = this.endlessCols ? 0 : Math.max(0, this.x);
    this.top = this.endlessRows ? 0 : Math.max(0, this.y);
    this.right = this.endlessCols ? width : Math.min(width, this.edgeX(legend.cols));
    this.bottom = this.endlessRows ? height : Math.min(height, this.edgeY(legend.rows));
  }

  // widen makes this the view of another, with some more at both sides.
  widen(of: Camera, more: number): void {
    Object.assign(this, of);
    this.#hasWindow = of.#hasWindow;
    this.x += more;
    this.right += 2 * more;
    this.width += 2 * more;
  }

  // begin clears a canvas and confines drawing to the view. The caller restores the
  // context.
  begin(ctx: CanvasRenderingContext2D): void {
    const { width, height, left, top, right, bottom } = this;
    ctx.clearRect(0, 0, width, height);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, right - left, bottom - top);
    ctx.clip();
  }

  // edgeX and edgeY return where a column and a row begin.
  edgeX(col: number): number {
    return this.x + Math.round(col * this.size);
  }

  edgeY(row: number): number {
    return this.y + Math.round(row * this.size);
  }

  // colAt and rowAt return the column and the row of a pixel, and endColAt and endRowAt the
  // first that begins at it or after it.
  colAt(x: number): number {
    return Math.ceil((Math.floor(x) - this.x + 0.5) / this.size) - 1;
  }

  rowAt(y: number): number {
    return Math.ceil((Math.floor(y) - this.y + 0.5) / this.size) - 1;
  }

  endColAt(x: number): number {
    return Math.ceil((x - this.x - 0.5) / this.size);
  }

  endRowAt(y: number): number {
    return Math.ceil((y - this.y - 0.5) / this.size);
  }

  // cellAt returns the cell at a point of the canvas, or -1.
  cellAt(x: number, y: number): number {
    if (x < this.left || x >= this.right || y < this.top || y >= this.bottom) {
      return -1;
    }
    const { rows, cols } = this.#legend;
    const row = modulo(this.rowAt(y), rows);
    const col = modulo(this.colAt(x), cols);
    return row * cols + col;
  }
}

export function modulo(n: number, of: number): number {
  const rest = n % of;
  return rest < 0 ? rest + of : rest;
}

// nearest returns the shorter way around a board that wraps at a length. A length of 0
// means that it doesn't wrap.
export function nearest(way: number, length: number): number {
  return length > 0 ? way - length * Math.round(way / length) : way;
}

function clamp(n: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, n));
}
