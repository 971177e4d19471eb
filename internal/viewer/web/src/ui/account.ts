// Tells those who do not see the board what happens, while it is paused.

import { effect, signal } from "@preact/signals-core";
import * as state from "./state";
import { roundText } from "./words";

// It is told when somebody stays with a round: scrubbing past is no reason to speak.
const pause = 400;
const most = 12;

export const account = signal("");

export function tellRounds(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { playing, following, goal, round, playback } = state;
    const rests = !playing.value && !following.value && goal.value === undefined;
    clearTimeout(timer);
    if (round.value >= 0 && playback.value !== undefined && rests) {
      timer = setTimeout(tell, pause);
    }
  });
}

function tell(): void {
  const view = state.view.peek();
  if (view === undefined) {
    return;
  }
  const events = (view.round?.events ?? []).filter((event) => event.text !== "").map((event) => event.text);
  const more = events.length > most ? [`and ${events.length - most} more events`] : [];
  const round = roundText(view.frame.number, view.playback.last, state.rounds.peek());
  account.value = [round, ...events.slice(0, most), ...more].join(". ");
}
