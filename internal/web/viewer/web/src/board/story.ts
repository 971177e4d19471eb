// What tells the story on the board: whose the places are, where much changes hands, and
// where somebody died.

import { type Group, groupsOf } from "../model/areas";
import type { Frame } from "../model/frame";
import type { Playback } from "../model/playback";
import type { Below } from "./arrows";
import { type Camera, modulo } from "./camera";
import type { Look } from "./look";
import { indexOf } from "../model/units";
import { drawEcho, drawLabel, drawWay } from "./marks";
import { type Place, placesOf } from "./places";
import type { Screen } from "./screen";
import type { Sprites } from "./sprites";
import { Sweep } from "./sweep";

const smallestFlagged = 5; // cell, in pixels of CSS
const square = 6; // of a place on tinier cells, in pixels of CSS
const echoes = 3; // rounds
const glow = 0.42; // of a cell, around a group
const wake = 5; // rounds
const flight = 8; // cells ahead of what flies straight
const dot = 0.02; // of a cell: a line so short is a dot
const smallestLabel = 11; // in pixels of CSS
const echoSize = 10; // at least, in pixels of CSS

interface Wake {
  readonly owner: number;
  readonly isStraight: boolean;
  readonly cells: readonly number[];
}

export class Story implements Below {
  readonly #ctx: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #screen: Screen;
  readonly #sprites: Sprites;
  readonly #playback: Playback;
  readonly #sweep: Sweep;
  readonly #places: readonly Place[]; // that have flags
  readonly #placeAt = new Map<number, number>(); // by cell, which place it is of
  #groups: readonly Group[] = [];
  #groupsOf = -1; // the frame
  #there: readonly (readonly number[])[] = []; // by place and seat: how many units
  #thereAt = -1; // the frame
  #wakes: readonly Wake[] = [];
  #wakesAt = -1; // the frame

  constructor(ctx: CanvasRenderingContext2D, camera: Camera, screen: Screen, sprites: Sprites, playback: Playback) {
    this.#ctx = ctx;
    this.#camera = camera;
    this.#screen = screen;
    this.#sprites = sprites;
    this.#playback = playback;
    this.#sweep = new Sweep(playback);
    this.#places = placesOf(playback.data.legend, playback.frame(0));
    this.#places.forEach(({ all }, i) => all.forEach((cell) => this.#placeAt.set(cell, i)));
  }

  // drawGround draws what lies below the units; part is how much of the round is over.
  drawGround(frame: Frame, look: Look, part: number): void {
    this.#drawSweep(frame, look, part);
    this.#drawThreads(frame, look);
  }

  // isOn reports whether something stays for the round that begins with a frame.
  isOn(frame: Frame): boolean {
    return this.#places.length > 0 || frame.window !== undefined;
  }

  // drawBelow draws it.
  drawBelow(ctx: CanvasRenderingContext2D, frame: Frame, look: Look): void {
    this.#drawGroups(ctx, frame, look);
    this.#drawFlags(ctx, frame, look);
    this.#drawWakes(ctx, frame, look);
  }

  // drawWakes shows where units come from that fly through a window.
  #drawWakes(ctx: CanvasRenderingContext2D, frame: Frame, look: Look): void {
    if (frame.window === undefined) {
      return;
    }
    const { size } = this.#camera;
    for (const { owner, cells, isStraight } of this.#wakesOf(frame)) {
      if (isStraight) {
        this.#drawAhead(ctx, frame, cells, look.of(owner, "colour"), look);
      }
      for (let i = 1; i < cells.length; i++) {
        const [from = 0, to = 0] = [cells[i], cells[i - 1]];
        const by = [this.#screen.wayX(from, to), this.#screen.wayY(from, to)] as const;
        const colour = look.of(owner, "colour");
        const at = [this.#screen.cellX(from), this.#screen.cellY(from)] as const;
        drawWay(ctx, look.inks, at, by, size * 0.1, colour, 0.6 * (1 - i / (wake + 1)));
      }
    }
  }

  // drawAhead shows as dots where something goes that flies on as it flew, up to what is in its way.
  #drawAhead(
    ctx: CanvasRenderingContext2D,
    { cells: ground }: Frame,
    [at = 0, before = at]: readonly number[],
    colour: string,
    look: Look,
  ): void {
    const { size } = this.#camera;
    const { cols } = this.#playback.data.legend;
    const row = Math.floor(at / cols);
    const [wayX, wayY] = [this.#screen.wayX(before, at), this.#screen.wayY(before, at)];
    const step = Math.sign(Math.round(wayX));
    for (let i = 1; step !== 0 && wayY === 0 && i <= flight; i++) {
      const cell = row * cols + modulo((at % cols) + step * i, cols);
      if (ground[cell] !== 0) {
        return; // what lies there is hit
      }
      const to = [this.#screen.cellX(at) + i * step * size, this.#screen.cellY(at)] as const;
      drawWay(ctx, look.inks, to, [dot * size, 0], size * 0.1, colour, 0.9);
    }
  }

  // wakesOf returns the cells of each unit, the last one first.
  #wakesOf(frame: Frame): readonly Wake[] {
    if (frame.number !== this.#wakesAt) {
      this.#wakesAt = frame.number;
      const first = Math.max(0, frame.number - wake);
      const frames = Array.from({ length: frame.number - first + 1 }, (_, i) => this.#playback.frame(frame.number - i));
      this.#wakes = Array.from({ length: frame.units.count }, (_, i) => {
        const id = frame.units.id[i] ?? -1;
        const cells = frames.map(({ units }) => units.cell[indexOf(units, id)] ?? -1);
        const gone = cells.indexOf(-1);
        const isStraight = this.#playback.data.legend.units[frame.units.kind[i] ?? 0]?.straight === true;
        return { owner: frame.units.owner[i] ?? -1, isStraight, cells: gone < 0 ? cells : cells.slice(0, gone) };
      });
    }
    return this.#wakes;
  }

