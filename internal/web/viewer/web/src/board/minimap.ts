// A small map of the whole board, shown while only a part of it is seen.

import type { CellKind, Colour, Legend, MatchData } from "../model/data";
import type { Frame } from "../model/frame";
import type { Camera } from "./camera";
import { canvasOf, context, type Look } from "./look";

const widest = 180; // in pixels of CSS
const highest = 130;
const lowest = 28; // of long and narrow boards
const corner = 10; // how far the map is from it, in pixels of CSS

export class Minimap {
  readonly canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  #ground: CanvasRenderingContext2D | undefined; // a pixel for each cell
  readonly #legend: Legend;
  readonly #data: MatchData;
  #look: Look | undefined;
  #cells: Uint8Array | undefined;
  #owners: Int8Array | undefined;
  #fills: number[] = [];
  #paints: number[] = [];

  constructor(canvas: HTMLCanvasElement, data: MatchData) {
    this.canvas = canvas;
    this.#ctx = context(canvas);
    this.#data = data;
    this.#legend = data.legend;
    canvas.className = "minimap";
    canvas.setAttribute("aria-hidden", "true");
    canvas.style.cssText =
      "position:absolute;right:10px;bottom:10px;cursor:crosshair;touch-action:none;display:none;border-radius:6px;box-shadow:0 0 0 2px rgba(128,134,144,.85),0 3px 14px rgba(0,0,0,.35)";
  }

  // draw shows where the view is, or hides the map if the whole board is seen.
  draw(frame: Frame, camera: Camera, look: Look): void {
    const { canvas } = this;
    const ctx = this.#ctx;
    const legend = this.#legend;
    const display = camera.isPart ? "block" : "none";
    if (canvas.style.display !== display) {
      canvas.style.display = display;
    }
    if (!camera.isPart) {
      return;
    }
    this.#resize(camera);
    const ground = this.#drawGround(frame, look);
    const width = canvas.width / legend.cols;
    const height = canvas.height / legend.rows;
    ctx.imageSmoothingEnabled = width < 1;
    ctx.drawImage(ground, 0, 0, canvas.width, canvas.height);
    const { units } = frame;
    const dot = Math.max(2 * camera.ratio, width);
    for (let i = 0; i < units.count; i++) {
      const cell = units.cell[i] ?? 0;
      ctx.fillStyle = look.of(units.owner[i] ?? -1, "colour");
      ctx.fillRect((cell % legend.cols) * width, Math.floor(cell / legend.cols) * height, dot, dot);
    }
    this.#drawView(camera, look);
  }

  #drawView(camera: Camera, look: Look): void {
    const { canvas } = this;
    const ctx = this.#ctx;
    const legend = this.#legend;
    const scaleX = canvas.width / legend.cols / camera.size;
    const scaleY = canvas.height / legend.rows / camera.size;
    const x = (camera.left - camera.x) * scaleX;
    const y = (camera.top - camera.y) * scaleY;
    const width = (camera.right - camera.left) * scaleX;
    const height = (camera.bottom - camera.top) * scaleY;
    // Where the board goes on beyond its sides, so does the view.
    const first = camera.endlessCols ? Math.floor(x / canvas.width) : 0;
    const last = camera.endlessCols ? Math.floor((x + width) / canvas.width) : 0;
    for (let turn = first; turn <= last; turn++) {
      ctx.strokeStyle = look.inks.casing;
      ctx.lineWidth = 4 * camera.ratio;
      ctx.strokeRect(x - turn * canvas.width, y, width, height);
      ctx.strokeStyle = look.inks.line;
      ctx.lineWidth = 2 * camera.ratio;
      ctx.strokeRect(x - turn * canvas.width, y, width, height);
    }
  }

  #resize(camera: Camera): void {
    const { canvas } = this;
    const legend = this.#legend;
    const { band, gap, ratio } = camera;
    const scale = Math.min(widest / legend.cols, highest / legend.rows) * ratio;
    const width = Math.round(band > 0 ? camera.width - 2 * gap : Math.max(lowest * ratio, legend.cols * scale));
    const height = band || Math.round(Math.max(lowest * ratio, legend.rows * scale));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${width / ratio}px`;
      canvas.style.height = `${height / ratio}px`;
    }
    const right = `${band > 0 ? gap / ratio : corner}px`;
    const bottom = `${band > 0 ? (camera.height - camera.bottom - gap - band) / ratio : corner}px`;
    if (canvas.style.right !== right || canvas.style.bottom !== bottom) {
      Object.assign(canvas.style, { right, bottom });
    }
  }

  #drawGround(frame: Frame, look: Look): HTMLCanvasElement {
    const { rows, cols } = this.#legend;
    const ctx = (this.#ground ??= context(canvasOf(cols, rows)));
    if (look !== this.#look) {
      this.#fills = this.#legend.cells.map((kind) => numberOf(look.colour(signOf(kind, this.#legend), -1)));
      this.#paints = this.#data.players.map((_, seat) => numberOf(look.of(seat, "colour")));
    } else if (frame.cells === this.#cells && frame.owners === this.#owners) {
      return ctx.canvas;
    }
    this.#look = look;
    this.#cells = frame.cells;
    this.#owners = frame.owners;
    const image = ctx.createImageData(cols, rows);
    const { data } = image;
    for (let i = 0; i < frame.cells.length; i++) {
      const fill = this.#fills[frame.cells[i] ?? 0] ?? 0;
      const paint = this.#paints[frame.owners[i] ?? -1] ?? fill;
      data[4 * i] = ((fill >> 16) + (paint >> 16)) >> 1;
      data[4 * i + 1] = (((fill >> 8) & 255) + ((paint >> 8) & 255)) >> 1;
      data[4 * i + 2] = ((fill & 255) + (paint & 255)) >> 1;
      data[4 * i + 3] = 255;
    }
    ctx.putImageData(image, 0, 0);
    return ctx.canvas;
  }
}

// signOf is the colour of a kind of cell on the map. What lies on the ground of all has its own.
function signOf({ fill, over }: CellKind, { cells }: Legend): Colour {
  const [ground] = cells;
  const lies = over[0]?.find((path) => path.fill[0] !== "");
  return ground?.fill[0] === fill[0] && ground.over !== over && lies !== undefined ? lies.fill : fill;
}

function numberOf(colour: string): number {
  return Number.parseInt(colour.slice(1), 16) || 0;
}
