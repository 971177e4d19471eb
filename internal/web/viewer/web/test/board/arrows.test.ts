// What is drawn once, and kept while the units move.

import { expect, test } from "vitest";
import { Arrows } from "../../src/board/arrows";
import { Camera } from "../../src/board/camera";
import { Look } from "../../src/board/look";
import { Screen } from "../../src/board/screen";
import type { Frame, Round } from "../../src/model/frame";
import { Playback } from "../../src/model/playback";
import { readUnits } from "../../src/model/units";
import { makeMatch } from "../fixture";
import { Pen } from "./pen";

const data = makeMatch({ rows: 5, cols: 8, rounds: 3, units: 4 });
const playback = new Playback(data);
const light = new Look(data, "light");

interface Layer {
  readonly show: (frame: Frame, look?: Look, round?: Round) => void;
  readonly times: () => number;
  readonly camera: Camera;
  readonly screen: Screen;
  readonly pen: Pen;
}

// layer returns what draws round 1 for a while, and how often it drew what lies below.
function layer(isOn: boolean, legend = data.legend): Layer {
  const pen = new Pen(800, 500);
  let times = 0;
  const camera = new Camera(data.legend);
  camera.resize(800, 500, 1);
  camera.update();
  const below = { isOn: () => isOn, drawBelow: () => void times++ };
  const canvas = Object.assign(pen.canvas, { getContext: () => pen.context }) as unknown as HTMLCanvasElement;
  const context = Object.assign(pen.context, { canvas, clearRect: () => {}, clip: () => {} });
  const screen = new Screen(camera, legend);
  const arrows = new Arrows(context.canvas, camera, screen, below, legend);
  const show = (frame: Frame, look = light, round = playback.round(1)): void =>
    arrows.draw(camera, round, frame, look, false);
  return { show, times: () => times, camera, screen, pen };
}

test("what stays for a round is drawn once, until the frame, the look or the view is another", () => {
  const { show, times, camera } = layer(true);
  const [one, two] = [playback.frame(1), playback.frame(2)];
  show(one);
  show(one);
  show(one);
  expect(times()).toBe(1);
  show(two);
  expect(times(), "another frame").toBe(2);
  show(two, new Look(data, "dark"));
  expect(times(), "another look").toBe(3);
  camera.zoom(2, 0, 0);
  show(two, light);
  show(two, light);
  expect(times(), "another view").toBe(4);
});

test("where nothing stays, a new frame draws nothing anew", () => {
  const { show, times } = layer(false);
  show(playback.frame(1));
  show(playback.frame(2));
  expect(times()).toBe(1);
});

test("an arrow does not touch what flies straight, as if its unit had shot it", () => {
  const units = data.legend.units.map((kind, i) => ({ ...kind, straight: i === 1 }));
  const there = [
    [0, 0, 0, 10, 0],
    [1, 1, 1, 11, 0], // beside it
    [2, 0, 2, 19, 0],
  ] as const;
  const frame = { ...playback.frame(1), units: readUnits(there, 1) };
  const order = { seat: 0, unit: 0, text: "go", outcome: "", failed: false };
  const endOf = (to: number): readonly number[] => {
    const { show, screen, pen, camera } = layer(false, { ...data.legend, units });
    show(frame, light, { ...playback.round(1)!, orders: [{ ...order, to }] });
    const [x = 0, y = 0] = pen.drawn.at(-1)!.points[1]!; // of the line, after its start
    return [(x - screen.cellX(to)) / camera.size, (y - screen.cellY(to)) / camera.size];
  };
  expect(endOf(11)[0]).toBeCloseTo(-0.4);
  expect(endOf(11)[1]).toBeCloseTo(0);
  expect(endOf(19), "beside another unit, it ends in the middle").toEqual([0, 0]);
  expect(endOf(9), "on an empty cell, too").toEqual([0, 0]);
});
