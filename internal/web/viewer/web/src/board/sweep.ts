// Which cells change hands together, such as those of a city.

import type { Playback } from "../model/playback";

export interface Taken {
  readonly cell: number;
  readonly owner: number; // the new one
}

const most = 1000; // cells; more are no place

// A Sweep finds the cells that are taken in a round with a great capture.
export class Sweep {
  readonly #playback: Playback;
  #number = -1;
  #cells: readonly Taken[] = [];

  constructor(playback: Playback) {
    this.#playback = playback;
  }

  // cells returns the cells, those first that are nearest to where they were taken.
  cells(number: number): readonly Taken[] {
    if (number !== this.#number) {
      this.#number = number;
      this.#cells = this.#find(number);
    }
    return this.#cells;
  }

  #find(number: number): Taken[] {
    const playback = this.#playback;
    const { legend } = playback.data;
    const taken = playback.events(number).filter((event) => {
      const kind = legend.events[event.kind];
      return kind?.look === "capture" && kind.major && event.cell >= 0;
    });
    // A game that tells nothing of cells that are taken shows them all.
    const silent = playback.data.start.owners.length > 0 && !legend.events.some(({ look }) => look === "capture");
    if (taken.length === 0 && (!silent || number >= playback.last)) {
      return []; // the frames need not be made
    }
    const [before, after] = [playback.frame(number).owners, playback.frame(number + 1).owners];
    const found: { cell: number; owner: number; far: number }[] = [];
    for (let cell = 0; cell < after.length && found.length < most; cell++) {
      const owner = after[cell] ?? -1;
      if (owner >= 0 && owner !== before[cell]) {
        const far = Math.min(...taken.map((event) => distance(event.cell, cell, legend.cols)));
        found.push({ cell, owner, far });
      }
    }
    return found.sort((a, b) => a.far - b.far);
  }
}

const distance = (a: number, b: number, cols: number): number =>
  Math.hypot(Math.floor(a / cols) - Math.floor(b / cols), (a % cols) - (b % cols));
