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
function drawnBy(make: (sprites: Sprites) => void, unitSize: number, halo = 1.5): readonly Drawn[] {
  const pen = new Pen();
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => pen }) });
  vi.stubGlobal("Path2D", Path);
  vi.stubGlobal("devicePixelRatio", 1);
  const sprites = new Sprites(data);
  sprites.prepare(look, unitSize, unitSize, halo);
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

test("the flag of a place is a pennant, which has the form of its owner's units only as a small device", () => {
  const flag = drawnBy((sprites) => sprites.flag(0), 20);
  const cloth = flag.filter(({ what, colour }) => what === "fill" && colour === player!.colour[0]);
  expect(cloth.map(({ text }) => text)).not.toContain(player!.plate);
  expect(flag.filter(({ text }) => text === player!.plate)).toMatchObject([{ what: "fill", colour: player!.ink[0] }]);
});
