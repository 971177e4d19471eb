// The life of a unit: whose it was when, and what happened to it.

import { columns, eventAt, type Look } from "./data";
import { failures } from "./failures";
import type { Playback } from "./playback";
import { indexOf } from "./units";

// An Episode is what happened to a unit, or what it did, in a round or in several in a row.
export interface Episode {
  readonly round: number;
  readonly last: number; // of the rounds in a row
  readonly what: Look | "failed" | "owner" | "did";
  readonly text: string;
}

// A Chapter is a time in which a unit is one player's, or nobody's. In some games a unit
// that dies leaves its number to another.
export interface Chapter {
  readonly from: number; // a frame
  readonly to: number; // the last frame
  readonly owner: number; // -1: nobody
}

// A Life reads each round of a match once.
export class Life {
  readonly #match: Playback;
  readonly #unit: number;
  readonly #episodes: Episode[] = [];
  readonly #chapters: Chapter[] = [];
  #read = 0; // rounds

  constructor(match: Playback, unit: number) {
    this.#match = match;
    this.#unit = unit;
    this.#begin(match.firstOf(unit));
  }

  get episodes(): readonly Episode[] {
    return this.#episodes;
  }

  get chapters(): readonly Chapter[] {
    return this.#chapters;
  }

  // read is how many rounds were read.
  get read(): number {
    return this.#read;
  }

  // readTo reads the rounds before a frame, and returns the life.
  readTo(frame = this.#match.last): this {
    for (; this.#read < frame; this.#read++) {
      this.#readRound(this.#read);
    }
    return this;
  }

  #readRound(round: number): void {
    const before = this.#episodes.length;
    this.#readEvents(round);
    for (const { unit, order, why } of failures(this.#match, round)) {
      if (unit === this.#unit) {
        this.#add(round, "failed", `${order}: ${why}`);
      }
    }
    const born = this.#episodes.slice(before).some((episode) => episode.what === "birth");
    const turned = this.#match.turnOf(this.#unit, round, round + 1) !== undefined;
    const open = this.#chapters.at(-1)?.to === Infinity;
    if (turned && open) {
      this.#end(round);
    }
    if (turned || (born && !open)) {
      this.#begin(round + 1);
    }
    if (turned) {
      this.#tellOwner(round);
    }
  }

  // tellOwner adds a change of owner of which no event tells.
  #tellOwner(round: number): void {
    const [was, is] = this.#chapters.slice(-2);
    const told = this.#episodes.some((e) => e.last === round && (e.what === "death" || e.what === "birth"));
    if (!told && was !== undefined && is?.from === round + 1 && was.owner !== is.owner) {
      this.#add(round, "owner", `now of ${this.#match.data.players[is.owner]?.label ?? "nobody"}`);
    }
  }

  #readEvents(round: number): void {
    const { e = [] } = this.#match.raw(round) ?? {};
    const count = e.length / columns.e.length;
    for (let i = 0; i < count; i++) {
      const suffered = e[eventAt.unit * count + i] === this.#unit;
      if (suffered || e[eventAt.by * count + i] === this.#unit) {
        const kind = this.#match.data.legend.events[e[i] ?? -1];
        const text = this.#match.text(e[eventAt.text * count + i] ?? 0) || (kind?.name ?? "");
        this.#add(round, suffered ? (kind?.look ?? "note") : "did", text);
      }
    }
  }

  #add(round: number, what: Episode["what"], text: string): void {
    const before = this.#episodes.at(-1);
    if (before?.last === round - 1 && before.what === what && before.text === text) {
      this.#episodes[this.#episodes.length - 1] = { ...before, last: round };
    } else {
      this.#episodes.push({ round, last: round, what, text });
    }
  }

  #begin(frame: number): void {
    const { units } = this.#match.frame(frame);
    const i = frame < 0 ? -1 : indexOf(units, this.#unit);
    if (i >= 0 && (units.cell[i] ?? -1) >= 0) {
      this.#chapters.push({ from: frame, to: Infinity, owner: units.owner[i] ?? -1 });
    }
  }

  #end(frame: number): void {
    const last = this.#chapters.pop();
    if (last !== undefined) {
      this.#chapters.push({ ...last, to: frame });
    }
  }
}

// Path are the cells of a unit in one life, in frames that follow each other.
export interface Path {
  readonly past: readonly number[]; // the last one is where it is
  readonly future: readonly number[]; // the first one is where it is
}

// pathOf returns where a unit was and will be, at most so many rounds from a frame.
export function pathOf(match: Playback, unit: number, frame: number, rounds: number): Path {
  const walk = (by: 1 | -1): number[] => {
    const cells: number[] = [];
    for (let n = frame; Math.abs(n - frame) <= rounds && n >= 0 && n <= match.last; n += by) {
      const between = by > 0 ? n - 1 : n; // the round that leads from one frame to the next
      if (n !== frame && match.turnOf(unit, between, between + 1) !== undefined) {
        break;
      }
      const { units } = match.frame(n);
      const cell = units.cell[indexOf(units, unit)] ?? -1;
      if (cell < 0) {
        break;
      }
      cells.push(cell);
    }
    return cells;
  };
  return { past: walk(-1).reverse(), future: walk(1) };
}
