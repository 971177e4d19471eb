import { beforeEach, describe, expect, test, vi } from "vitest";
import { act, openTable } from "../../src/ui/actions";
import { advance, jump, pause, play, reverse, seek, step, toEnd, toEvent } from "../../src/ui/clock";
import type { Action } from "../../src/ui/keys";
import { listener } from "../../src/ui/listener";
import * as state from "../../src/ui/state";
import { makeMatch, random } from "../fixture";

vi.useFakeTimers(); // rounds are told soon

const match = makeMatch({ rows: 10, cols: 12, rounds: 60, units: 12 });
const live = { ...match, played: match.played.slice(0, 40), live: true, ended: false };
const camera = { zoom: () => {}, fit: () => {}, pan: () => {} };
const kind = () => state.clock.value.kind;
const pass = (seconds: number, steps = 50): void => {
  for (let i = 0; i < steps; i++) {
    advance(seconds / steps);
  }
};

beforeEach(() => {
  state.direction.value = 1;
  state.speed.value = 4;
  state.still.value = false;
  listener.start(match);
});

describe("playing", () => {
  test("goes on by the speed, in the direction, until the end", () => {
    play();
    pass(2);
    expect(state.time.value).toBeCloseTo(8);
    reverse();
    pass(1);
    expect(state.time.value).toBeCloseTo(4);
    expect(kind()).toBe("playing");
    pass(2);
    expect([kind(), state.time.value, state.moving.value]).toEqual(["stopped", 0, false]);
  });

  test("begins again after the end, and before the start", () => {
    toEnd();
    expect(kind()).toBe("stopped");
    play();
    expect([kind(), state.time.value]).toEqual(["playing", 0]);
    jump(0);
    reverse();
    play();
    expect([kind(), state.time.value]).toEqual(["playing", 60]);
  });

  test("glides to the next frame when it is paused, and stops there", () => {
    play();
    pass(0.6);
    play();
    expect(state.clock.value).toEqual({ kind: "gliding", goal: 3 });
    expect(state.moving.value).toBe(true);
    pass(1);
    expect([kind(), state.time.value]).toEqual(["stopped", 3]);
  });

  test("goes on after a seek, but not after a jump", () => {
    play();
    seek(30);
    expect([kind(), state.time.value]).toEqual(["playing", 30]);
    jump(20); // as by a drag of the slider
    expect([kind(), state.time.value]).toEqual(["stopped", 20]);
  });

  test("is paused by the table", () => {
    play();
    pass(0.1);
    openTable();
    expect(kind()).toBe("gliding");
    state.dialog.value = "none";
  });

  test("is stopped by a jump to an event, even if there is none", () => {
    play();
    toEvent(1);
    expect(kind()).toBe("stopped");
    jump(60);
    reverse();
    play();
    toEvent(1);
    expect([kind(), state.time.value]).toEqual(["stopped", 60]);
  });
});

describe("a step", () => {
  test("glides, and a second one goes on from where the first one ends", () => {
    step(1);
    step(1);
    expect(state.clock.value).toEqual({ kind: "gliding", goal: 2 });
    pass(1);
    expect([kind(), state.time.value]).toEqual(["stopped", 2]);
  });

  test("leaves the match neither at its start nor at its end", () => {
    step(-1);
    expect(state.clock.value).toEqual({ kind: "gliding", goal: 0 });
    jump(60);
    step(2);
    expect(state.clock.value).toEqual({ kind: "gliding", goal: 60 });
  });

  test("of ten rounds jumps, and so does every step if the reader prefers no motion", () => {
    step(10);
    expect([kind(), state.time.value]).toEqual(["stopped", 10]);
    state.still.value = true;
    step(1);
    expect([kind(), state.time.value]).toEqual(["stopped", 11]);
  });

  test("that glides is no longer one after a seek or play", () => {
    step(1);
    seek(7);
    expect([kind(), state.time.value]).toEqual(["stopped", 7]);
    step(1);
    play();
    expect(kind()).toBe("playing");
  });
});

