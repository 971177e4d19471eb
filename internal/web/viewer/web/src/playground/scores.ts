// What the matches of a series say by themselves.

import type { Series, SeriesMatch } from "./state";

// Of is what a list by seats has for a player.
type Of = "scores" | "places";

// each returns what a player had in the matches, in each seat that it had, of a list by seats.
export const each = ({ plan, matches }: Series, player: number, list: Of): number[] =>
  matches.flatMap(({ number, asked }) =>
    (plan[number]?.seats ?? []).flatMap((who, seat) => (who === player ? [asked[list]?.[seat] ?? 0] : [])),
  );

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

// median is the number in the middle: one match in which somebody got nearly all points of a series does not move it.
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

// A Seated is who sat in a seat of a match, and how that ended.
export interface Seated {
  readonly player: number;
  readonly seat: number;
  readonly score: number;
  readonly place: number;
}

// ended returns the seats of a match, the winner first.
export function ended({ plan }: Series, { number, asked }: SeriesMatch): Seated[] {
  const seats = plan[number]?.seats ?? [];
  return seats
    .map((player, seat) => ({ player, seat, score: asked.scores[seat] ?? 0, place: asked.places?.[seat] ?? 0 }))
    .toSorted((a, b) => a.place - b.place || a.seat - b.seat);
}
