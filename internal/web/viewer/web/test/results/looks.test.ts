import { expect, test } from "vitest";
import { looksOf } from "../../src/results/looks";

test("a bot looks the same, whichever bots are beside it, in any order", () => {
  expect(looksOf([3])).toEqual([3]);
  expect(looksOf([0, 1, 2, 3])).toEqual([0, 1, 2, 3]);
  expect(looksOf([7, 3, 1])).toEqual([7, 3, 1]);
  expect(looksOf([10, 3])).toEqual([2, 3]);
});

test("two bots never look the same, and the later one gives way", () => {
  expect(looksOf([11, 3])).toEqual([4, 3]);
  expect(looksOf([4, 11, 3])).toEqual([4, 5, 3]);
  expect(looksOf([12, 11, 3])).toEqual([5, 4, 3]);
  expect(looksOf([15, 7])).toEqual([0, 7]);
  expect(looksOf([40, 32, 24, 16, 8, 0, 1, 2])).toEqual([7, 6, 5, 4, 3, 0, 1, 2]);
});
