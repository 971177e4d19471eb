import { expect, test, vi } from "vitest";
import { turn } from "../../src/model/decode";
import { Playback } from "../../src/model/playback";
import { listener } from "../../src/ui/listener";
import { toEnd } from "../../src/ui/clock";
import * as state from "../../src/ui/state";
import { stops, turningPoints } from "../../src/ui/story";
import { makeMatch } from "../fixture";

vi.useFakeTimers(); // rounds are told soon

const match = makeMatch({ rows: 10, cols: 12, rounds: 8, units: 12 });
const live = { ...match, played: match.played.slice(0, 3), live: true, ended: false };

test("a match is shown from its start, a live one, too", () => {
  listener.start(match);
  expect([state.last.value, state.time.value, state.complete.value, state.connection.value]).toEqual([
    8,
    0,
    true,
    "none",
  ]);
  expect(state.rounds.value).toBe(8);
  listener.start(live);
  expect([state.last.value, state.time.value, state.complete.value, state.connection.value]).toEqual([
    3,
    0,
    false,
    "live",
  ]);
  expect(state.rounds.value).toBe(8);
});

test("of a live match nothing is known beyond what was seen, until it is joined", () => {
  listener.start(match);
  expect(state.horizon.value).toBe(8);
  listener.start(live);
  expect([state.horizon.value, state.board.value.ahead]).toEqual([0, false]);
  state.time.value = 2.5;
  expect(state.horizon.value).toBe(2);
  state.time.value = 1;
  expect(state.horizon.value).toBe(2);
  state.clock.value = state.stopped;
  expect(state.board.value.ahead).toBe(false); // the way of the followed unit would tell
  toEnd();
  expect([state.horizon.value, state.clock.value.kind]).toEqual([3, "following"]);
  for (const round of match.played.slice(3)) {
    listener.round(round);
    vi.advanceTimersByTime(50);
  }
  listener.end(true, "");
  vi.advanceTimersByTime(50);
  expect([state.last.value, state.horizon.value]).toEqual([8, 3]);
  toEnd();
  expect(state.horizon.value).toBe(8);
});

test("turning points of a live match are told when what they rest on was seen", () => {
  const long = makeMatch({ rows: 10, cols: 12, rounds: 160, units: 40 });
  listener.start(long);
  const all = turningPoints.value.map(({ round }) => round);
  const great = stops.value.map(({ round }) => round);
  expect(great.length).toBeGreaterThan(0);
  listener.start({ ...long, live: true, ended: false });
  expect([turningPoints.value, stops.value]).toEqual([[], []]);
  const middle = great[great.length >> 1] ?? 0;
  state.time.value = middle;
  expect(turningPoints.value.map(({ round }) => round)).toEqual(all.filter((round) => round <= middle - 6));
  expect(stops.value.every(({ round }) => round <= middle)).toBe(true);
  state.time.value = 160;
  expect(stops.value.map(({ round }) => round)).toEqual(great);
});

test("a round that comes twice counts once", () => {
  listener.start(live);
  for (const r of [3, 3, 2, 4]) {
    listener.round(match.played[r] ?? { r: -1 });
    vi.advanceTimersByTime(50);
  }
  expect([state.last.value, state.problem.value]).toEqual([5, ""]);
});

test("a round that doesn't fit ends the match, and the reader is told why", () => {
  listener.start(live);
  listener.round({ r: 7 });
  vi.advanceTimersByTime(50);
  expect([state.last.value, state.complete.value]).toEqual([3, true]);
  expect(state.problem.value).toBe("The match breaks off after round 3: round 3 is damaged: its number is 7, not 3");
});

test("a lost connection is told until there is one again, or the match is over", () => {
  listener.start(live);
  listener.connected(false);
  expect(state.connection.value).toBe("lost");
  listener.connected(true);
  expect(state.connection.value).toBe("live");
  listener.end(false, "stopped");
  vi.advanceTimersByTime(50);
  expect([state.connection.value, state.complete.value]).toEqual(["none", true]);
  expect(state.problem.value).toContain("stopped");
});

test("rounds that come at once are told in parts, and the end after them", () => {
  const long = makeMatch({ rows: 4, cols: 4, rounds: 250, units: 2 });
  listener.start({ ...long, played: [], live: true, ended: false });
  long.played.forEach((round) => listener.round(round));
  listener.end(true, "");
  const seen = [state.last.value];
  for (let part = 0; part < 3; part++) {
    expect(state.complete.value).toBe(false);
    vi.advanceTimersByTime(50);
    seen.push(state.last.value);
  }
  expect(seen).toEqual([0, 100, 200, 250]);
  expect(state.complete.value).toBe(true);
});

test("rounds of one match are not told of the next", () => {
  listener.start(live);
  listener.round(match.played[3] ?? { r: -1 });
  listener.end(true, "");
  listener.start({ ...live, played: match.played.slice(0, 2) });
  vi.advanceTimersByTime(100);
  expect([state.last.value, state.complete.value]).toEqual([2, false]);
});

test("a long match is shown once all of it is read, and no part of it is long", async () => {
  const long = makeMatch({ rows: 6, cols: 6, rounds: 1000, units: 4 });
  await listener.start(match);
  const appended = vi.spyOn(Playback.prototype, "append");
  const parts: number[] = [];
  let shown = false;
  const opening = listener.start(long).then((is) => (shown = is));
  while (!shown) {
    parts.push(appended.mock.calls.length);
    expect(state.last.value).toBe(8);
    appended.mockClear();
    await turn();
  }
  await opening;
  appended.mockRestore();
  expect(state.last.value).toBe(1000);
  expect(Math.max(...parts)).toBeLessThanOrEqual(300);
  expect(parts.slice(1).every((rounds) => rounds <= 50)).toBe(true);
});

test("what comes meanwhile takes the place of a long match, or waits for it", async () => {
  const long = makeMatch({ rows: 6, cols: 6, rounds: 400, units: 4 });
  const first = listener.start(long);
  expect(await listener.start(match)).toBe(true);
  expect(await first).toBe(false);
  expect(state.last.value).toBe(8);

  const next = listener.start({ ...long, played: long.played.slice(0, 390), live: true, ended: false });
  listener.round(long.played[390]!);
  vi.advanceTimersByTime(50);
  expect(state.last.value).toBe(8);
  expect(await next).toBe(true);
  vi.advanceTimersByTime(50);
  expect(state.last.value).toBe(391);
});
