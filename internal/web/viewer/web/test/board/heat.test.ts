// How often something happened where.

import { expect, test, vi } from "vitest";
import { Camera } from "../../src/board/camera";
import { greatest, Heat, layer, points, strength } from "../../src/board/heat";
import { Look } from "../../src/board/look";
import { Screen } from "../../src/board/screen";
import type { MatchEvent } from "../../src/model/frame";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";
import { Pen } from "./pen";

const event = (kind: number, seat: number, cell: number, pays = 0): MatchEvent => ({
  kind,
  seat,
  cell,
  pays,
  to: -1,
  unit: -1,
  by: -1,
  text: "",
});
const rounds: readonly (readonly MatchEvent[])[] = [
  [event(1, 0, 5), event(1, 1, 5), event(2, 0, 5)],
  [event(1, 0, 5, 30), event(1, 0, 7), event(1, 0, -1)],
  [event(1, -1, 7, 10)],
];
const playing = () => {
  const events = vi.fn((n: number) => rounds[n] ?? []);
  return { heat: new Heat({ last: rounds.length, events } as unknown as Playback), events };
};

test("events count by kind, player and cell, up to a frame", () => {
  const { heat, events } = playing();
  expect([...heat.cells(1, -1, 1)]).toEqual([[5, 2]]);
  expect([...heat.cells(1, 0, 9)]).toEqual([
    [5, 2],
    [7, 1],
  ]);
  expect([...heat.cells(1, -1, 9)].sort()).toEqual([
    [5, 3],
    [7, 2],
  ]);
  expect([...heat.cells(2, 1, 9)]).toEqual([]);
  expect([...heat.cells(points, -1, 9)].sort()).toEqual([
    [5, 30],
    [7, 10],
  ]);
  expect([...playing().heat.cells(points, -1, 2)], "a cell where nothing was paid is not painted").toEqual([[5, 30]]);
  expect(events, "no round is looked at twice").toHaveBeenCalledTimes(rounds.length);
});

test("what is paid for a unit that another one beat counts for the player of that one", () => {
  const match = new Playback(makeMatch({ rows: 5, cols: 5, rounds: 1, units: 4 }));
  const { units } = match.frame(0);
  const [killer, other] = [units.owner[0] ?? -1, units.owner[1] ?? -1];
  const kill = (by: number): MatchEvent => ({ ...event(1, other, 7, 30), by });
  const heatOf = (...events: MatchEvent[]): Heat =>
    new Heat({ last: 1, events: () => events, frame: () => match.frame(0) } as unknown as Playback);
  expect([...heatOf(kill(units.id[0] ?? -1)).cells(points, killer, 1)]).toEqual([[7, 30]]);
  expect([...heatOf(kill(units.id[0] ?? -1)).cells(points, other, 1)]).toEqual([]);
  expect([...heatOf(kill(999)).cells(points, other, 1)], "its unit is gone").toEqual([]);
  expect([...heatOf(kill(999)).cells(points, -1, 1)]).toEqual([[7, 30]]);
});

test("the cells with most are first, and of equals the upper one", () => {
  const cells = new Map([
    [9, 1],
    [4, 2],
    [3, 2],
    [8, 5],
  ]);
  expect(greatest(cells, 3).map(([cell]) => cell)).toEqual([8, 3, 4]);
});

test("a cell is painted the stronger, the more happened there", () => {
  const data = makeMatch({ rows: 5, cols: 8, rounds: 0 });
  const camera = new Camera(data.legend);
  camera.resize(806, 506, 1);
  camera.setWindow(0, 0, 5, 8);
  camera.update();
  const filled: (readonly [number, string])[] = [];
  const pen = new Pen();
  const ctx = Object.assign(pen.context, {
    fillRect: () => filled.push([pen.globalAlpha, pen.fillStyle]),
  });
  const look = new Look(data, "light");
  const cells = new Map([
    [3, 1],
    [9, 4],
  ]);
  layer(cells)(ctx, camera, new Screen(camera, data.legend), look);
  expect(filled).toEqual([
    [strength(1, 4), look.inks.own],
    [strength(4, 4), look.inks.own],
  ]);
  expect(filled[0]![0]).toBeLessThan(filled[1]![0]);
  expect(pen.globalAlpha).toBe(1);
});
