// What the matches of a series say by themselves.

import type { Series, SeriesMatch } from "./state";

// Of is what a list by seats has for a player.
type Of = "scores" | "places";

// each returns what a player had in the matches, in each seat that it had, of a list by seats.
export const each = ({ plan, matches }: Series, player: number, list: Of): number[] =>
  matches.flatMap((match) =>
    (plan[match.number]?.seats ?? []).flatMap((who, seat) => (who === player ? [match[list][seat] ?? 0] : [])),
  );

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

// median is the number in the middle: one match in which somebody got nearly all points of a series does not move it.
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

// seatsThat returns the seats about which a series has an answer: those in which the new bot is better or worse.
export const seatsThat = ({ found }: Series, answer: "better" | "worse"): number[] =>
  (found?.seats ?? []).flatMap((seat, i) => (seat.answer === answer ? [i] : []));

// A Seated is who sat in a seat of a match, and how that ended.
export interface Seated {
  readonly player: number;
  readonly seat: number;
  readonly score: number;
  readonly place: number;
}

// ended returns the seats of a match, the winner first.
export function ended({ plan }: Series, { number, scores, places }: SeriesMatch): Seated[] {
  const seats = plan[number]?.seats ?? [];
  return seats
    .map((player, seat) => ({ player, seat, score: scores[seat] ?? 0, place: places[seat] ?? 0 }))
    .toSorted((a, b) => a.place - b.place || a.seat - b.seat);
}

// inOrder returns the matches of a plan up to the first that is missing, as when a series was stopped: they alone can be
// weighed.
export const inOrder = ({ matches }: Series): readonly SeriesMatch[] =>
  matches.filter((match, i) => match.number === i);

export const mostFurther = 100; // matches at a time
const mostOfAll = 2000; // that internal/web/playground/series.go plans

// further returns how many matches a series can go on by: those of its plan that are missing, or else as many as an
// answer would take, within bounds. It may look after each match whether that is enough: the test allows it.
export function further({ plan, matches, found }: Series): number {
  const missing = plan.length - matches.length;
  return missing > 0 ? missing : Math.min(found?.more ?? 0, mostFurther, mostOfAll - plan.length);
}
