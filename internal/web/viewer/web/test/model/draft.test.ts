import { expect, test } from "vitest";
import type { Legend } from "../../src/model/data";
import {
  type Draft,
  fitting,
  leadsTo,
  ordered,
  textOf,
  unitsIn,
  waysOf,
  without,
  wordOf,
  wordTo,
} from "../../src/model/draft";
import type { Frame } from "../../src/model/frame";
import { readUnits } from "../../src/model/units";

const plain = { rows: 5, cols: 6, wrapRows: false, wrapCols: false } as Legend;
const ring = { ...plain, wrapRows: true, wrapCols: true };
const compass = [
  { word: "north", rows: -1, cols: 0 },
  { word: "south", rows: 1, cols: 0 },
  { word: "east", rows: 0, cols: 1 },
  { word: "west", rows: 0, cols: -1 },
  { word: "none", rows: 0, cols: 0 },
];
const ships = [
  { word: "slow", rows: 0, cols: 0 },
  { word: "slow_up", rows: -1, cols: 0 },
  { word: "default", rows: 0, cols: 1 },
  { word: "up", rows: -1, cols: 1 },
  { word: "fast", rows: 0, cols: 2 },
  { word: "shoot", rows: 0, cols: 0 },
];
const frame = {
  units: readUnits(
    [
      [3, 0, 1, 0, 0],
      [4, 0, 1, 8, 0],
      [7, 0, 0, 9, 0],
      [9, 0, 1, 29, 0],
      [11, 0, 1, -1, 0],
    ],
    0,
  ),
} as Frame;

test("a unit has one order, the last one", () => {
  let draft: Draft = ordered([], [3, 4], "north");
  draft = ordered(draft, [3], "east");
  expect(textOf(draft)).toBe("do 4 north\ndo 3 east\n");
  expect(without(draft, [4])).toEqual([[3, "east"]]);
});

test("what is said again is said to units that are still there, and the person's", () => {
  expect(
    fitting(
      [
        [3, "north"],
        [7, "north"],
        [8, "north"],
      ],
      frame,
      1,
    ),
  ).toEqual([[3, "north"]]);
});

test("a cell stands for the word that leads nearest to it, around the edge where there is none", () => {
  const word = (legend: Legend, from: number, to: number) => wordTo(compass, legend, from, to)?.word;
  expect([word(plain, 8, 9), word(plain, 8, 2), word(plain, 8, 26), word(plain, 8, 7)]).toEqual([
    "east",
    "north",
    "south",
    "west",
  ]);
  expect(word(plain, 6, 11)).toBe("east");
  expect(word(ring, 6, 11)).toBe("west");
  expect(word(ring, 1, 25)).toBe("north");
  expect(wordTo(ships, ring, 8, 4)?.word).toBe("up");
  expect(wordTo(ships, ring, 8, 10)?.word).toBe("fast");
  expect(wordTo([ships[5]!], ring, 8, 4)).toBeUndefined();
});

test("a key stands for the word of its name, or that leads where it points", () => {
  expect(wordOf(compass, "ArrowUp")?.word).toBe("north");
  expect(wordOf(compass, "ArrowLeft")?.word).toBe("west");
  expect(wordOf(ships, "ArrowUp")?.word).toBe("up");
  expect(wordOf(ships, "ArrowRight")?.word).toBe("default");
  expect(wordOf(ships, "ArrowLeft")).toBeUndefined();
  expect(wordOf(compass, "Enter")).toBeUndefined();
});

test("an order leads to a cell of the board, or nowhere", () => {
  expect(leadsTo(compass[0], plain, 8)).toBe(2);
  expect(leadsTo(compass[0], plain, 2)).toBe(-1);
  expect(leadsTo(compass[0], ring, 2)).toBe(26);
  expect(leadsTo(compass[2], plain, 5)).toBe(-1);
  expect(leadsTo(compass[2], ring, 5)).toBe(0);
  expect(leadsTo(compass[4], ring, 5)).toBe(-1);
  expect(leadsTo(undefined, ring, 5)).toBe(-1);
});

test("a box has the person's units, whichever its corners are", () => {
  expect(unitsIn(plain, frame, 1, 0, 9)).toEqual([3, 4]);
  expect(unitsIn(plain, frame, 1, 9, 0)).toEqual([3, 4]);
  expect(unitsIn(plain, frame, 1, 29, 29)).toEqual([9]);
  expect(unitsIn(plain, frame, 0, 0, 29)).toEqual([7]);
  expect(unitsIn(ring, frame, 1, 29, 0)).toEqual([3, 9]);
});

test("orders are drawn from where their units are", () => {
  const draft: Draft = [
    [4, "north"],
    [9, "none"],
    [11, "north"],
    [99, "north"],
  ];
  expect(waysOf(draft, compass, plain, frame)).toEqual([
    { from: 8, to: 2 },
    { from: 29, to: 29 },
  ]);
});
