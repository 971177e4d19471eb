// What a page in a frame tells the page around it, if both come from the same arena, and what it
// lets that page do; see beside/sides.ts.

import { isEmbedded } from "./link";
import { camera, look, part } from "./stage";
import { clock, playback, problem, selection, theme, time } from "./state";

const hook = { playback, time, clock, theme, problem, selection, camera, look, part };

export type Hook = typeof hook;

declare global {
  interface Window {
    arena?: Hook;
  }
}

export function tellFrame(): void {
  if (isEmbedded(location.hash)) {
    window.arena = hook;
  }
}
