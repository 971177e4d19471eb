// The round under the pointer, small, over the time line.

import { drawSmall } from "../board/small";
import { colourOf } from "./parts";
import * as state from "./state";
import { leader } from "./story";
import { roundText } from "./words";

const knob = 8; // pixels: the time line begins and ends so far within its slider
const edge = 8; // pixels, of the window
const rest = 3; // times what the last picture took to draw is left to the rest of the page

// roundAt is the round at a place of a slider.
export function roundAt(x: number, left: number, wide: number, rounds: number): number {
  const part = (x - left - knob) / Math.max(1, wide - 2 * knob);
  return Math.round(Math.max(0, Math.min(1, part)) * rounds);
}

interface Pointed {
  readonly x: number;
  readonly slider: Element;
}

const shown = document.createElement("div");
const canvas = document.createElement("canvas");
const [words, lead] = [document.createElement("p"), document.createElement("p")];
let drawn = ""; // what is on the canvas
let next: Pointed | undefined; // from the next frame of the screen on
let isAsked = false;
let free = 0; // when the next picture may be drawn

function ask(to: Pointed | undefined): void {
  next = to;
  if (!isAsked && (to !== undefined || !shown.hidden)) {
    isAsked = true;
    requestAnimationFrame(show);
  }
}

function show(now: number): void {
  isAsked = now < free;
  if (isAsked) {
    requestAnimationFrame(show);
    return;
  }
  const began = performance.now();
  shown.hidden = next === undefined || state.playback.value === undefined;
  if (next !== undefined) {
    const { left, top, width } = next.slider.getBoundingClientRect();
    fill(roundAt(next.x, left, width, state.length.value));
    const most = innerWidth - shown.offsetWidth - edge;
    shown.style.left = `${Math.max(edge, Math.min(most, next.x - shown.offsetWidth / 2))}px`;
    shown.style.bottom = `${innerHeight - top}px`;
  }
  free = now + rest * (performance.now() - began);
}

// fill shows what there is of a round. What was not seen of a live match is not told.
function fill(n: number): void {
  const match = state.playback.value;
  canvas.hidden = lead.hidden = match === undefined || n > state.horizon.value;
  words.textContent = roundText(n, state.last.value, state.rounds.value);
  if (match === undefined || canvas.hidden) {
    return;
  }
  const { legend, players, seed } = match.data;
  const theme = state.dark.value ? "dark" : "light";
  const key = [n, theme, seed, match.data.title].join();
  if (drawn !== key) {
    drawn = key;
    drawSmall(canvas, { legend, players, frame: match.frame(n) }, theme);
  }
  const scores = players.map((_, seat) => match.numbers(0, seat)[n] ?? 0);
  const [most = 0, second = 0] = scores.toSorted((a, b) => b - a);
  const first = players[leader(match, n)];
  lead.textContent = first === undefined ? "" : `${first.label} +${most - second}`;
  lead.style.borderColor = first === undefined ? "" : colourOf(first);
}

// listen shows it while a pointer is on the time line. It is for the eye alone: the slider tells its round itself.
export function listen(): void {
  shown.className = "preview";
  shown.hidden = shown.inert = true;
  shown.append(canvas, words, lead);
  document.body.append(shown);
  document.addEventListener("pointermove", ({ target, clientX }) => {
    const isOn = target instanceof Element && target.id === "time";
    ask(isOn ? { x: clientX, slider: target } : undefined);
  });
  document.addEventListener("pointerup", ({ pointerType }) => void (pointerType === "touch" && ask(undefined)));
  document.addEventListener("pointercancel", () => ask(undefined));
  document.documentElement.addEventListener("pointerleave", () => ask(undefined));
}
