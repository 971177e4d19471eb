// How often something happened on each cell of the board, over the rounds.

import type { Camera } from "./camera";
import type { Look } from "./look";
import type { Screen } from "./screen";
import type { MatchEvent } from "../model/frame";
import type { Playback } from "../model/playback";
import { indexOf } from "../model/units";

// Points stands for a kind of event: for the points that events paid, each counted as often as it paid.
export const points = -1;

// A Layer is drawn on the ground, below the units.
export type Layer = (ctx: CanvasRenderingContext2D, camera: Camera, screen: Screen, look: Look) => void;

export type Cells = ReadonlyMap<number, number>;

// A Heat counts the events of a match by kind, seat and cell. Rounds are looked at once, also while more of them come.
export class Heat {
  readonly #match: Playback;
  readonly #counts = new Map<number, Map<number, Map<number, number>>>();
  #next = 0; // round

  constructor(match: Playback) {
    this.#match = match;
  }

  // counted is how many rounds were looked at.
  get counted(): number {
    return this.#next;
  }

  // cells returns how often events of a kind happened to a player on each cell before a frame; to all for seat -1. Frames
  // before one that was asked for earlier are no longer told apart.
  cells(kind: number, seat: number, frame: number): Cells {
    for (; this.#next < Math.min(frame, this.#match.last); this.#next++) {
      for (const event of this.#match.events(this.#next)) {
        if (event.cell >= 0) {
          this.#add(event.kind, event.seat, event.cell, 1);
          this.#add(points, this.#payee(event, this.#next), event.cell, event.pays);
        }
      }
    }
    const bySeat = this.#counts.get(kind) ?? new Map<number, Map<number, number>>();
    const all = new Map<number, number>();
    for (const [of, cells] of bySeat) {
      for (const [cell, count] of seat < 0 || of === seat ? cells : []) {
        all.set(cell, (all.get(cell) ?? 0) + count);
      }
    }
    return all;
  }

  // #payee returns who got the points of an event: who beat another one, where somebody did and is still there.
  #payee({ by, seat, pays }: MatchEvent, round: number): number {
    if (by < 0 || pays === 0) {
      return seat;
    }
    const { units } = this.#match.frame(round);
    return units.owner[indexOf(units, by)] ?? -1;
  }

  #add(kind: number, seat: number, cell: number, count: number): void {
    if (count <= 0) {
      return;
    }
    const bySeat = this.#counts.get(kind) ?? new Map<number, Map<number, number>>();
    const cells = bySeat.get(seat) ?? new Map<number, number>();
    this.#counts.set(kind, bySeat.set(seat, cells.set(cell, (cells.get(cell) ?? 0) + count)));
  }
}

// greatest returns the cells that have most, at most so many.
export function greatest(cells: Cells, most: number): readonly (readonly [cell: number, count: number])[] {
  const found: (readonly [number, number])[] = [];
  for (const one of cells) {
    const place = found.findIndex(([cell, n]) => one[1] > n || (one[1] === n && one[0] < cell));
    if (place >= 0 || found.length < most) {
      found.splice(place < 0 ? found.length : place, 0, one);
      found.length = Math.min(found.length, most);
    }
  }
  return found;
}

const faintest = 0.2;
const strongest = 0.85;

// strength returns how strong a cell is painted, of one with so many where another has most.
export const strength = (count: number, most: number): number =>
  faintest + (strongest - faintest) * Math.sqrt(count / most);

// layer paints cells in a colour that no player has.
export const layer =
  (cells: Cells): Layer =>
  (ctx, camera, screen, look) => {
    const most = greatest(cells, 1)[0]?.[1] ?? 1;
    const { size } = camera;
    ctx.fillStyle = look.inks.own;
    for (const [cell, count] of cells) {
      ctx.globalAlpha = strength(count, most);
      ctx.fillRect(screen.cellX(cell) - size / 2, screen.cellY(cell) - size / 2, size, size);
    }
    ctx.globalAlpha = 1;
  };
