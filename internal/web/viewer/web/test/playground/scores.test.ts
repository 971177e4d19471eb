import { expect, test } from "vitest";
import { each, ended, mean, median } from "../../src/playground/scores";
import type { Series } from "../../src/playground/state";

// match is one with these scores and places by seat.
const match = (number: number, scores: number[], places: number[]) => ({
  number,
  asked: { round: 9, rounds: 9, scores, questions: [], verdicts: [], over: true, places },
  replay: new Uint8Array(),
});

// The second match was over first, and has exchanged seats.
const series: Series = {
  question: { game: "duel", first: "6", field: 1, matches: 2 },
  names: ["new", "old", "third"],
  plan: [
    { seed: "6", seats: [2, 0, 1] },
    { seed: "6", seats: [2, 1, 0] },
  ],
  matches: [match(1, [30, 20, 10], [1, 2, 3]), match(0, [5, 7, 7], [3, 1, 1])],
};

test("scores are of players, wherever they sat", () => {
  expect(each(series, 0, "scores")).toEqual([10, 7]);
  expect(each(series, 1, "scores")).toEqual([20, 7]);
  expect(each(series, 2, "places")).toEqual([1, 3]);
});

test("the median is the number in the middle, or between the two there", () => {
  expect(median([3])).toBe(3);
  expect(median([9, 1])).toBe(5);
  expect(median([1_000_000, 2, 3])).toBe(3);
  expect(median([1, 100, 2, 4])).toBe(3);
  expect(mean([1, 2, 6])).toBe(3);
});

test("a match tells who was where, the winner first", () => {
  const [second, first] = series.matches;
  expect(second && ended(series, second)).toEqual([
    { player: 2, seat: 0, score: 30, place: 1 },
    { player: 1, seat: 1, score: 20, place: 2 },
    { player: 0, seat: 2, score: 10, place: 3 },
  ]);
  expect(first && ended(series, first).map(({ player }) => player)).toEqual([0, 1, 2]);
});
