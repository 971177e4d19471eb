import { expect, test } from "vitest";
import { listener } from "../../src/ui/listener";
import * as state from "../../src/ui/state";
import { makeMatch } from "../fixture";

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

test("a round that comes twice counts once", () => {
  listener.start(live);
  for (const r of [3, 3, 2, 4]) {
    listener.round(match.played[r] ?? { r: -1 });
  }
  expect([state.last.value, state.problem.value]).toEqual([5, ""]);
});

test("a round that doesn't fit ends the match, and the reader is told why", () => {
  listener.start(live);
  listener.round({ r: 7 });
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
  expect([state.connection.value, state.complete.value]).toEqual(["none", true]);
  expect(state.problem.value).toContain("stopped");
});
