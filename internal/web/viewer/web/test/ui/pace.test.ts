import { expect, test } from "vitest";
import { act } from "../../src/ui/actions";
import { advance, play } from "../../src/ui/clock";
import { listener } from "../../src/ui/listener";
import { paceAt } from "../../src/ui/pace";
import * as state from "../../src/ui/state";
import { makeMatch } from "../fixture";

test("time goes slower near a great moment, and faster far from all", () => {
  expect([0, 9, 18, 20, 22, 25, 31, 50, 68, 90].map((time) => paceAt([20, 70], time))).toEqual([
    2.5, 2.5, 0.4, 0.4, 0.4, 1, 2.5, 2.5, 0.4, 2.5,
  ]);
  expect(paceAt([], 5)).toBe(2.5);
});

test("key J has the match played so, and again as it was", () => {
  listener.start(makeMatch({ rows: 10, cols: 12, rounds: 60, units: 12 }));
  state.speed.value = 4;
  const camera = { zoom: () => {}, fit: () => {}, pan: () => {} };
  const run = (): number => {
    state.time.value = 30;
    const from = state.time.value;
    play();
    advance(0.25);
    play();
    state.clock.value = state.stopped;
    return state.time.value - from;
  };
  expect(run()).toBeCloseTo(1);
  act("pace", camera);
  expect(run()).toBeCloseTo(state.pace.value!(30));
  act("pace", camera);
  expect(run()).toBeCloseTo(1);
});
