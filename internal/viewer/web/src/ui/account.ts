// Tells readers who can't see the board what happens, while time is stopped.

import { effect, signal } from "@preact/signals-core";
import * as state from "./state";
import { said, t } from "./tongues";
import { roundText } from "./words";

// A round is told after this many milliseconds, so that scrubbing past it stays silent.
const pause = 400;
const most = 12;

export const account = signal("");

export function tellRounds(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { clock, round, playback } = state;
    clearTimeout(timer);
    if (round.value >= 0 && playback.value !== undefined && clock.value.kind === "stopped") {
      timer = setTimeout(tell, pause);
    }
  });
}

function tell(): void {
  const view = state.view.peek();
  if (view === undefined) {
    return;
  }
  const events = (view.round?.events ?? []).filter((event) => event.text !== "").map((event) => said(event.text));
  const more = events.length > most ? [t("and {0} more events", events.length - most)] : [];
  const round = roundText(view.frame.number, view.playback.last, state.rounds.peek());
  account.value = [round, ...events.slice(0, most), ...more].join(". ");
}
