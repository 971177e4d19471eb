// The picture of a match: the ground, the units on it, and what happens.

import type { Legend } from "../model/data";
import type { Frame, Round } from "../model/frame";
import type { Playback } from "../model/playback";
import { Arrows } from "./arrows";
import { Camera, nearest, type Part } from "./camera";
import { context, Look, type Theme } from "./look";
import { Crowds } from "./crowds";
import type { Layer } from "./heat";
import { drawEvent, drawFrame, drawMark, type Mark, marksOf, newHappening, shows } from "./marks";
import { Minimap } from "./minimap";
import { ease, Motion } from "./motion";
import { drawMarks, drawNotes, type Way } from "./notes";
import { firstTurn, lastTurn, Screen } from "./screen";
import { Sprites } from "./sprites";
import { Story } from "./story";
import { Terrain } from "./terrain";
import { Trail } from "./trail";

// A BoardState is what a board shows.
export interface BoardState {
  readonly time: number; // a frame, with the part of the way to the next as a fraction
  readonly theme: Theme;
  readonly hover: number; // cell, or -1
  readonly pinned: number; // cell, or -1
  readonly followed: number; // id of a unit, or -1
  readonly notes: readonly boolean[]; // by seat: whether the notes of its bot are shown
  readonly orders: "all" | "failed" | "none"; // that are shown as arrows
  readonly ahead: boolean; // whether it is shown where the followed unit will go
  readonly moving: boolean; // whether units move between frames
  readonly marks: readonly Way[]; // that the reader has drawn
  readonly chosen: readonly number[]; // cells of units that get orders together
  readonly paper: boolean; // whether it is printed
  readonly layer: Layer | undefined; // on the ground
}

const smallCell = 14; // in pixels of CSS: units on smaller ones are plain, and larger than the cell
const star = 1.7; // how much larger a unit is that reaches the cells around it
const larger = 1.35;
const largerUntil = 16; // in pixels of CSS
const smallestUnit = 5; // in pixels of CSS
const halo = 1.5; // in pixels of CSS
const smallestSigns = 20; // cell with signs other than bars, in pixels of CSS
const paperSide = 700; // in pixels of CSS: about as wide as A4 without its margins
const paperRatio = 3; // about 300 dots per inch

type Size = readonly [width: number, height: number, ratio: number];

const pixelsOf = ([wide, high, ratio]: Size): readonly [width: number, height: number] => [
  Math.max(1, Math.round(wide * ratio)),
  Math.max(1, Math.round(high * ratio)),
];

// A Board fills an element, which has a position, with canvases of its own.
export class Board {
  readonly #host: HTMLElement;
  readonly #taken: () => void;
  readonly #playback: Playback;
  readonly #legend: Legend;
  readonly #marks: readonly Mark[];
  readonly #canvas: HTMLCanvasElement;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #under = document.createElement("div"); // cuts the lower canvases
  readonly #lower: readonly HTMLCanvasElement[];
  readonly #camera: Camera;
  readonly #wide: Camera; // of the lower canvases, which glide with a board that scrolls
  readonly #screen: Screen;
  readonly #arrows: Arrows;
  readonly #sprites: Sprites;
  readonly #terrain: Terrain;
  readonly #minimap: Minimap;
  readonly #motion: Motion;
  readonly #story: Story;
  readonly #trail: Trail;
  readonly #crowds: Crowds;
  readonly #looks: Partial<Record<Theme, Look>> = {};
  readonly #listening = new AbortController();
  readonly #happening = newHappening();
  #state: BoardState | undefined;
  #redraw = 0;
  #follows = -1; // the unit that the view follows, until the reader moves the view
  #slid: Frame | undefined; // for which the lower canvases were set
  #followed = -1; // the followed unit of the state drawn last

