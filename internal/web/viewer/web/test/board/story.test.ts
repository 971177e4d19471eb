// What the board tells besides where everybody is.

import { expect, test } from "vitest";
import { Camera } from "../../src/board/camera";
import { Look } from "../../src/board/look";
import { Screen } from "../../src/board/screen";
import { Sprites } from "../../src/board/sprites";
import { Story } from "../../src/board/story";
import type { MatchData } from "../../src/model/data";
import type { Frame, MatchEvent } from "../../src/model/frame";
import type { Playback } from "../../src/model/playback";
import { readUnits } from "../../src/model/units";
import { makeMatch } from "../fixture";
import { Pen } from "./pen";

const made = makeMatch({ rows: 5, cols: 8, rounds: 0, units: 4 });
const kinds = [
  { name: "plain" },
  { name: "city", use: "place", pays: 1 },
  { name: "path", use: "road", pays: 3 },
] as unknown as MatchData["legend"]["cells"];
const [killed, captured] = [1, 5]; // of the kinds of events of a match that is made up

interface Told {
  readonly board?: readonly string[]; // C is a city, = a path
  readonly held?: readonly string[]; // a is the first player
  readonly units?: readonly (readonly (readonly [id: number, owner: number, cell: number])[])[]; // of each frame
  readonly events?: readonly Partial<MatchEvent>[]; // of the last frame
  readonly window?: Frame["window"];
  readonly canvas?: number; // how wide it is
  readonly straight?: boolean; // whether units fly on as they flew
}

const nothing = ["........", "........", "........", "........", "........"];

// draw draws the last frame, and returns what was drawn, in cells.
function draw({
  board = nothing,
  held = nothing,
  units = [[]],
  events = [],
  window,
  canvas = 806,
  straight = false,
}: Told): Pen {
  const all = made.legend.units.map((kind) => ({ ...kind, straight }));
  const legend = { ...made.legend, cells: kinds, units: all, group: 2, wrapCols: window !== undefined };
  const data = { ...made, legend } as MatchData;
  const frames = units.map((now, number): Frame => {
    const cells = Uint8Array.from(board.join(""), (letter) => ".C=".indexOf(letter));
    const owners = Int8Array.from(held.join(""), (letter) => "abcd".indexOf(letter));
    const there = readUnits(
      now.map(([id, owner, cell]) => [id, 0, owner, cell, 0]),
      1,
    );
    return { number, cells, owners, units: there, numbers: [], window, caption: "" };
  });
  const last = frames.length - 1;
  const event = { kind: killed, cell: -1, to: -1, unit: -1, by: -1, seat: 0, pays: 0, text: "" };
  const playback = {
    data,
    last,
    frame: (n: number) => frames[Math.min(n, last)],
    events: (n: number) => (n === last ? events.map((each) => ({ ...event, ...each })) : []),
  } as unknown as Playback;
  const camera = new Camera(legend);
  camera.resize(canvas, 506, 1);
  camera.setWindow(0, 0, 5, 8);
  camera.update();
  const pen = new Pen();
  const sprites = { flag: () => ({ width: 10, height: 10 }) } as unknown as Sprites;
  const story = new Story(pen.context, camera, new Screen(camera, legend), sprites, playback);
  const look = new Look(data, "light");
  story.drawBelow(pen.context, frames[last]!, look);
  story.drawGround(frames[last]!, look, 0);
  story.drawFronts(frames[last]!, look);
  story.drawEchoes(frames[last]!, look, 0);
  return pen;
}

const size = (806 - 38) / 8; // of a cell: no larger than 96 pixels
const left = (806 - 8 * size) / 2;
const top = (506 - 5 * size) / 2;
const inCells = ([x = 0, y = 0]: readonly number[]): readonly number[] => [
  Math.round((100 * (x - left)) / size) / 100,
  Math.round((100 * (y - top)) / size) / 100,
];
const colourOf = (seat: number): string => made.players[seat]!.colour[0];
const shadeOf = (seat: number): string => made.players[seat]!.shade[0];

test("cities that are joined glow together with their paths, and say what they pay", () => {
  const board = ["CC==C...", "........", "C.......", "........", "...C===C"];
  const pen = draw({ board, held: ["aaaaa...", "........", "b.......", "........", "...cccbb"] });
  const glows = pen.drawn.filter(({ what, alpha, points }) => what === "fill" && alpha === 0.3 && points.length > 1);
  expect(glows.map(({ colour, points }) => [colour, points.length])).toEqual([[colourOf(0), 5]]);
  const [first, second] = glows[0]!.points;
  expect(second![0]! - first![0]!).toBe(size);
  expect(first![2], "it is seen beyond the cells").toBeGreaterThan(1.5 * size);
  expect(pen.texts().map(({ text }) => text)).toEqual([`+${3 * 1 + 2 * 3 + 2 * 2 ** 2}`]);
});

