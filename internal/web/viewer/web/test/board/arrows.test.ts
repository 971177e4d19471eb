// What is drawn once, and kept while the units move.

import { expect, test } from "vitest";
import { Arrows } from "../../src/board/arrows";
import { Camera } from "../../src/board/camera";
import { Look } from "../../src/board/look";
import { Screen } from "../../src/board/screen";
import type { Frame } from "../../src/model/frame";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";
import { Pen } from "./pen";

const data = makeMatch({ rows: 5, cols: 8, rounds: 3, units: 4 });
const playback = new Playback(data);
const light = new Look(data, "light");

// layer returns what draws round 1 for a while, and how often it drew what lies below.
function layer(isOn: boolean): { show: (frame: Frame, look?: Look) => void; times: () => number; camera: Camera } {
  const pen = new Pen(800, 500);
  let times = 0;
  const camera = new Camera(data.legend);
  camera.resize(800, 500, 1);
  camera.update();
  const below = { isOn: () => isOn, drawBelow: () => void times++ };
  const canvas = Object.assign(pen.canvas, { getContext: () => pen.context }) as unknown as HTMLCanvasElement;
  const context = Object.assign(pen.context, { canvas, clearRect: () => {}, clip: () => {} });
  const arrows = new Arrows(context.canvas, camera, new Screen(camera, data.legend), below);
  const show = (frame: Frame, look = light): void => arrows.draw(playback.round(1), frame, look, false);
  return { show, times: () => times, camera };
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
