// Units and flags, as they are drawn for sizes of cells.

import { expect, test, vi } from "vitest";
import { Look } from "../../src/board/look";
import { Sprites } from "../../src/board/sprites";
import { makeMatch } from "../fixture";
import { type Drawn, Path, Pen } from "./pen";

const data = makeMatch({ rows: 5, cols: 8, rounds: 0 });
const look = new Look(data, "light");
const [player] = data.players;

// drawnBy returns what is drawn on the pictures that something makes.
function drawnBy(make: (sprites: Sprites) => void, unitSize: number, of = data): readonly Drawn[] {
  const pen = new Pen();
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => pen }) });
  vi.stubGlobal("Path2D", Path);
  vi.stubGlobal("devicePixelRatio", 1);
  const sprites = new Sprites(of);
  sprites.prepare(look, unitSize, unitSize, 1.5);
  make(sprites);
  vi.unstubAllGlobals();
  return pen.drawn;
}

test("a tiny unit is a dot in the full colour of its player, with nothing around it", () => {
  const unit = (size: number): readonly Drawn[] => drawnBy((sprites) => sprites.unit(0, 0, false), size);
  expect(unit(5)).toMatchObject([{ what: "fill", colour: player!.colour[0], alpha: 1, points: [[0, 0, 24, 24]] }]);
  expect(unit(8).map(({ what, colour, text }) => [what, colour, text])).toEqual([
    ["stroke", look.inks.casing, player!.plate],
    ["stroke", player!.shade[0], player!.plate],
    ["fill", player!.colour[0], player!.plate],
  ]);
});

// areaOf returns how much of a square of 24 a form has.
function areaOf(points: readonly (readonly number[])[]): number {
  const twice = points.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = 0, nextY = 0] = points[(i + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice / 2 / 24 ** 2);
}

test("at 12 pixels, units of the second kind have another outline: a hat, wider than other units, and a fifth of them", () => {
  const [ork] = data.legend.units;
  const two = { ...data, legend: { ...data.legend, units: [ork!, ork!] } };
  const [first = [], second = []] = [0, 1].map((kind) => drawnBy((sprites) => sprites.unit(kind, 0, false), 12, two));
  const hats = (drawn: readonly Drawn[]): readonly Drawn[] => drawn.filter(({ text }) => text === "");
  expect(hats(first)).toEqual([]);
  expect(hats(second).map(({ what, colour }) => [what, colour])).toEqual([
    ["stroke", look.inks.casing],
    ["fill", player!.shade[0]],
  ]);
  const { points } = hats(second)[1]!;
  expect(areaOf(points)).toBeGreaterThan(0.2);
  const [left, right] = [Math.min, Math.max].map((end) => end(...points.map(([x = 0]) => x)));
  expect([left! < 0, right! > 24], "a plate is 24 wide").toEqual([true, true]);
});

test("the flag of a place is a pennant, which has the form of its owner's units only as a small device", () => {
  const flag = drawnBy((sprites) => sprites.flag(0), 20);
  const cloth = flag.filter(({ what, colour }) => what === "fill" && colour === player!.colour[0]);
  expect(cloth.map(({ text }) => text)).not.toContain(player!.plate);
  expect(flag.filter(({ text }) => text === player!.plate)).toMatchObject([{ what: "fill", colour: player!.ink[0] }]);
});