test("on tiny cells a city is a square that can be found, whoever has it", () => {
  const board = ["CC......", "CC......", "........", "......CC", "......CC"];
  const held = ["aa......", "aa......", "........", "........", "........"];
  const small = draw({ board, held, canvas: 16 });
  const squares = small.drawn.map(({ what, colour, points }) => [what, colour, points[0]?.[2]]);
  const border = ["fill", new Look(made, "light").inks.line, 8];
  expect(squares).toEqual([border, ["fill", colourOf(0), 6], border, ["fill", "#8a8f98", 6]]);
  expect(draw({ board, held }).drawn.filter(({ what }) => what === "picture")).toHaveLength(1); // the flag
});

test("a city in which several players stand has a bar that is split by their units", () => {
  const board = ["CC......", "........", "CC......", "........", "........"];
  const there = [
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 1],
    [3, 1, 1],
    [4, 2, 5], // outside
    [5, 2, 16], // alone in the other city
  ] as const;
  const bars = draw({ board, units: [there] }).drawn.filter(({ what }) => what === "fill");
  const parts = bars.filter(({ colour }) => [0, 1, 2, 3].map(colourOf).includes(colour));
  const wide = parts.map(({ colour, points }) => [colour, points[0]![2]! / size] as const);
  expect(wide.filter(([, width]) => width > 0)).toEqual([
    [colourOf(0), 3],
    [colourOf(1), 1],
  ]);
});

test("a thread leads from who beat a unit to the unit", () => {
  const threads = (event: Partial<MatchEvent>): readonly unknown[] =>
    draw({ units: [[[7, 1, 3]]], events: [event] })
      .drawn.filter(({ what, alpha }) => what === "stroke" && alpha === 0.9)
      .map(({ colour, points }) => [colour, ...points.map(inCells)])
      .slice(1); // the casing
  expect(threads({ cell: 10, by: 7 })).toEqual([[shadeOf(1), [3.5, 0.5], [2.5, 1.5]]]);
  expect(threads({ cell: 10, by: 7, kind: captured })).toEqual([]);
  expect(threads({ cell: 10, by: 8 })).toEqual([]); // who is no more
  expect(threads({ cell: 10 })).toEqual([]);
});

test("flights through a window leave a wake of five rounds, the short way around", () => {
  const cells = [4, 5, 6, 7, 0, 1, 2, 3];
  const units = cells.map((cell, round) => [
    [0, 0, cell] as const,
    ...(round > 5 ? [[1, 1, 24 + round] as const] : []), // of a ship that is new
  ]);
  const wakes = (window: Frame["window"]): readonly (readonly [colour: string, alpha: number, way: unknown])[] =>
    draw({ units, window })
      .drawn.filter(({ what, colour }) => what === "stroke" && [0, 1].map(colourOf).includes(colour))
      .map(({ colour, alpha, points }) => [colour, Math.round(100 * alpha) / 100, points.map(inCells)]);
  expect(wakes({ row: 0, col: 0, rows: 5, cols: 8 })).toEqual([
    [
      colourOf(0),
      0.5,
      [
        [2.5, 0.5],
        [3.5, 0.5],
      ],
    ],
    [
      colourOf(0),
      0.4,
      [
        [1.5, 0.5],
        [2.5, 0.5],
      ],
    ],
    [
      colourOf(0),
      0.3,
      [
        [0.5, 0.5],
        [1.5, 0.5],
      ],
    ],
    [
      colourOf(0),
      0.2,
      [
        [7.5, 0.5],
        [8.5, 0.5],
      ],
    ],
    [
      colourOf(0),
      0.1,
      [
        [6.5, 0.5],
        [7.5, 0.5],
      ],
    ],
    [
      colourOf(1),
      0.5,
      [
        [6.5, 3.5],
        [7.5, 3.5],
      ],
    ],
  ]);
  expect(wakes(undefined)).toEqual([]);
});

test("what flies straight is shown as dots, up to what is in its way, around the ring", () => {
  const window = { row: 0, col: 0, rows: 5, cols: 8 };
  const dots = (straight: boolean, board?: readonly string[]): readonly unknown[] =>
    draw({ units: [[[7, 1, 3]], [[7, 1, 5]]], window, straight, ...(board && { board }) })
      .drawn.filter(({ what, alpha, colour }) => what === "stroke" && alpha === 0.9 && colour === colourOf(1))
      .map(({ points }) => inCells(points[0]!));
  expect(dots(false)).toEqual([]);
  expect(dots(true, ["C.......", ...nothing.slice(1)])).toEqual([
    [6.5, 0.5],
    [7.5, 0.5],
  ]);
  expect(dots(true)).toHaveLength(8);
});

test("an event that pays says how much", () => {
  const events = [
    { cell: 10, pays: 30, text: "starship 4 is hit" },
    { cell: 11, text: "starship 5 is hit: 30 points" }, // nobody reads that
    { pays: 10, text: "player 2 leaves" }, // nowhere
  ];
  const said = draw({ events }).texts();
  expect(said.map(({ text }) => text)).toEqual(["+30"]);
  const [x, y] = inCells(said[0]!.points[0]!);
  expect(x).toBe(2.5);
  expect(y, "above the cell").toBeLessThan(1);
});
