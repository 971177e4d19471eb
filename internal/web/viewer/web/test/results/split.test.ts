import { describe, expect, test } from "vitest";
import type { Match } from "../../src/results/matches";
import { split, student, winShare } from "../../src/results/split";
import { inAddress, onlyOf, said } from "../../src/results/splittable";

const played = (number: number, seats: number[], scores: number[], rounds = 20): Match => ({
  number,
  seed: `${Math.ceil(number / 2)}`,
  rounds,
  seats,
  scores,
  places: scores.map((score) => 1 + scores.filter((other) => other > score).length),
  verdicts: [],
});
const all = [
  played(1, [0, 1], [9, 1]),
  played(2, [1, 0], [5, 3]),
  played(3, [2, 0], [4, 4]),
  played(4, [0, 0], [7, 6], 30),
];
const names = ["a", "b", "c"];
const look = (bot?: number, only = {}) => ({ bot, only, ratings: [] });
const told = (by: "seat" | "opponent" | "length" | "margin", only = {}): string[] =>
  split(all, all, look(0, only), by, names).map(
    ({ name, seats, won, shared, scores }) => `${name}: ${seats} ${won} ${shared} ${scores}`,
  );

describe("the seats of a bot, as archive.Split has them", () => {
  test("by seat, opponent, length and margin", () => {
    expect(told("seat")).toEqual(["0: 2 2 0 16", "1: 3 0 1 13"]);
    expect(told("opponent")).toEqual(["b: 2 1 0 12", "c: 1 0 1 4"]);
    expect(told("length")).toEqual(["20: 3 1 1 16", "30: 2 1 0 13"]);
    expect(told("margin")).toEqual(["0: 1 0 1 4", "1: 2 1 0 13", "2: 1 0 0 3", "8: 1 1 0 9"]);
  });

  test("as far as they count", () => {
    expect(told("opponent", { seat: 1 })).toEqual(["b: 1 0 0 3", "c: 1 0 1 4"]);
    expect(told("seat", { against: 1, margin: [2, 8] })).toEqual(["0: 1 1 0 9", "1: 1 0 0 3"]);
    expect(told("seat", { length: [21, 30] })).toEqual(["0: 1 1 0 7", "1: 1 0 0 6"]);
    const lost = split(all, all, { ...look(0), show: "losses" }, "seat", names);
    expect(lost.map(({ name, seats, scores }) => `${name}: ${seats} ${scores}`)).toEqual(["1: 2 9"]);
  });
});

test("Student's values are those of a table", () => {
  const table = [
    [1, 0.025, 12.706],
    [2, 0.025, 4.303],
    [9, 0.025, 2.262],
    [10, 0.005, 3.169],
    [120, 0.025, 1.98],
  ] as const;
  table.forEach(([freedom, chance, value]) => expect(student(freedom, chance)).toBeCloseTo(value, 3));
});

test("an interval is the wider the more there are, and there is none of few seeds", () => {
  const many = Array.from({ length: 40 }, (_, i) => played(i + 1, [0, 1], i % 3 > 0 ? [2, 1] : [1, 2]));
  const [lot] = split(many, many, look(0), "seat", names);
  const off = (lots: number): number => (lot === undefined ? NaN : (winShare(lot, lots).off ?? NaN));
  expect(off(1)).toBeLessThan(off(8));
  const [few] = split(all, all, look(0), "seat", names);
  expect(few && winShare(few, 1)).toEqual({ value: 1, off: undefined });
});

test("which seats count is in the address, and what is no number is not", () => {
  const only = { seat: 2, against: 7, length: [20, 20], margin: [0, 12], seed: "18446744073709551615" } as const;
  expect(onlyOf(inAddress(only))).toEqual(only);
  expect(said(only, ["a"])).toBe("seat 2, against …, a length of 20, a margin of 0 to 12, seed 18446744073709551615");
  expect(onlyOf(new URLSearchParams("seat=-1&against=a&margin=5&length=1-2-3&seed=x"))).toEqual({});
});
