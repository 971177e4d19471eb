import { describe, expect, test } from "vitest";
import { crowdsOf } from "../../src/board/crowds";
import { Motion } from "../../src/board/motion";
import type { MatchData, UnitData } from "../../src/model/data";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";

const made = makeMatch({ rows: 20, cols: 30, rounds: 0, wrap: true });
const ork = (id: number, cell: number): UnitData => [id, 0, 0, cell, 0];
const city = (id: number, cell: number): UnitData => [id, 1, 0, cell, 0];

// motionOf returns the motion after a part of the way, in a match of one round.
function motionOf(units: readonly UnitData[], change: Partial<MatchData["played"][number]>, part: number): Motion {
  const data = { ...made, start: { ...made.start, units, signs: [] }, played: [{ r: 0, ...change }] };
  const playback = new Playback(data);
  expect(playback.damage).toBe("");
  const motion = new Motion(data.legend);
  motion.set(playback.frame(0), playback.frame(1));
  motion.move(part);
  return motion;
}

describe("units", () => {
  test("are in the middles of their cells, and move between them", () => {
    const at = (part: number): number[] => {
      const motion = motionOf([ork(3, 31), ork(8, 65)], { m: [3, 1] }, part);
      return [motion.x[0] ?? 0, motion.y[0] ?? 0, motion.x[1] ?? 0, motion.y[1] ?? 0];
    };
    expect(at(0)).toEqual([1.5, 1.5, 5.5, 2.5]);
    expect(at(0.5)).toEqual([2, 1.5, 5.5, 2.5]);
  });

  test("go the short way where the board wraps around", () => {
    const motion = motionOf([ork(3, 30)], { m: [3, 29] }, 0.5);
    expect([motion.x[0], motion.y[0]]).toEqual([0, 1.5]);
  });

  test("do not fly across the board", () => {
    const shown = [0.25, 0.75].map((part) => motionOf([ork(3, 30)], { m: [3, 12] }, part));
    expect(shown.map((m) => m.x[0])).toEqual([0.5, 12.5]);
    expect(shown.map((m) => m.alpha[0])).toEqual([0.5, 0.5]);
  });

  test("fade when they are gone, and appear when they are new", () => {
    const motion = motionOf([ork(3, 30), ork(5, 90)], { g: [3], u: [4, 0, 0, 47, 0] }, 0.75);
    expect(motion.count).toBe(3);
    expect([motion.alpha[0], motion.alpha[1], motion.alpha[2]]).toEqual([0.25, 1, 0.5]);
    expect(motion.unitsOf(2)?.id[motion.indexIn(2)]).toBe(4);
    expect([motion.x[2], motion.y[2]]).toEqual([17.5, 1.5]);
    expect(motion.indexOf(5)).toBe(1);
    expect(motion.indexOf(4)).toBe(-1);
  });

  test("that share a cell are smaller and apart, but what is without a plate lies below", () => {
    const motion = motionOf([city(1, 30), ork(2, 30), ork(3, 30), ork(4, 95)], {}, 0);
    expect([motion.scale[0], motion.x[0], motion.y[0]]).toEqual([1, 0.5, 1.5]);
    expect(motion.scale[1]).toBeLessThan(0.7);
    const apart = Math.hypot((motion.x[1] ?? 0) - (motion.x[2] ?? 0), (motion.y[1] ?? 0) - (motion.y[2] ?? 0));
    expect(apart).toBeGreaterThan(0.4);
    expect(motion.scale[3]).toBe(1);
  });
});

describe("crowds", () => {
  test("are four or more units of a player on a tile; nobody else is in one", () => {
    const other: UnitData = [20, 0, 1, 33, 0];
    const nobody: UnitData = [21, 0, -1, 34, 0];
    const inside: UnitData = [22, 0, 0, -1, 0];
    const together = [30, 31, 62, 63].map((cell, id) => ork(id, cell));
    const motion = motionOf([...together, ork(9, 100), other, nobody, inside], {}, 0);
    expect(crowdsOf(motion, 4)).toEqual([{ owner: 0, units: [0, 1, 2, 3] }]);
    expect(crowdsOf(motion, 2)).toEqual([]);
  });
});
