// Tells readers who can't see the board what happens: while time is stopped, and when they ask.

import { effect, signal } from "@preact/signals-core";
import { entriesOf, type Entry, kindsOf } from "../model/entries";
import { turn } from "../model/decode";
import type { Playback } from "../model/playback";
import * as state from "./state";
import { said, t } from "./tongues";
import { order, roundText } from "./words";

// A round is told after this many milliseconds, so that scrubbing past it stays silent.
const pause = 400;
const most = 9; // items
const part = 250; // rounds that are counted at once

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
  const round = roundText(view.frame.number, view.playback.last, state.rounds.peek());
  account.value = [round, ...first(events)].join(". ");
}

// first returns the first items, and how many more there are.
const first = (items: readonly string[]): readonly string[] =>
  items.length > most ? [...items.slice(0, most), t("and {0} more", items.length - most)] : items;

let asked: { readonly match: Playback; readonly frame: number } | undefined;

// tellChanges tells what changed since the reader asked last; if that was here, later, or in
// another match, since the frame before.
export async function tellChanges(): Promise<void> {
  const view = state.view.peek();
  if (view === undefined) {
    return;
  }
  const { playback: match, data, frame } = view;
  const to = frame.number;
  const from = asked?.match === match && asked.frame < to ? asked.frame : Math.max(0, to - 1);
  const label = (seat: number): string => data.players[seat]?.label ?? "";
  let entries: readonly Entry[] = [];
  for (let n = from; n < to; n += part) {
    entries = entries.concat(entriesOf(match, n, Math.min(n + part, to)));
    await turn();
    if (state.playback.peek() !== match) {
      return; // nobody looks at it any more
    }
  }
  asked = { match, frame: to };
  const kinds = kindsOf(match);
  const scores = frame.numbers[0] ?? [];
  const standing = order(scores).map((seat) => {
    const by = (scores[seat] ?? 0) - (match.numbers(0, seat)[from] ?? 0);
    return `${label(seat)} ${scores[seat]}${by === 0 ? "" : by > 0 ? t(", up {0}", by) : t(", down {0}", -by)}`;
  });
  // Verdicts and failed orders come first; notes and output of bots are not told.
  const counts = [...kinds.slice(-4, -2), ...kinds.slice(0, -4)].flatMap((kind) => {
    const seats = entries.filter((entry) => entry.kind === kind).map(({ seat }) => seat);
    const each = [...new Set(seats)].map((seat) => `${label(seat)} ${seats.filter((one) => one === seat).length}`);
    return each.length > 0 ? `${said(kind)}: ${each.join(", ")}` : [];
  });
  const events = match.events(to - 1).flatMap(({ text }) => (text === "" ? [] : said(text)));
  const items = [standing.join("; "), ...counts, ...events];
  const head = t("{0}, since round {1}", roundText(to, match.last, state.rounds.peek()), from);
  const told = [head, ...first(items)].join(". ");
  account.value = told === account.value ? `${told} ` : told; // the same words would not be told again
}
