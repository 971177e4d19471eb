// Which rounds of a match are worth a look.

// A Moment is a round with major events or a verdict.
export interface Moment {
  readonly round: number;
  readonly weight: number; // see Moments
  readonly seat: number; // whose event weighs most; -1: nobody's
}

interface Happened {
  readonly round: number;
  readonly kinds: readonly number[]; // of major events
  readonly seats: readonly number[]; // of the same events
  readonly frozen: number; // a seat; -1: nobody
}

// Moments ranks rounds. The rarer a kind of event is in the match, the more it weighs: one
// that happens n times weighs 1/n, and a verdict weighs as much as an event that happens once.
export class Moments {
  readonly #all: Happened[] = [];
  readonly #rounds: number[] = [];
  readonly #counts = new Map<number, number>(); // by kind of event
  #ranked: Moment[] | undefined;
  #next = 0; // how many moments there are when they are ranked anew

  add(happened: Happened): void {
    this.#all.push(happened);
    this.#rounds.push(happened.round);
    for (const kind of happened.kinds) {
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    }
    if (this.#all.length >= this.#next) {
      this.#ranked = undefined;
    }
  }

  // settle has all moments ranked: no more come.
  settle(): void {
    this.#ranked = undefined;
  }

  // rounds are those of all moments, in order.
  get rounds(): readonly number[] {
    return this.#rounds;
  }

  // greatest returns the moments that weigh most, at most so many, in order. Of many, a few new ones may be missing: to
  // rank them all each time would take longer with each.
  greatest(most: number): readonly Moment[] {
    if (this.#ranked === undefined) {
      this.#ranked = this.#all.map((one) => this.#weigh(one)).sort((a, b) => b.weight - a.weight || a.round - b.round);
      this.#next = this.#all.length < 100 ? 0 : 1.1 * this.#all.length;
    }
    return this.#ranked.slice(0, most).sort((a, b) => a.round - b.round);
  }

  #weigh({ round, kinds, seats, frozen }: Happened): Moment {
    let [weight, most, seat] = frozen >= 0 ? [1, 1, frozen] : [0, 0, -1];
    kinds.forEach((kind, i) => {
      const own = 1 / (this.#counts.get(kind) ?? 1);
      weight += own;
      [most, seat] = own > most ? [own, seats[i] ?? -1] : [most, seat];
    });
    return { round, weight, seat };
  }
}

// nextOf and previousOf return the number after n, and the one before it, in a list in order.
export const nextOf = (rounds: readonly number[], n: number): number | undefined => rounds.find((r) => r > n);
export const previousOf = (rounds: readonly number[], n: number): number | undefined => rounds.findLast((r) => r < n);
