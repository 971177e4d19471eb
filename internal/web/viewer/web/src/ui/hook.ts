// What a page in a frame tells the page around it, if both come from the same arena, and what it
// lets that page do; see beside/sides.ts and playground/view.ts.

import { parse } from "../model/decode";
import type { Seat } from "./hand";
import { load } from "./later";
import { listener } from "./listener";
import { camera, look, part } from "./stage";
import { chart, clock, notes, playback, problem, selection, theme, time } from "./state";

// feed shows a match, which comes as JSON.
const feed = (json: string): void => void listener.start(parse(json));

const hook = {
  playback,
  time,
  clock,
  theme,
  problem,
  selection,
  chart,
  notes,
  camera,
  look,
  part,
  feed,
  listener,
  load,
};

// A Seating seats a person in a match of the page around this one. The third script brings it.
export interface Seating {
  asked(seat: Seat): void; // the orders of a round are the next
  leave(): void;
}

export type Hook = typeof hook & { seat?: Seating };

declare global {
  interface Window {
    arena?: Hook;
  }
}

export function tellFrame(): void {
  if (window !== top) {
    window.arena = hook;
  }
}
