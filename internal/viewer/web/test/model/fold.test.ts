import { expect, test } from "vitest";
import { unfold } from "../../src/model/fold";

test("folded rounds are as they were", () => {
  const folded = { r: [0, 1, 2], t: [null, ["a"], null], q: [[1], null, [2]] };
  expect(unfold({ format: 1, played: [], folded })).toEqual({
    format: 1,
    played: [
      { r: 0, q: [1] },
      { r: 1, t: ["a"] },
      { r: 2, q: [2] },
    ],
  });
});

test("a match without rounds is one", () => {
  expect(unfold({ played: [], folded: {} })).toEqual({ played: [] });
});

test("what is not folded stays", () => {
  for (const value of [7, null, "x", [1], { played: [{ r: 0 }] }]) {
    expect(unfold(value)).toBe(value);
  }
});

test("what is damaged is refused", () => {
  expect(() => unfold({ folded: { r: 7 } })).toThrow();
  expect(() => unfold({ folded: null })).toThrow();
});
