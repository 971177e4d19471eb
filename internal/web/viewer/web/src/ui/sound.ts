// Soft ticks for what is great in a match that plays. Nobody hears any who has not asked for them on this visit.

import { effect, signal, untracked } from "@preact/signals-core";
import * as state from "./state";
import { stops } from "./story";

export const on = signal(false);

// A Tone is a note: how high it is, in hertz, and when it begins, in seconds.
type Tone = readonly [height: number, at: number];

const tones = {
  turn: [
    [660, 0],
    [880, 0.09],
  ],
  death: [[196, 0]],
  end: [
    [523, 0],
    [659, 0.12],
    [784, 0.24],
  ],
} as const satisfies Record<string, readonly Tone[]>;

export type Tick = keyof typeof tones;

const loud = 0.06;
const long = 0.18; // seconds
const apart = 0.15; // seconds between ticks, at least
const farthest = 4; // rounds, or half a second of them: who goes on by more jumps

let sound: AudioContext | undefined;
let quietUntil = 0;

function play(tick: Tick): void {
  sound ??= new AudioContext();
  void sound.resume();
  const { currentTime, destination } = sound;
  if (currentTime < quietUntil) {
    return;
  }
  quietUntil = currentTime + apart;
  for (const [height, after] of tones[tick]) {
    const [note, gain] = [sound.createOscillator(), sound.createGain()];
    const from = currentTime + after;
    note.frequency.value = height;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(loud, from + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, from + long);
    note.connect(gain).connect(destination);
    note.start(from);
    note.stop(from + long);
  }
}

// toggle is called by a click or a key, without which no browser lets a page sound.
export function toggle(): void {
  on.value = !on.value;
  document.documentElement.classList.toggle("sounds", on.value); // a note beside the speed shows it
  if (on.value) {
    quietUntil = 0;
    play("turn");
  }
}

// tickIn is what sounds for the rounds after one, up to another; a calm reader has no deaths.
function tickIn(from: number, to: number): Tick | undefined {
  const match = state.playback.value;
  if (match === undefined) {
    return undefined;
  }
  if (state.complete.value && to === state.last.value) {
    return "end";
  }
  if (stops.value.some((stop) => stop.round > from && stop.round <= to)) {
    return "turn";
  }
  const { events } = match.data.legend;
  for (let n = from + 1; n <= to && !state.still.value; n++) {
    if (match.events(n).some(({ kind }) => events[kind]?.look === "death" && events[kind].major)) {
      return "death";
    }
  }
  return undefined;
}

// listen ticks while a match plays forwards, not where the reader goes through it. The clock stops together with the
// last round, so what counts is whether it went before.
export function listen(): void {
  let before = state.round.value;
  let went = false;
  effect(() => {
    const [from, to, wasOn] = [before, state.round.value, went];
    before = to;
    went = ["playing", "following"].includes(state.clock.value.kind);
    const most = Math.max(farthest, state.speed.peek() / 2);
    const isNext = to > from && to - from <= most && wasOn && (went || to === state.last.peek());
    const tick = on.peek() && isNext ? untracked(() => tickIn(from, to)) : undefined;
    if (tick !== undefined) {
      play(tick);
    }
  });
  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, altKey, metaKey, defaultPrevented } = event;
    const isText =
      target instanceof Element && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.id !== "time";
    if (key.toLowerCase() === "z" && !(ctrlKey || altKey || metaKey || defaultPrevented || isText)) {
      toggle();
    }
  });
}
