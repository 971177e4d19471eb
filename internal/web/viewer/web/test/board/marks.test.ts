import { expect, test } from "vitest";
import { drawMark, marksOf, shows } from "../../src/board/marks";
import type { Inks } from "../../src/board/look";
import { type Sign, words } from "../../src/model/data";
import { Pen } from "./pen";

const inks = { casing: "white", line: "black", track: "grey", full: "green", low: "orange" } as Inks;

// draw draws a sign with a value on a cell of a hundred pixels.
function draw(signs: readonly Sign[], at: number, value: number, most = 0, own = ""): Pen {
  const pen = new Pen();
  const mark = marksOf(signs)[at]!;
  if (shows(mark, value, most)) {
    drawMark(pen.context, inks, mark, 50, 50, 100, value, most, own, "red");
  }
  return pen;
}

const dots: Sign = { name: "shots", form: "dots" };
const bar: Sign = { name: "health", form: "bar" };

// pips returns where dots are, in parts of a cell from its middle.
function pips(count: number): readonly (readonly number[])[] {
  const found = draw([dots], 0, count).drawn.filter(({ what, colour }) => what === "fill" && colour === "red");
  return found.map(({ points: [[x = 0, y = 0] = []] }) => [(x - 50) / 100, (y - 50) / 100]);
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
  expect(
    draw([dots], 0, 11)
      .texts()
      .map(({ text }) => text),
  ).toEqual(["11"]);
  expect(pips(11)).toEqual([]);
});

test("each form is drawn, in its own colour if it has one", () => {
  for (const form of words["form of a sign"]) {
    const sign = { name: "it", form };
    expect(draw([sign], 0, 3, 9).drawn.length, form).toBeGreaterThan(0);
    expect(draw([sign], 0, 3, 9, "blue").drawn.at(-1)?.colour, form).toBe("blue");
    expect(draw([sign], 0, 0).drawn, form).toEqual([]);
  }
});

test("a bar says how much is left, and a full one nothing", () => {
  const last = (value: number): readonly number[] => draw([bar], 0, value, 10).drawn.at(-1)!.points[0]!;
  expect(draw([bar], 0, 10, 10).drawn).toEqual([]);
  expect(last(5)[2]).toBe(37);
  expect(draw([bar], 0, 5, 10).drawn.at(-1)?.colour).toBe("green");
  expect(draw([bar], 0, 3, 10).drawn.at(-1)?.colour).toBe("orange");
  expect(last(0)[2]).toBe(1);
});

test("a ring is an arc from the top", () => {
  const arc = draw([{ name: "shield", form: "ring" }], 0, 1, 4).drawn.at(-1)!;
  expect(arc.points[0]).toEqual([50, 50, 46, -Math.PI / 2, 0]);
  expect(draw([{ name: "shield", form: "ring" }], 0, 1).drawn.at(-1)!.points[0]?.[4]).toBe(1.5 * Math.PI);
});

test("a second bar is above the first, and a third sign of another form is not", () => {
  const top = (signs: readonly Sign[], at: number): number => draw(signs, at, 1, 2).drawn[0]!.points[0]![1]!;
  const [first, second] = [top([bar, bar, dots], 0), top([bar, bar, dots], 1)];
  expect(second).toBe(first - 13);
  expect(draw([bar, bar, dots], 2, 1).drawn[0]!.points).toEqual(draw([dots], 0, 1).drawn[0]!.points);
});
