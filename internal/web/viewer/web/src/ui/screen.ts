// The director on the page, and the page on a big screen, for all who are in a room.

import { effect } from "@preact/signals-core";
import type { Board } from "../board/board";
import { newDirector } from "../board/director";
import { release } from "./selection";
import * as state from "./state";
import { stops } from "./story";

const lookAhead = 3; // seconds
const farthest = 24; // rounds: to make the frames of more takes too long
const pace = 3; // parts of the way that is left, per second
const rest = 3000; // milliseconds until the pointer hides

const { big, directed } = state;

let director = newDirector();

export function toggleDirector(): void {
  directed.value = !directed.value;
  director = newDirector();
  release(); // two can't lead
}

// direct moves the view on. It returns whether it is on its way.
export function direct(board: Board, now: number, seconds: number): boolean {
  const { playback, time, speed, horizon, still } = state;
  const match = playback.peek();
  if (!directed.peek() || match === undefined) {
    return false;
  }
  const until = Math.min(horizon.peek(), time.peek() + Math.min(farthest, lookAhead * speed.peek()));
  const goal = director(match, now, time.peek(), until, stops.peek());
  return board.glide(goal, still.peek() ? 1 : 1 - Math.exp(-pace * seconds));
}

// showBig shows the page big, or as it was. The browser may refuse to give it the whole screen.
export function showBig(on: boolean): void {
  big.value = on;
  const done = on ? document.documentElement.requestFullscreen?.() : document.exitFullscreen?.();
  done?.catch(() => undefined);
}

export function listenToScreen(): void {
  const { classList } = document.documentElement;
  effect(() => {
    classList.toggle("big", big.value);
    // What comes next, such as another match of a series, goes on by itself.
    if (big.value && state.playback.value !== undefined) {
      directed.value = true;
      if (state.time.peek() < state.last.peek()) {
        state.clock.value = state.playing;
      }
    }
  });
  document.addEventListener("fullscreenchange", () => {
    big.value &&= document.fullscreenElement !== null;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener("pointermove", () => {
    clearTimeout(timer);
    classList.add("pointing");
    timer = setTimeout(() => classList.remove("pointing"), rest);
  });
}