describe("a live match", () => {
  beforeEach(() => listener.start(live));

  test("is played from its start, at a pace, and waits for what is not there yet", () => {
    expect([kind(), state.time.value, state.moving.value, state.speed.value]).toEqual(["playing", 0, true, 8]);
    pass(1);
    expect(state.time.value).toBeCloseTo(8);
    pass(9);
    expect([kind(), state.time.value, state.moving.value]).toEqual(["playing", 40, false]);
    for (let r = 40; r < 60; r++) {
      listener.round(match.played[r] ?? { r: -1 });
      vi.advanceTimersByTime(50);
    }
    expect(state.moving.value).toBe(true);
    pass(1);
    expect(state.time.value).toBeCloseTo(48); // not at the end, however far ahead that is
    listener.end(true, "");
    vi.advanceTimersByTime(50);
    pass(9);
    expect([kind(), state.time.value, state.moving.value]).toEqual(["stopped", 60, false]);
  });

  test("is followed from its end by who joins it", () => {
    toEnd();
    expect([kind(), state.time.value, state.moving.value]).toEqual(["following", 40, false]);
    listener.round(match.played[40] ?? { r: -1 });
    vi.advanceTimersByTime(50);
    expect([state.last.value, state.moving.value]).toEqual([41, true]);
    pass(1);
    expect([kind(), state.time.value, state.moving.value]).toEqual(["following", 41, false]);
    listener.end(true, "");
    vi.advanceTimersByTime(50);
    expect(state.moving.value, "the next frame of the screen stops it").toBe(true);
    pass(1);
    expect([kind(), state.time.value, state.moving.value]).toEqual(["stopped", 41, false]);
  });

  test.each<[string, () => void]>([
    ["a step", () => step(-1)],
    ["a seek", () => seek(3)],
    ["a jump", () => jump(3)],
    ["an event", () => toEvent(-1)],
    ["play", play],
    ["reverse", reverse],
  ])("is left by %s", (_, leave) => {
    toEnd();
    leave();
    expect(kind()).not.toBe("following");
  });

  test("is not left by pause or by an event that isn't there", () => {
    toEnd();
    pause();
    toEvent(1);
    expect(kind()).toBe("following");
  });

  test("is joined again at its end: by the key and by play", () => {
    jump(0);
    toEnd();
    expect([kind(), state.time.value]).toEqual(["following", 40]);
    jump(40);
    play();
    expect(kind()).toBe("following");
  });

  test("that is over is not followed from its end", () => {
    jump(0);
    listener.end(true, "");
    vi.advanceTimersByTime(50);
    toEnd();
    expect([kind(), state.connection.value]).toEqual(["stopped", "none"]);
  });

  test("is caught up with at once if it is far ahead", () => {
    toEnd();
    state.time.value = 10;
    advance(0.01);
    expect(state.time.value).toBe(40);
  });
});

test("whatever the reader does, time stays within the match and the clock has one goal at most", () => {
  const next = random(5);
  const actions: readonly Action[] = [
    ...(["play", "reverse", "forward", "back", "forward10", "back10", "start", "end", "faster", "slower"] as const),
    ...(["nextEvent", "previousEvent", "table", "release"] as const),
  ];
  listener.start(live);
  for (let i = 0; i < 3000; i++) {
    const n = next(actions.length + 2);
    act(actions[n] ?? "play", camera);
    advance(next(100) / 300);
    if (n === actions.length && state.last.value < 60) {
      listener.round(match.played[state.last.value] ?? { r: -1 });
      vi.advanceTimersByTime(50);
    }
    const { clock, time, last, moving } = state;
    expect(time.value).toBeGreaterThanOrEqual(0);
    expect(time.value).toBeLessThanOrEqual(last.value);
    expect("goal" in clock.value).toBe(clock.value.kind === "gliding");
    expect(moving.value || time.value === last.value || clock.value.kind === "stopped").toBe(true);
  }
  state.dialog.value = "none";
});
