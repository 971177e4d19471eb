// Where two matches part, and how: the first round in which they are not alike.

import type { MatchData, RoundData } from "./data";
import type { Frame, Order, Round, Units } from "./frame";

// A Compared is what of a match is compared. A Playback is one.
export interface Compared {
  readonly data: MatchData;
  readonly last: number;
  frame(n: number): Frame;
  round(n: number): Round | undefined;
  raw(n: number): RoundData | undefined;
  text(i: number): string;
}

export const parts = ["units", "cells", "owners of cells", "numbers"] as const;
export type Part = (typeof parts)[number];

export type Parting =
  | { readonly kind: "never" }
  | { readonly kind: "length"; readonly round: number } // alike until one of them ends
  | { readonly kind: "board"; readonly round: number; readonly part: Part; readonly known: boolean } // whether commands are
  | { readonly kind: "frozen"; readonly round: number; readonly seats: readonly number[] } // on one side only
  | {
      readonly kind: "orders";
      readonly round: number;
      readonly seats: readonly number[];
      readonly first: readonly [left: Order | undefined, right: Order | undefined]; // of the first seat
    };

// incomparable returns why two matches have nothing in common that could be compared; "" if they have.
export function incomparable(left: MatchData, right: MatchData): string {
  if (left.game !== right.game) {
    return `They are of different games, ${left.title} and ${right.title}: there is no difference to show.`;
  }
  if (left.players.length !== right.players.length) {
    return `They have ${left.players.length} and ${right.players.length} players: there is no difference to show.`;
  }
  if (left.legend.rows !== right.legend.rows || left.legend.cols !== right.legend.cols) {
    const size = ({ legend: { rows, cols } }: MatchData): string => `${rows} × ${cols}`;
    return `Their boards have ${size(left)} and ${size(right)} cells: there is no difference to show.`;
  }
  return left.legend.numbers.join() === right.legend.numbers.join()
    ? ""
    : "They were recorded by different versions of the game: there is no difference to show.";
}

// partingOf compares two matches that can be compared. What is noted for the bots' authors, and CPU
// times, don't count.
export function partingOf(left: Compared, right: Compared): Parting {
  const common = Math.min(left.last, right.last);
  let known = false;
  let alike = JSON.stringify(left.data.texts) === JSON.stringify(right.data.texts); // the data of all rounds so far
  for (let round = 0; round <= common; round++) {
    // What is alike at first stays so while the data are.
    const part = alike && round > 0 ? undefined : differentPart(left, right, round);
    if (part !== undefined) {
      return { kind: "board", round, part, known };
    }
    alike &&= essence(left.raw(round)) === essence(right.raw(round));
    if (alike) {
      known ||= (left.raw(round)?.q?.length ?? 0) > 0;
    } else if (round < common) {
      const [one, other] = [left.round(round), right.round(round)];
      const parting = one && other && inRound(one, other);
      if (parting !== undefined) {
        return parting;
      }
      known ||= (one?.orders.length ?? 0) > 0;
    }
  }
  return left.last === right.last ? { kind: "never" } : { kind: "length", round: common };
}

// essence is the data of a round without what doesn't count. What is made of it takes much longer to
// compare.
const essence = (round: RoundData | undefined): string =>
  JSON.stringify({ ...round, p: undefined, d: undefined, l: undefined });

function inRound(one: Round, other: Round): Parting | undefined {
  const round = one.number;
  const verdicts = ({ verdicts }: Round): readonly string[] => verdicts.map(({ seat, kind }) => `${seat} ${kind}`);
  const [ours, theirs] = [verdicts(one), verdicts(other)];
  const alone = [...ours.filter((v) => !theirs.includes(v)), ...theirs.filter((v) => !ours.includes(v))];
  if (alone.length > 0) {
    return { kind: "frozen", round, seats: unique(alone.map((verdict) => Number.parseInt(verdict, 10))) };
  }
  const [left, right] = [bySeat(one.orders), bySeat(other.orders)];
  const all = unique([...left.keys(), ...right.keys()]);
  const seats = all.filter((seat) => firstDifference(left.get(seat), right.get(seat)) >= 0);
  const [seat] = seats;
  if (seat === undefined) {
    return undefined;
  }
  const at = firstDifference(left.get(seat), right.get(seat));
  return { kind: "orders", round, seats, first: [left.get(seat)?.[at], right.get(seat)?.[at]] };
}

const unique = (seats: readonly number[]): readonly number[] => [...new Set(seats)].sort((a, b) => a - b);

function bySeat(orders: readonly Order[]): ReadonlyMap<number, readonly Order[]> {
  const found = new Map<number, Order[]>();
  for (const order of orders) {
    const own = found.get(order.seat) ?? [];
    own.push(order);
    found.set(order.seat, own);
  }
  return found;
}

// firstDifference returns the place of the first order that differs; -1 if none does.
function firstDifference(left: readonly Order[] = [], right: readonly Order[] = []): number {
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one, other] = [left[i], right[i]];
    if (one?.unit !== other?.unit || one?.text !== other?.text || one?.to !== other?.to) {
      return i;
    }
  }
  return -1;
}

// differentPart returns which part of a frame differs, if one does.
function differentPart(left: Compared, right: Compared, round: number): Part | undefined {
  const [one, other] = [left.frame(round), right.frame(round)];
  if (!sameUnits(one.units, other.units, left, right)) {
    return "units";
  }
  if (!same(one.cells, other.cells)) {
    return "cells";
  }
  if (!same(one.owners, other.owners)) {
    return "owners of cells";
  }
  return one.numbers.every((seats, which) => same(seats, other.numbers[which] ?? [])) ? undefined : "numbers";
}

function sameUnits(one: Units, other: Units, left: Compared, right: Compared): boolean {
  return (
    (["id", "kind", "owner", "cell", "value", "most"] as const).every((of) => same(one[of], other[of])) &&
    one.note.every((note, i) => left.text(note) === right.text(other.note[i] ?? 0))
  );
}

function same(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) {
    return false;
  }
  for (let i = 0; i < one.length; i++) {
    if (one[i] !== other[i]) {
      return false;
    }
  }
  return true;
}

// difference returns how much larger numbers are on the right, as far as one of the matches goes: the other one stays
// at its end.
export function difference(left: ArrayLike<number>, right: ArrayLike<number>): readonly number[] {
  const at = (numbers: ArrayLike<number>, frame: number): number => numbers[Math.min(frame, numbers.length - 1)] ?? 0;
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, frame) => at(right, frame) - at(left, frame));
}