  // drawPoints says what an event pays.
  #drawPoints(frame: Frame, look: Look, part: number): void {
    const { size, ratio } = this.#camera;
    for (const event of this.#playback.events(frame.number)) {
      if (event.pays > 0 && event.cell >= 0) {
        const high = Math.max(smallestLabel * ratio, size * 0.7);
        const y = this.#screen.cellY(event.cell) - size * (0.9 + 0.6 * Math.max(0, part));
        drawLabel(this.#ctx, look.inks, `+${event.pays}`, this.#screen.cellX(event.cell), y, high);
      }
    }
  }

  // drawGroups lets places that are joined glow together, and says what they pay.
  #drawGroups(ctx: CanvasRenderingContext2D, frame: Frame, look: Look): void {
    const { size, ratio } = this.#camera;
    const { legend } = this.#playback.data;
    if (legend.group === undefined || size < smallestFlagged * ratio) {
      return;
    }
    if (frame.number !== this.#groupsOf) {
      this.#groupsOf = frame.number;
      this.#groups = groupsOf(legend, frame).filter(({ places }) => places > 1);
    }
    for (const { owner, all, pays } of this.#groups) {
      const wide = size * (1 + 2 * glow);
      ctx.beginPath();
      for (const cell of all) {
        ctx.rect(this.#screen.cellX(cell) - wide / 2, this.#screen.cellY(cell) - wide / 2, wide, wide);
      }
      ctx.globalAlpha = 0.3;
      ctx.fillStyle = look.of(owner, "colour");
      ctx.fill();
      ctx.globalAlpha = 1;
      const [first = 0] = all;
      const high = Math.max(smallestLabel * ratio, size * 0.9);
      drawLabel(ctx, look.inks, `+${pays}`, this.#screen.cellX(first), this.#screen.cellY(first) - high, high);
    }
  }

  // drawFronts shows who stands on a place where there are several players: as a bar, split by their units.
  drawFronts(frame: Frame, look: Look): void {
    const { size, ratio } = this.#camera;
    if (this.#places.length === 0 || size < smallestFlagged * ratio) {
      return;
    }
    this.#thereIn(frame).forEach((counts, i) => {
      const place = this.#places[i];
      if (place !== undefined && counts.filter((n) => n > 0).length > 1) {
        this.#drawFront(place, counts, look);
      }
    });
  }

  // thereIn returns how many units each player has on each place.
  #thereIn({ number, units }: Frame): readonly (readonly number[])[] {
    if (number !== this.#thereAt) {
      this.#thereAt = number;
      const there = this.#places.map(() => this.#playback.data.players.map(() => 0));
      for (let i = 0; i < units.count; i++) {
        const counts = there[this.#placeAt.get(units.cell[i] ?? -1) ?? -1];
        const owner = units.owner[i] ?? -1;
        if (counts !== undefined && owner >= 0) {
          counts[owner] = (counts[owner] ?? 0) + 1;
        }
      }
      this.#there = there;
    }
    return this.#there;
  }

  #drawFront({ row, col }: Place, counts: readonly number[], look: Look): void {
    const ctx = this.#ctx;
    const { size, ratio } = this.#camera;
    const [wide, high] = [Math.max(24 * ratio, 4 * size), Math.max(5 * ratio, 0.55 * size)];
    let x = this.#screen.x(col + 0.5) - wide / 2;
    const y = this.#screen.y(row + 0.5) + size;
    ctx.fillStyle = look.inks.line;
    ctx.fillRect(x - ratio, y - ratio, wide + 2 * ratio, high + 2 * ratio);
    const sum = counts.reduce((all, n) => all + n, 0);
    counts.forEach((n, seat) => {
      ctx.fillStyle = look.of(seat, "colour");
      ctx.fillRect(x, y, (wide * n) / sum, high);
      x += (wide * n) / sum;
    });
  }

  // drawThreads leads from whoever beat a unit to the unit.
  #drawThreads(frame: Frame, look: Look): void {
    const { size } = this.#camera;
    const { legend } = this.#playback.data;
    for (const event of this.#playback.events(frame.number)) {
      const at = event.by < 0 ? -1 : indexOf(frame.units, event.by);
      const from = frame.units.cell[at] ?? -1;
      if (at >= 0 && from >= 0 && event.cell >= 0 && legend.events[event.kind]?.look === "death") {
        const by = [this.#screen.wayX(from, event.cell), this.#screen.wayY(from, event.cell)] as const;
        const colour = look.of(frame.units.owner[at] ?? -1, look.theme === "light" ? "shade" : "colour");
        drawWay(
          this.#ctx,
          look.inks,
          [this.#screen.cellX(from), this.#screen.cellY(from)],
          by,
          size * 0.12,
          colour,
          0.9,
        );
      }
    }
  }

  // drawFlags shows whose the places are; on cells that are too small for flags, as squares.
  #drawFlags(ctx: CanvasRenderingContext2D, frame: Frame, look: Look): void {
    const { size, ratio } = this.#camera;
    const isTiny = size < smallestFlagged * ratio;
    for (const { row, col, cell } of this.#places) {
      const owner = frame.owners[cell] ?? -1;
      const [x, y] = [this.#screen.x(col + 0.5), this.#screen.y(row + 0.5)];
      if (isTiny) {
        this.#drawSquare(ctx, x, y, look.of(owner, "colour"), look.inks.line);
      } else if (owner >= 0) {
        const flag = this.#sprites.flag(owner);
        ctx.drawImage(flag, Math.round(x - flag.width / 2), Math.round(y - flag.height / 2));
      }
    }
  }

  #drawSquare(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string, border: string): void {
    const { ratio } = this.#camera;
    for (const [wide, fill] of [
      [square + 2, border],
      [square, colour],
    ] as const) {
      ctx.fillStyle = fill;
      ctx.fillRect(x - (wide * ratio) / 2, y - (wide * ratio) / 2, wide * ratio, wide * ratio);
    }
  }

  // drawEchoes shows for some rounds where somebody died, or where much changed hands.
  drawEchoes(frame: Frame, look: Look, part: number): void {
    this.#drawPoints(frame, look, part);
    const { size, ratio } = this.#camera;
    for (let age = 0; age < echoes; age++) {
      const old = (age + part) / echoes;
      for (const event of this.#playback.events(frame.number - age)) {
        const kind = this.#playback.data.legend.events[event.kind];
        const shown = kind?.look === "death" || (kind?.look === "capture" && kind.major);
        if (shown && event.cell >= 0 && (age > 0 || kind.major)) {
          const [x, y] = [this.#screen.cellX(event.cell), this.#screen.cellY(event.cell)];
          const colour = kind.look === "death" ? look.inks.harm : look.of(event.seat, "colour");
          drawEcho(this.#ctx, look.inks, x, y, Math.max(size, echoSize * ratio), old, colour);
        }
      }
    }
  }

  // drawSweep shows cells that change hands, one after another from where it began.
  #drawSweep(frame: Frame, look: Look, part: number): void {
    const ctx = this.#ctx;
    const camera = this.#camera;
    const cells = this.#sweep.cells(frame.number);
    ctx.globalAlpha = part > 0 ? 0.75 : 0.35; // while all stands still, what will happen is seen
    for (let i = 0; i < cells.length; i++) {
      const { cell, owner } = cells[i] ?? { cell: 0, owner: -1 };
      if (part <= 0 || i < cells.length * part * 1.2) {
        const x = this.#screen.cellX(cell) - camera.size / 2;
        const y = this.#screen.cellY(cell) - camera.size / 2;
        ctx.fillStyle = look.of(owner, "colour");
        ctx.fillRect(x, y, camera.size, camera.size);
      }
    }
    ctx.globalAlpha = 1;
  }
}
