import { describe, expect, test } from "vitest";
import { choose, type Choice, keys, type Match, type Packed, unpack } from "../../src/results/matches";

const columns: Packed = {
  seats: 2,
  numbers: [3, 1, 4],
  seeds: ["18446744073709551615", "2", "5"],
  rounds: [20, 20, 9],
  bots: [0, 1, 1, 2, 0, 2],
  scores: [5, 3, 9, 2, 4, 4],
  places: [1, 2, 1, 2, 1, 1],
  verdicts: [
    [1, 1, 8, "cpu", "used 5 s"],
    [1, 0, 9, "crash", "exited"],
  ],
  links: [[2, "match.html"]],
};
const ratings = [1500, 1400, 1600];
const all = unpack(columns);
const look = (bot?: number): { bot: number | undefined; ratings: number[] } => ({ bot, ratings });

describe("unpack", () => {
  test("numbers and seeds are the sums of their differences, seeds modulo 2^64", () => {
    expect(all.map(({ number }) => number)).toEqual([3, 4, 8]);
    expect(all.map(({ seed }) => seed)).toEqual(["18446744073709551615", "1", "6"]);
  });

  test("a length for all is that of each", () => {
    expect(unpack({ ...columns, rounds: [7] }).map(({ rounds }) => rounds)).toEqual([7, 7, 7]);
    expect(all.map(({ rounds }) => rounds)).toEqual([20, 20, 9]);
  });

  test("each match has its own seats, verdicts and link", () => {
    expect(all[1]).toEqual({
      number: 4,
      seed: "1",
      rounds: 20,
      seats: [1, 2],
      scores: [9, 2],
      places: [1, 2],
      verdicts: [
        [1, 8, "cpu", "used 5 s"],
        [0, 9, "crash", "exited"],
      ],
      link: undefined,
    });
    expect(all[2]).toMatchObject({ scores: [4, 4], verdicts: [], link: "match.html" });
  });
});

describe("the figures of a match", () => {
  const one = (m: Partial<Match>): Match => ({ ...(all[0] as Match), ...m });
  const four = one({ seats: [0, 1, 0, 2], scores: [1, 5, 7, 6], places: [4, 3, 1, 2] });

  test("the lead is that of the chosen bot, or of the first", () => {
    expect(keys.lead(four, look())).toBe(1);
    expect(keys.lead(four, look(0))).toBe(1);
    expect(keys.lead(four, look(1))).toBe(-2);
    expect(keys.lead(one({ seats: [0], scores: [5], places: [1] }), look())).toBe(0);
  });

  test("the score is the best of the chosen bot", () => {
    expect(keys.score(four, look())).toBe(7);
    expect(keys.score(four, look(0))).toBe(7);
    expect(keys.score(four, look(2))).toBe(6);
  });

  test("an upset is how far the best is rated above the winner", () => {
    expect(keys.upset(four, look())).toBe(100);
    expect(keys.upset(one({ places: [1, 2] }), look())).toBe(0);
    expect(keys.upset(one({ places: [2, 1] }), look())).toBe(100);
    expect(keys.upset(one({ places: [2, 1] }), { bot: undefined, ratings: [1500] })).toBe(1500);
  });

  test("verdicts are those of the chosen bot", () => {
    const [, match] = all as [Match, Match];
    expect([undefined, 0, 1, 2].map((bot) => keys.verdicts(match, look(bot)))).toEqual([2, 0, 1, 1]);
  });
});

describe("choose", () => {
  const numbers = (choice: Partial<Choice>): number[] =>
    choose(all, { bot: undefined, ratings, show: "all", by: "number", down: true, ...choice }).map((m) => m.number);

  test("by number, up and down", () => {
    expect(numbers({})).toEqual([8, 4, 3]);
    expect(numbers({ down: false })).toEqual([3, 4, 8]);
  });

  test("of equal ones the newest comes first, whichever way", () => {
    const equal = all.map((m) => ({ ...m, scores: [1, 1] }));
    for (const down of [true, false]) {
      const choice = { bot: undefined, ratings, show: "all", by: "lead", down } as const;
      expect(choose(equal, choice).map((m) => m.number)).toEqual([8, 4, 3]);
    }
  });

  test("matches of a bot, with a verdict, not won, and upsets", () => {
    expect(numbers({ bot: 0 })).toEqual([8, 3]);
    expect(numbers({ show: "faults" })).toEqual([4]);
    expect(numbers({ show: "faults", bot: 0 })).toEqual([]);
    expect(numbers({ show: "losses" })).toEqual([4, 3]); // some seat did not win
    expect(numbers({ show: "losses", only: { seat: 0 } })).toEqual([]);
    expect(numbers({ show: "won" })).toEqual([4, 3]);
    expect(numbers({ show: "shared", only: { seed: "6" } })).toEqual([8]);
    expect(numbers({ only: { seed: "1" } })).toEqual([4]);
    expect(numbers({ show: "losses", bot: 2 })).toEqual([4]);
    expect(numbers({ show: "losses", bot: 1 })).toEqual([3]);
    expect(numbers({ show: "upsets" })).toEqual([4]);
    expect(numbers({ show: "upsets", bot: 0 })).toEqual([]);
  });

  test("it is no upset if a winner is not the lowest of all", () => {
    const three = [{ ...(all[0] as Match), seats: [0, 1, 2], scores: [3, 2, 1], places: [1, 2, 3] }];
    expect(choose(three, { bot: undefined, ratings, show: "upsets", by: "lead", down: true })).toEqual([]);
  });
});
