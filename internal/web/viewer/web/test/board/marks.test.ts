import { expect, test } from "vitest";
import { drawPips } from "../../src/board/marks";
import type { Inks } from "../../src/board/look";
import { Pen } from "./pen";

const inks = { casing: "white", line: "black" } as Inks;

// pips returns where dots are, in parts of a cell from its middle.
function pips(count: number): readonly (readonly number[])[] {
  const pen = new Pen();
  drawPips(pen.context, inks, 50, 50, 100, count, "red");
  const dots = pen.drawn.filter(({ what, colour }) => what === "fill" && colour === "red");
  return dots.map(({ points: [[x = 0, y = 0] = []] }) => [(x - 50) / 100, (y - 50) / 100]);
}

test("what a unit has left to shoot is a dot each, in rows of five below it", () => {
  expect(pips(0)).toEqual([]);
  expect(pips(1)).toEqual([[0, expect.closeTo(0.36)]]);
  const seven = pips(7);
  expect(seven.map(([, y = 0]) => Math.round(y * 100))).toEqual([36, 36, 36, 36, 36, 50, 50]);
  expect(seven[5]![0]).toBeCloseTo(-seven[6]![0]!);
  for (const [x = 0] of pips(10)) {
    expect(Math.abs(x), "they stay on the cell").toBeLessThan(0.4);
  }
});

test("more than two rows are a number", () => {
  const pen = new Pen();
  drawPips(pen.context, inks, 50, 50, 100, 11, "red");
  expect(pen.texts().map(({ text }) => text)).toEqual(["11"]);
  expect(pips(11)).toEqual([]);
});
