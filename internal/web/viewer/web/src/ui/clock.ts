// How the reader moves through the match, and how time goes on by itself.

import { batch } from "@preact/signals-core";
import { nextOf, previousOf } from "../model/moments";
import * as state from "./state";
import { stops } from "./story";

// At fewer rounds a second a step would take longer than a reader wants to wait.
const glideSpeed = 8;

const clamp = (t: number): number => Math.max(0, Math.min(state.last.value, t));

// seek shows a frame at once. A match that is playing goes on from there.
export function seek(frame: number): void {
  batch(() => {
    if (state.clock.value.kind !== "playing") {
      state.clock.value = state.stopped;
    }
    state.time.value = clamp(frame);
  });
}

// jump shows a frame at once and stays there.
export function jump(frame: number): void {
  batch(() => {
    state.clock.value = state.stopped;
    state.time.value = clamp(frame);
  });
}

const glide = (frame: number): void => {
  state.clock.value = { kind: "gliding", goal: clamp(frame) };
};

// step goes on by some rounds. It glides over one or two, to show who goes where.
export function step(by: number): void {
  const { time, clock, still } = state;
  const here = by > 0 ? Math.floor(time.value) : Math.ceil(time.value);
  const from = clock.value.kind === "gliding" ? clock.value.goal : here;
  if (Math.abs(by) > 2 || still.value) {
    jump(from + by);
  } else {
    glide(from + by);
  }
}

// pause stops playing at the next frame.
export function pause(): void {
  const { clock, time, direction } = state;
  if (clock.value.kind === "playing") {
    glide(direction.value > 0 ? Math.ceil(time.value) : Math.floor(time.value));
  }
}

// play starts to play, or stops it. At the end of a live match it follows the match, at
// the end of any other it starts again.
export function play(): void {
  switch (state.clock.value.kind) {
    case "playing":
      pause();
      break;
    case "following":
      state.clock.value = state.stopped;
      break;
    case "gliding":
    case "stopped":
      batch(start);
  }
}

function start(): void {
  const { clock, time, last, direction, complete } = state;
  const forwards = direction.value > 0;
  const isOver = forwards ? time.value >= last.value : time.value <= 0;
  if (isOver && forwards && !complete.value) {
    clock.value = state.following;
    return;
  }
  if (isOver) {
    time.value = forwards ? 0 : last.value;
  }
  clock.value = state.playing;
}

export function toEnd(): void {
  batch(() => {
    state.time.value = state.last.value;
    state.clock.value = state.complete.value ? state.stopped : state.following;
  });
}

export function reverse(): void {
  const { clock, direction } = state;
  batch(() => {
    direction.value = direction.value > 0 ? -1 : 1;
    if (clock.value.kind === "following") {
      clock.value = state.stopped;
    }
  });
}

export function changeSpeed(by: 1 | -1): void {
  const { speeds, speed } = state;
  const faster = speeds.find((s) => s > speed.value) ?? speed.value;
  const slower = speeds.findLast((s) => s < speed.value) ?? speed.value;
  speed.value = by > 0 ? faster : slower;
}

// cycleSpeed goes through all speeds, where there is room for one button only.
export function cycleSpeed(): void {
  const { speeds, speed } = state;
  speed.value = speeds.find((s) => s > speed.value) ?? speeds[0];
}

// toEvent jumps to the next or the previous turning point, or to any round with a great event.
export function toEvent(by: 1 | -1, which: "turn" | "any" = "turn"): void {
  const { playback, round, time, clock } = state;
  const match = playback.value;
  const rounds = which === "any" ? match?.eventRounds() : stops.value.map((stop) => stop.round);
  const found = by > 0 ? nextOf(rounds ?? [], round.value) : previousOf(rounds ?? [], Math.ceil(time.value));
  if (found !== undefined) {
    jump(found);
  } else if (clock.value.kind === "playing") {
    clock.value = state.stopped;
  }
}

// advance moves time on by some seconds.
export function advance(seconds: number): void {
  const { value } = state.clock;
  switch (value.kind) {
    case "following":
      catchUp(seconds);
      break;
    case "gliding":
      approach(value.goal, seconds);
      break;
    case "playing":
      goOn(seconds);
      break;
    case "stopped":
  }
}

// catchUp goes faster the more rounds have come, and skips them if there are too many.
function catchUp(seconds: number): void {
  const { time, speed, last, still, complete, clock } = state;
  const behind = last.value - time.value;
  const most = seconds * Math.max(speed.value, 3 * behind);
  batch(() => {
    time.value = still.value || behind > 20 ? last.value : clamp(time.value + most);
    if (complete.value && time.value === last.value) {
      clock.value = state.stopped;
    }
  });
}

function approach(goal: number, seconds: number): void {
  const { time } = state;
  const way = goal - time.value;
  const most = seconds * Math.max(glideSpeed, 8 * Math.abs(way));
  if (Math.abs(way) > most) {
    time.value += Math.sign(way) * most;
  } else {
    batch(() => {
      time.value = goal;
      state.clock.value = state.stopped;
    });
  }
}

function goOn(seconds: number): void {
  const { time, speed, direction, clock, last, complete } = state;
  const forwards = direction.value > 0;
  batch(() => {
    const pace = (state.paced.value && state.pace.value?.(time.value)) || 1;
    time.value = clamp(time.value + seconds * speed.value * pace * direction.value);
    const waits = forwards && !complete.value;
    if (time.value === (forwards ? last.value : 0) && !waits) {
      clock.value = state.stopped;
    }
  });
}
