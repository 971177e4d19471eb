// The picture of a match: the ground, the units upon it, and what happens.

import type { Legend } from "../model/data";
import type { Frame, Round } from "../model/frame";
import type { Playback } from "../model/playback";
import { Camera, nearest } from "./camera";
import { context, Look, type Theme } from "./look";
import { drawArrow, drawBar, drawEvent, drawFrame, drawLabel, type Happening } from "./marks";
import { Minimap } from "./minimap";
import { Motion } from "./motion";
import { Sprites } from "./sprites";
import { Terrain } from "./terrain";

// BoardState is what the board is to show.
export interface BoardState {
  readonly time: number; // a frame, and the part of the way to the next
  readonly theme: Theme;
  readonly hover: number; // cell, or -1
  readonly pinned: number; // cell, or -1
  readonly followed: number; // id of a unit, or -1
  readonly notes: readonly boolean[]; // by seat: whether what its bot notes is shown
  readonly orders: boolean; // whether orders are shown as arrows
  readonly moving: boolean; // whether units move between frames
}

const longestLabel = 40; // characters; more covers the board
const smallUnit = 14; // in pixels of CSS
const labelHeight = 12; // at least, in pixels of CSS

// A Board draws on canvases of its own within an element, which it fills.
export class Board {
  readonly #host: HTMLElement;
  readonly #playback: Playback;
  readonly #legend: Legend;
  readonly #canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #sprites: Sprites;
  readonly #terrain: Terrain;
  readonly #minimap: Minimap;
  readonly #motion: Motion;
  readonly #looks: Partial<Record<Theme, Look>> = {};
  readonly #listening = new AbortController();
  readonly #happening: Happening = {
    look: "note",
    x: 0,
    y: 0,
    toX: 0,
    toY: 0,
    size: 0,
    part: -1,
    colour: "",
    seed: 0,
    major: false,
  };
  readonly #arrows: CanvasRenderingContext2D;
  // What arrows are drawn now, and where.
  #told: Round | undefined;
  #toldLook: Look | undefined;
  #toldX = 0;
  #toldY = 0;
  #toldSize = 0;
  #state: BoardState | undefined;
  #redraw = 0;
  #follows = -1; // the unit that the view goes with; none after one moves the view oneself
  #followed = -1;

  constructor(host: HTMLElement, playback: Playback) {
    const { data } = playback;
    const ground = document.createElement("canvas");
    const arrows = document.createElement("canvas");
    this.#canvas = document.createElement("canvas");
    for (const canvas of [ground, arrows, this.#canvas]) {
      canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%";
    }
    this.#host = host;
    this.#playback = playback;
    this.#legend = data.legend;
    this.#ctx = context(this.#canvas);
    this.#arrows = context(arrows);
    this.#camera = new Camera(data.legend);
    this.#sprites = new Sprites(data);
    this.#terrain = new Terrain(ground, data, this.#sprites);
    this.#minimap = new Minimap(document.createElement("canvas"), data);
    this.#motion = new Motion(data.legend);
    if (getComputedStyle(host).position === "static") {
      host.style.position = "relative";
    }
    host.append(ground, arrows, this.#canvas, this.#minimap.canvas);
    this.#listen();
  }

  // remove takes the canvases away. The board is not to be used after it.
  remove(): void {
    this.#listening.abort();
    cancelAnimationFrame(this.#redraw);
    this.#host.replaceChildren();
  }

  // draw shows a state. It returns true while the view is on its way to the unit that
  // it follows, and wants to be drawn again.
  draw(state: BoardState): boolean {
    this.#state = state;
    const last = this.#playback.last;
    const time = Math.max(0, Math.min(state.time, last));
    const from = this.#playback.frame(Math.floor(time));
    const part = state.moving ? time - from.number : 0;
    const to = part > 0 ? this.#playback.frame(from.number + 1) : from;
    const look = (this.#looks[state.theme] ??= new Look(this.#playback.data, state.theme));
    this.#fillHost();
    this.#setWindow(from, to, part);
    this.#motion.set(from, to);
    this.#motion.move(from.window === undefined ? ease(part) : part);
    const busy = this.#follow(state);
    this.#sprites.prepare(look, this.#camera.size, this.#unitSize());
    this.#terrain.draw(from, this.#camera, look);
    this.#drawOrders(state.orders ? this.#playback.round(from.number) : undefined, from, look);
    this.#drawFront(state, from, look, part);
    this.#minimap.draw(from, this.#camera, look);
    return busy;
  }

  // zoom makes cells larger by a factor, around a point of the page.
  zoom(factor: number, clientX: number, clientY: number): void {
    const box = this.#host.getBoundingClientRect();
    const { ratio } = this.#camera;
    this.#camera.zoom(factor, (clientX - box.left) * ratio, (clientY - box.top) * ratio);
  }

  // pan moves the board by pixels of the page.
  pan(x: number, y: number): void {
    this.#follows = -1;
    this.#camera.pan(x * this.#camera.ratio, y * this.#camera.ratio);
  }

  // fit shows all of the board that is in play.
  fit(): void {
    this.#camera.fit();
  }

  // cellAt returns the cell at a point of the page, or -1.
  cellAt(clientX: number, clientY: number): number {
    const box = this.#host.getBoundingClientRect();
    const { ratio } = this.#camera;
    return this.#camera.cellAt((clientX - box.left) * ratio, (clientY - box.top) * ratio);
  }

  // listen makes the small map take one where one points. Its events do not reach
  // the host, for which they would mean the board.
  #listen(): void {
    const { canvas } = this.#minimap;
    const { signal } = this.#listening;
    const go = (event: PointerEvent): void => {
      event.stopPropagation();
      if (event.buttons === 0) {
        return;
      }
      const box = canvas.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * this.#legend.cols;
      const y = ((event.clientY - box.top) / box.height) * this.#legend.rows;
      this.#follows = -1;
      this.#camera.approach(x, y, 1);
      cancelAnimationFrame(this.#redraw);
      this.#redraw = requestAnimationFrame(() => this.#state && this.draw(this.#state));
    };
    canvas.addEventListener("pointerdown", go, { signal });
    canvas.addEventListener("pointermove", go, { signal });
    canvas.addEventListener("pointerup", (event) => event.stopPropagation(), { signal });
  }

  #fillHost(): void {
    const host = this.#host;
    const canvas = this.#canvas;
    const camera = this.#camera;
    const ratio = globalThis.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(host.clientWidth * ratio));
    const height = Math.max(1, Math.round(host.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = this.#arrows.canvas.width = width;
      canvas.height = this.#arrows.canvas.height = height;
      this.#told = undefined;
    }
    camera.resize(width, height, ratio);
  }

  #setWindow(from: Frame, to: Frame, part: number): void {
    const { rows, cols, wrapRows, wrapCols } = this.#legend;
    const { window } = from;
    if (window === undefined) {
      this.#camera.setWindow(0, 0, rows, cols);
    } else {
      const next = to.window ?? window;
      const down = nearest(next.row - window.row, wrapRows ? rows : 0);
      const right = nearest(next.col - window.col, wrapCols ? cols : 0);
      this.#camera.setWindow(window.row + down * part, window.col + right * part, window.rows, window.cols);
    }
    this.#camera.update();
  }

  #follow(state: BoardState): boolean {
    if (state.followed !== this.#followed) {
      this.#followed = state.followed;
      this.#follows = state.followed;
    }
    const i = this.#follows < 0 ? -1 : this.#motion.indexOf(this.#follows);
    if (i < 0) {
      return false;
    }
    return this.#camera.approach(this.#motion.x[i] ?? 0, this.#motion.y[i] ?? 0, state.moving ? 0.2 : 1);
  }

  // Units are a little larger than their cells where those are small.
  #unitSize(): number {
    const { size, ratio } = this.#camera;
    return Math.max(size, Math.min(Math.round(size * 1.35), smallUnit * ratio));
  }

  #drawFront(state: BoardState, frame: Frame, look: Look, part: number): void {
    const ctx = this.#ctx;
    const round = this.#playback.round(frame.number);
    this.#begin(ctx);
    this.#drawVeil(frame, look);
    this.#drawUnits(false);
    this.#drawUnits(true);
    this.#drawBars(look);
    if (round !== undefined) {
      this.#drawEvents(round, look, part > 0 ? part : -1);
      this.#drawNotes(round, look, state.notes);
    }
    this.#drawPointers(state, look);
    ctx.restore();
  }

  // begin clears a canvas and keeps what is drawn on it within the view. The caller
  // restores its context.
  #begin(ctx: CanvasRenderingContext2D): void {
    const { width, height, left, top, right, bottom } = this.#camera;
    ctx.clearRect(0, 0, width, height);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, right - left, bottom - top);
    ctx.clip();
  }

  // drawVeil covers what is not in play, when one looks beyond it.
  #drawVeil(frame: Frame, look: Look): void {
    const { window } = frame;
    const ctx = this.#ctx;
    const camera = this.#camera;
    if (window === undefined || camera.isFitted) {
      return;
    }
    ctx.beginPath();
    ctx.rect(0, 0, camera.width, camera.height);
    const x = camera.x + camera.windowCol * camera.size;
    const y = camera.y + camera.windowRow * camera.size;
    ctx.rect(x, y, window.cols * camera.size, window.rows * camera.size);
    ctx.fillStyle = look.inks.veil;
    ctx.fill("evenodd");
  }

  // Where a board wraps around, what is near its edge is seen on both sides of it:
  // firstTurn and lastTurn say how many times around it has to be drawn.
  #firstTurn(wraps: boolean, position: number, from: number, length: number): number {
    return wraps ? Math.ceil((from - 1 - position) / length) : 0;
  }

  #lastTurn(wraps: boolean, position: number, to: number, length: number): number {
    return wraps ? Math.floor((to + 1 - position) / length) : 0;
  }

  #drawUnits(plates: boolean): void {
    const motion = this.#motion;
    const legend = this.#legend;
    for (let i = 0; i < motion.count; i++) {
      const units = motion.unitsOf(i);
      const j = motion.indexIn(i);
      const kind = units?.kind[j] ?? 0;
      if ((units?.cell[j] ?? -1) >= 0 && (legend.units[kind]?.plate ?? false) === plates) {
        this.#drawUnit(i, kind, units?.owner[j] ?? -1);
      }
    }
  }

  #drawUnit(i: number, kind: number, owner: number): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const motion = this.#motion;
    const sprites = this.#sprites;
    const { rows, cols, wrapRows, wrapCols } = this.#legend;
    const { size } = camera;
    const x = motion.x[i] ?? 0;
    const y = motion.y[i] ?? 0;
    const scale = motion.scale[i] ?? 1;
    const alpha = motion.alpha[i] ?? 1;
    if (alpha <= 0) {
      return;
    }
    const picture = sprites.unit(kind, owner);
    const full = picture.width;
    const length = full * scale;
    const exact = scale === 1 && Number.isInteger(x - 0.5) && Number.isInteger(y - 0.5);
    ctx.globalAlpha = alpha;
    const lastX = this.#lastTurn(wrapCols, x, (camera.right - camera.x) / size, cols);
    const lastY = this.#lastTurn(wrapRows, y, (camera.bottom - camera.y) / size, rows);
    for (let turnX = this.#firstTurn(wrapCols, x, (camera.left - camera.x) / size, cols); turnX <= lastX; turnX++) {
      for (let turnY = this.#firstTurn(wrapRows, y, (camera.top - camera.y) / size, rows); turnY <= lastY; turnY++) {
        const middleX = camera.x + (x + turnX * cols) * size;
        const middleY = camera.y + (y + turnY * rows) * size;
        if (exact) {
          ctx.drawImage(picture, Math.round(middleX - full / 2), Math.round(middleY - full / 2)); // crisp
        } else {
          ctx.drawImage(picture, middleX - length / 2, middleY - length / 2, length, length);
        }
      }
    }
    ctx.globalAlpha = 1;
  }

  // drawBars shows how healthy the units are that are not as healthy as can be.
  #drawBars(look: Look): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const motion = this.#motion;
    for (let i = 0; i < motion.count; i++) {
      const units = motion.unitsOf(i);
      const j = motion.indexIn(i);
      const most = units?.maxHealth[j] ?? 0;
      const health = units?.health[j] ?? 0;
      if (most > 0 && health < most && (motion.alpha[i] ?? 0) === 1) {
        const size = camera.size * (motion.scale[i] ?? 1);
        const x = this.#screenX(motion.x[i] ?? 0);
        const y = this.#screenY(motion.y[i] ?? 0);
        drawBar(ctx, look.inks, x, y, size, Math.max(0, health) / most);
      }
    }
  }

  // screenX and screenY are where a point of the board is seen, on the copy of the
  // board that is in view.
  #screenX(x: number): number {
    const camera = this.#camera;
    const turn = camera.endlessCols
      ? this.#firstTurn(true, x, (camera.left - camera.x) / camera.size, this.#legend.cols)
      : 0;
    return camera.x + (x + turn * this.#legend.cols) * camera.size;
  }

  #screenY(y: number): number {
    const camera = this.#camera;
    const turn = camera.endlessRows
      ? this.#firstTurn(true, y, (camera.top - camera.y) / camera.size, this.#legend.rows)
      : 0;
    return camera.y + (y + turn * this.#legend.rows) * camera.size;
  }

  #cellX(cell: number): number {
    return this.#screenX((cell % this.#legend.cols) + 0.5);
  }

  #cellY(cell: number): number {
    return this.#screenY(Math.floor(cell / this.#legend.cols) + 0.5);
  }

  // wayX and wayY are how far it is from one cell to another, the short way around.
  #wayX(from: number, to: number): number {
    const { cols, wrapCols } = this.#legend;
    return nearest((to % cols) - (from % cols), wrapCols ? cols : 0) * this.#camera.size;
  }

  #wayY(from: number, to: number): number {
    const { rows, cols, wrapRows } = this.#legend;
    return nearest(Math.floor(to / cols) - Math.floor(from / cols), wrapRows ? rows : 0) * this.#camera.size;
  }

  // drawOrders draws arrows, on a canvas of their own: they are many, and stay where
  // they are while the units move.
  #drawOrders(round: Round | undefined, frame: Frame, look: Look): void {
    const ctx = this.#arrows;
    const camera = this.#camera;
    const motion = this.#motion;
    const { x: left, y: top, size } = camera;
    if (
      round === this.#told &&
      look === this.#toldLook &&
      left === this.#toldX &&
      top === this.#toldY &&
      size === this.#toldSize
    ) {
      return;
    }
    this.#told = round;
    this.#toldLook = look;
    this.#toldX = left;
    this.#toldY = top;
    this.#toldSize = size;
    this.#begin(ctx);
    const width = Math.max(1, size * 0.05);
    const role = look.theme === "light" ? "shade" : "colour";
    ctx.globalAlpha = 0.85;
    for (const order of round?.orders ?? []) {
      const i = order.to < 0 ? -1 : motion.indexOf(order.unit);
      const from = frame.units.cell[i] ?? -1;
      if (from >= 0 && from !== order.to) {
        const x = this.#cellX(from);
        const y = this.#cellY(from);
        const toX = x + this.#wayX(from, order.to);
        const toY = y + this.#wayY(from, order.to);
        drawArrow(ctx, look.inks, x, y, toX, toY, size, width, look.of(order.seat, role));
      }
    }
    ctx.restore();
  }

  #drawEvents(round: Round, look: Look, part: number): void {
    const happening = this.#happening;
    happening.size = this.#camera.size;
    happening.part = part;
    for (const event of round.events) {
      if (event.cell < 0) {
        continue;
      }
      const kind = this.#legend.events[event.kind];
      happening.look = kind?.look ?? "note";
      happening.major = kind?.major ?? false;
      happening.x = this.#cellX(event.cell);
      happening.y = this.#cellY(event.cell);
      happening.toX = happening.x + (event.to < 0 ? 0 : this.#wayX(event.cell, event.to));
      happening.toY = happening.y + (event.to < 0 ? 0 : this.#wayY(event.cell, event.to));
      happening.colour = look.of(event.seat, "colour");
      happening.seed = event.cell;
      if (happening.look !== "shot" || event.to >= 0) {
        drawEvent(this.#ctx, look.inks, happening);
      }
    }
  }

  #drawNotes(round: Round, look: Look, shown: readonly boolean[]): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const { size } = camera;
    for (const note of round.notes) {
      if (shown[note.seat] !== true || note.cell < 0) {
        continue;
      }
      const colour = look.of(note.seat, "colour");
      const x = this.#cellX(note.cell);
      const y = this.#cellY(note.cell);
      if (note.kind === "mark") {
        drawFrame(ctx, look.inks, x - size / 2, y - size / 2, size, size, Math.max(1.5, size * 0.08), colour);
      } else if (note.kind === "arrow" && note.to >= 0) {
        const toX = x + this.#wayX(note.cell, note.to);
        const toY = y + this.#wayY(note.cell, note.to);
        drawArrow(ctx, look.inks, x, y, toX, toY, size, Math.max(1.5, size * 0.09), colour);
      } else if (note.kind === "label") {
        const height = Math.max(labelHeight * camera.ratio, size * 0.4);
        drawLabel(ctx, look.inks, note.text.slice(0, longestLabel), x, y, height);
      }
    }
  }

  // drawPointers shows what one points at, has pinned and follows.
  #drawPointers(state: BoardState, look: Look): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const motion = this.#motion;
    const { size, ratio } = camera;
    if (state.hover >= 0 && state.hover !== state.pinned) {
      this.#outline(state.hover, 1.25 * ratio, look);
    }
    if (state.pinned >= 0) {
      this.#outline(state.pinned, 2.5 * ratio, look);
    }
    const i = state.followed < 0 ? -1 : motion.indexOf(state.followed);
    if (i >= 0) {
      const x = this.#screenX(motion.x[i] ?? 0);
      const y = this.#screenY(motion.y[i] ?? 0);
      const radius = size * 0.62 + 2 * ratio;
      drawFrame(ctx, look.inks, x - radius, y - radius, 2 * radius, 2 * radius, 2 * ratio, look.inks.line);
    }
  }

  #outline(cell: number, width: number, look: Look): void {
    const { size } = this.#camera;
    const x = this.#cellX(cell) - size / 2;
    const y = this.#cellY(cell) - size / 2;
    drawFrame(this.#ctx, look.inks, x, y, size, size, width, look.inks.line);
  }
}

// ease makes what moves begin and end gently.
function ease(part: number): number {
  return part * part * (3 - 2 * part);
}