  // taken is called when the reader moves the view.
  constructor(host: HTMLElement, playback: Playback, taken: () => void) {
    const { data } = playback;
    const ground = document.createElement("canvas");
    const arrows = document.createElement("canvas");
    this.#canvas = document.createElement("canvas");
    this.#lower = [ground, arrows];
    for (const { style } of [ground, arrows, this.#under, this.#canvas]) {
      style.cssText = "position:absolute;inset:0;width:100%;height:100%;overflow:hidden";
    }
    this.#under.append(ground, arrows);
    this.#host = host;
    this.#taken = taken;
    this.#playback = playback;
    this.#legend = data.legend;
    this.#marks = marksOf(data.legend.signs);
    this.#ctx = context(this.#canvas);
    this.#camera = new Camera(data.legend);
    this.#wide = new Camera(data.legend);
    this.#screen = new Screen(this.#camera, data.legend);
    this.#sprites = new Sprites(data);
    this.#terrain = new Terrain(ground, data, this.#sprites);
    this.#minimap = new Minimap(document.createElement("canvas"), data);
    this.#motion = new Motion(data.legend);
    this.#story = new Story(this.#ctx, this.#camera, this.#screen, this.#sprites, playback);
    this.#arrows = new Arrows(arrows, this.#camera, this.#screen, this.#story, data.legend);
    this.#crowds = new Crowds(this.#ctx, this.#camera, this.#screen);
    this.#trail = new Trail(this.#ctx, this.#camera, this.#screen, playback);
    host.append(this.#under, this.#canvas, this.#minimap.canvas);
    this.#listen();
  }

  // remove removes the canvases. The board must not be used afterwards.
  remove(): void {
    this.#listening.abort();
    cancelAnimationFrame(this.#redraw);
    this.#host.replaceChildren();
  }

  // draw shows a state. While the view is on its way to the unit that it follows, draw
  // returns true: the board must be drawn again.
  draw(state: BoardState): boolean {
    this.#state = state;
    const last = this.#playback.last;
    const time = Math.max(0, Math.min(state.time, last));
    const from = this.#playback.frame(Math.floor(time));
    const part = state.moving ? time - from.number : 0;
    const to = part > 0 ? this.#playback.frame(from.number + 1) : from;
    const look = (this.#looks[state.theme] ??= new Look(this.#playback.data, state.theme));
    this.#resize(state.paper ? this.#paperSize(from) : this.#hostSize());
    this.#setWindow(from, to, part);
    this.#motion.set(from, to);
    this.#motion.move(from.window === undefined ? ease(part) : part);
    const busy = this.#follow(state);
    const { size, ratio } = this.#camera;
    this.#sprites.prepare(look, size, this.#unitSize(), size < smallCell * ratio ? halo * ratio : 0);
    this.#slide(from, state.paper);
    this.#terrain.draw(from, this.#wide, look);
    const round = state.orders === "none" ? undefined : this.#playback.round(from.number);
    this.#arrows.draw(this.#wide, round, from, look, state.orders === "failed");
    this.#drawFront(state, from, look, part);
    this.#minimap.draw(from, this.#camera, look);
    return busy;
  }

  // zoom makes cells larger by a factor, around a point of the page.
  zoom(factor: number, clientX: number, clientY: number): void {
    this.#taken();
    const box = this.#host.getBoundingClientRect();
    const { ratio } = this.#camera;
    this.#camera.zoom(factor, (clientX - box.left) * ratio, (clientY - box.top) * ratio);
  }

  // pan moves the board by pixels of the page.
  pan(x: number, y: number): void {
    this.#follows = -1;
    this.#taken();
    this.#camera.pan(x * this.#camera.ratio, y * this.#camera.ratio);
  }

  // fit shows the whole part of the board that is in play.
  fit(): void {
    this.#taken();
    this.#camera.fit();
  }

  // glide goes a part of the way to a part of the board, or to the whole. It returns whether some
  // way is left.
  glide(to: Part | undefined, part: number): boolean {
    return this.#camera.glide(to, part);
  }

  // part is the part of the board that is seen; nothing if it is the whole.
  get part(): Part | undefined {
    return this.#camera.isFitted ? undefined : this.#camera.part;
  }

  // look shows a part of the board.
  look(part: Part): void {
    this.#camera.look(part);
  }

  // paint draws what is seen to another canvas, at a height.
  paint(to: CanvasRenderingContext2D, top: number): void {
    const { left, right, height, x } = this.#camera;
    to.save();
    if (x !== this.#wide.x) {
      to.beginPath();
      to.rect(left, top, right - left, height);
      to.clip();
    }
    for (const canvas of this.#lower) {
      to.drawImage(canvas, x - this.#wide.x, top);
    }
    to.restore();
    to.drawImage(this.#canvas, 0, top);
  }

  // cellAt returns the cell at a point of the page, or -1.
  cellAt(clientX: number, clientY: number): number {
    const box = this.#host.getBoundingClientRect();
    const { ratio } = this.#camera;
    return this.#camera.cellAt((clientX - box.left) * ratio, (clientY - box.top) * ratio);
  }

  // listen moves the view when the reader points at the small map. Its events must not
  // reach the host, which would take them for events of the board.
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
      this.#taken();
      this.#camera.approach(x, y, 1);
      cancelAnimationFrame(this.#redraw);
      this.#redraw = requestAnimationFrame(() => this.#state && this.draw(this.#state));
    };
    canvas.addEventListener("pointerdown", go, { signal });
    canvas.addEventListener("pointermove", go, { signal });
    canvas.addEventListener("pointerup", (event) => event.stopPropagation(), { signal });
  }

  #hostSize(): Size {
    return [this.#host.clientWidth, this.#host.clientHeight, globalThis.devicePixelRatio || 1];
  }

  // paperSize has the shape of what is seen, because nobody knows the room on the paper before
  // it is printed.
  #paperSize({ window }: Frame): Size {
    const [wide, high] = this.#hostSize();
    const { cols, rows } = window ?? this.#legend;
    const [x, y] = this.#camera.isFitted ? [cols, rows] : [wide, high];
    const scale = paperSide / Math.max(1, x, y);
    return [x * scale, y * scale, paperRatio];
  }

  // fits reports whether the board was drawn in its size.
  get fits(): boolean {
    const [width, height] = pixelsOf(this.#hostSize());
    return this.#canvas.width === width && this.#canvas.height === height;
  }

  #resize(size: Size): void {
    const canvas = this.#canvas;
    const [width, height] = pixelsOf(size);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    this.#camera.resize(width, height, size[2]);
  }

  // slide sets the view of the lower canvases. They have more at the sides of a board that scrolls, and glide with it:
  // to draw them with every frame of the screen takes longer than all else.
  #slide(frame: Frame, paper: boolean): void {
    const camera = this.#camera;
    const wide = this.#wide;
    const { x, y, size, left, right, ratio } = camera;
    const more = camera.endlessCols && !paper ? size : 0;
    const isAsLarge = wide.width === camera.width + 2 * more && wide.height === camera.height && wide.size === size;
    const isSame = isAsLarge && frame === this.#slid && wide.y === y;
    if (!isSame || Math.abs(x + more - wide.x) > more) {
      this.#slid = frame;
      wide.widen(camera, more);
      const pixels = (n: number): string => `${n / ratio}px`;
      const whole = { left: "0", width: "100%" };
      const cut = { left: pixels(left), width: pixels(right - left) };
      Object.assign(this.#under.style, more > 0 ? cut : whole);
      for (const { style } of this.#lower) {
        Object.assign(style, more > 0 ? { left: pixels(-left - more), width: pixels(wide.width) } : whole);
      }
    }
    for (const { style } of this.#lower) {
      style.transform = more > 0 ? `translateX(${(x + more - wide.x) / ratio}px)` : "";
    }
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

  // Units are a little larger than their cells if the cells are small.
  #unitSize(): number {
    const { size, ratio } = this.#camera;
    return Math.round(Math.max(size, smallestUnit * ratio, Math.min(size * larger, largerUntil * ratio)));
  }

  #drawFront(state: BoardState, frame: Frame, look: Look, part: number): void {
    const ctx = this.#ctx;
    const round = this.#playback.round(frame.number);
    this.#camera.begin(ctx);
    this.#drawVeil(frame, look);
    state.layer?.(ctx, this.#camera, this.#screen, look);
    this.#story.drawGround(frame, look, part);
    this.#trail.draw(state.followed, frame, look, state.ahead);
    this.#crowds.find(this.#motion);
    this.#drawReaches(look);
    this.#drawUnits(false, frame.number);
    this.#drawUnits(true, frame.number);
    this.#drawSigns(look);
    this.#crowds.draw(this.#motion, look);
    this.#story.drawFronts(frame, look);
    this.#story.drawEchoes(frame, look, part);
    if (round !== undefined) {
      this.#drawEvents(round, look, part > 0 ? part : -1);
      drawNotes(this.#ctx, this.#camera, this.#screen, look, round.notes, state.notes);
    }
    this.#drawPointers(state, look);
    drawMarks(this.#ctx, this.#camera, this.#screen, look, state.marks);
    ctx.restore();
  }

  // drawVeil covers the part of the board that is not in play.
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

  // drawReaches shows the cells around a unit that it reaches, if the game says so.
  #drawReaches(look: Look): void {
    const ctx = this.#ctx;
    const { size, ratio } = this.#camera;
    for (let i = 0; i < this.#motion.count; i++) {
      const kind = this.#motion.unitsOf(i)?.kind[this.#motion.indexIn(i)] ?? -1;
      const reach = this.#legend.units[kind]?.reach ?? 0;
      if (reach > 0) {
        const wide = (2 * reach + 1) * size + 2 * ratio;
        ctx.beginPath();
        const [x, y] = [this.#screen.x(this.#motion.x[i] ?? 0), this.#screen.y(this.#motion.y[i] ?? 0)];
        ctx.roundRect(x - wide / 2, y - wide / 2, wide, wide, size * 0.6);
        ctx.globalAlpha = 0.3;
        ctx.fillStyle = look.inks.harm;
        ctx.fill();
        ctx.globalAlpha = 1;
        ctx.strokeStyle = look.inks.harm;
        ctx.lineWidth = Math.max(1.5 * ratio, size * 0.12);
        ctx.stroke();
      }
    }
  }

  #drawUnits(plates: boolean, number: number): void {
    const motion = this.#motion;
    const legend = this.#legend;
    for (let i = 0; i < motion.count; i++) {
      const units = motion.unitsOf(i);
      const j = motion.indexIn(i);
      const kind = units?.kind[j] ?? 0;
      if (!this.#crowds.has(i) && (units?.cell[j] ?? -1) >= 0 && (legend.units[kind]?.plate ?? false) === plates) {
        const owner = units?.owner[j] ?? -1;
        const frozen = this.#playback.verdictOf(owner);
        this.#drawUnit(i, kind, owner, frozen !== undefined && frozen.round <= number);
      }
    }
  }

  #drawUnit(i: number, kind: number, owner: number, frozen: boolean): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const motion = this.#motion;
    const sprites = this.#sprites;
    const { rows, cols, wrapRows, wrapCols } = this.#legend;
    const { size } = camera;
    const x = motion.x[i] ?? 0;
    const y = motion.y[i] ?? 0;
    const scale = (motion.scale[i] ?? 1) * (this.#legend.units[kind]?.reach === undefined ? 1 : star);
    const alpha = motion.alpha[i] ?? 1;
    if (alpha <= 0) {
      return;
    }
    const picture = sprites.unit(kind, owner, frozen);
    const full = picture.width;
    const length = full * scale;
    const exact = scale === 1 && Number.isInteger(x - 0.5) && Number.isInteger(y - 0.5);
    ctx.globalAlpha = alpha;
    const lastX = lastTurn(wrapCols, x, (camera.right - camera.x) / size, cols);
    const lastY = lastTurn(wrapRows, y, (camera.bottom - camera.y) / size, rows);
    for (let turnX = firstTurn(wrapCols, x, (camera.left - camera.x) / size, cols); turnX <= lastX; turnX++) {
      for (let turnY = firstTurn(wrapRows, y, (camera.top - camera.y) / size, rows); turnY <= lastY; turnY++) {
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

  // drawSigns draws the legend's signs of the units. Small cells have room for bars only.
  #drawSigns(look: Look): void {
    const motion = this.#motion;
    const { size, ratio } = this.#camera;
    const marks = size < smallestSigns * ratio ? this.#marks.filter(({ form }) => form === "bar") : this.#marks;
    for (let i = 0; i < motion.count; i++) {
      const units = motion.unitsOf(i);
      if (units === undefined || this.#crowds.has(i) || (motion.alpha[i] ?? 0) < 1) {
        continue;
      }
      const j = motion.indexIn(i);
      const owner = units.owner[j] ?? -1;
      for (const mark of marks) {
        const value = units.value[j * units.signs + mark.at] ?? 0;
        const most = units.most[j * units.signs + mark.at] ?? 0;
        if (!shows(mark, value, most)) {
          continue;
        }
        drawMark(
          this.#ctx,
          look.inks,
          mark,
          this.#screen.x(motion.x[i] ?? 0),
          this.#screen.y(motion.y[i] ?? 0),
          mark.form === "bar" ? size * (motion.scale[i] ?? 1) : size,
          value,
          most,
          look.colour(mark.colour, owner),
          look.of(owner, "colour"),
        );
      }
    }
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
      happening.x = this.#screen.cellX(event.cell);
      happening.y = this.#screen.cellY(event.cell);
      happening.toX = happening.x + (event.to < 0 ? 0 : this.#screen.wayX(event.cell, event.to));
      happening.toY = happening.y + (event.to < 0 ? 0 : this.#screen.wayY(event.cell, event.to));
      happening.colour = look.of(event.seat, "colour");
      happening.seed = event.cell;
      if (happening.look !== "shot" || event.to >= 0) {
        drawEvent(this.#ctx, look.inks, happening);
      }
    }
  }

  // drawPointers marks the cell under the pointer, the pinned cell and the followed unit.
  #drawPointers(state: BoardState, look: Look): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const motion = this.#motion;
    const { size, ratio } = camera;
    if (state.hover >= 0 && state.hover !== state.pinned) {
      this.#outline(state.hover, 1.25 * ratio, look);
    }
    for (const cell of [state.pinned, ...state.chosen]) {
      if (cell >= 0) {
        this.#outline(cell, 2.5 * ratio, look);
      }
    }
    const i = state.followed < 0 ? -1 : motion.indexOf(state.followed);
    if (i >= 0) {
      const x = this.#screen.x(motion.x[i] ?? 0);
      const y = this.#screen.y(motion.y[i] ?? 0);
      const radius = size * 0.62 + 2 * ratio;
      drawFrame(ctx, look.inks, x - radius, y - radius, 2 * radius, 2 * radius, 2 * ratio, look.inks.line);
    }
  }

  #outline(cell: number, width: number, look: Look): void {
    const { size } = this.#camera;
    const x = this.#screen.cellX(cell) - size / 2;
    const y = this.#screen.cellY(cell) - size / 2;
    drawFrame(this.#ctx, look.inks, x, y, size, size, width, look.inks.line);
  }
}
