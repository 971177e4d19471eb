import { expect, test } from "vitest";
import type { Found } from "../../src/playground/contract";
import { each, ended, further, inOrder, mean, median, seatsThat } from "../../src/playground/scores";
import type { Series } from "../../src/playground/state";

// match is one with these scores and places by seat.
const match = (number: number, scores: number[], places: number[]) => ({ number, scores, places });

// The second match was over first, and has exchanged seats.
const series: Series = {
  question: { game: "duel", first: "6", field: 1, matches: 2 },
  site: "1",
  sitters: [],
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

test("a series says in which seats the new bot is better or worse, and of older ones nothing", () => {
  const figures = { groups: [1], decided: false, more: 2, answer: "", sentence: "", mean: 1, low: 0, high: 1 };
  const found = { matches: 2, ...figures };
  const seats = ["worse", "undecided", "better", "worse"].map((answer) => ({ matches: 40, mean: 0.5, answer }));
  expect(seatsThat({ ...series, found: { ...found, seats } }, "worse")).toEqual([0, 3]);
  expect(seatsThat({ ...series, found: { ...found, seats } }, "better")).toEqual([2]);
  expect(seatsThat(series, "worse")).toEqual([]);
  expect(seatsThat({ ...series, found: found as unknown as Found }, "worse")).toEqual([]); // as an older page has kept it
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

// planned is a series with so many matches in its plan, of which these were played.
const planned = (many: number, played: readonly number[], more?: number): Series => ({
  ...series,
  plan: Array.from({ length: many }, () => ({ seed: "6", seats: [0, 1, 2] })),
  matches: played.map((number) => match(number, [1, 2, 3], [3, 2, 1])),
  ...(more !== undefined && {
    found: {
      matches: 0,
      groups: [],
      decided: more === 0,
      more,
      answer: "",
      sentence: "",
      mean: 0,
      low: 0,
      high: 1,
      seats: [],
    },
  }),
});
const first = (many: number): number[] => Array.from({ length: many }, (_, number) => number);

test("a series goes on by what it lacks, or by what an answer would take, at most a hundred matches at a time", () => {
  expect(further(planned(20, [0, 1, 5]))).toBe(17);
  expect(further(planned(20, first(20)))).toBe(0); // nothing is known of it
  expect(further(planned(20, first(20), 0))).toBe(0);
  expect(further(planned(20, first(20), 12))).toBe(12);
  expect(further(planned(20, first(20), 10_002))).toBe(100);
  expect(further(planned(1990, first(1990), 40))).toBe(10);
  expect(further(planned(2000, first(2000), 40))).toBe(0);
});

test("matches beyond one that is missing wait to be weighed", () => {
  expect(inOrder(planned(20, [0, 1, 2, 4, 5])).map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(inOrder(planned(20, [1, 2]))).toEqual([]);
});
