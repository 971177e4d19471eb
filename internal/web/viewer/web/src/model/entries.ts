// Everything that happened in a match, as one list.

import { failures } from "./failures";
import type { Playback } from "./playback";

export interface Entry {
  readonly round: number;
  readonly seat: number; // -1: nobody's
  readonly kind: string; // a kind of event, or one of the kinds below
  readonly cell: number; // -1: none
  readonly unit: number; // whose entry it is; -1: none
  readonly by: number; // another unit that has to do with it; -1: none
  readonly text: string;
  readonly great: boolean; // an event that weighs much, or a verdict
  readonly times: number; // how many such entries it stands for
}

export const verdictKind = "verdict";
export const failedKind = "order that failed";
export const noteKind = "note of a bot";
export const lineKind = "output of a bot";

// A Filter is what entries must have; -1 and "" allow all.
export interface Filter {
  readonly seat: number;
  readonly kind: string;
  readonly unit: number;
  readonly text: string; // in any case
  readonly great: boolean; // only what is great
}

export const everything: Filter = { seat: -1, kind: "", unit: -1, text: "", great: false };

// entriesOf returns all entries between two frames, in the order of the rounds.
export function entriesOf(match: Playback, from = 0, to = match.last): Entry[] {
  const { events: kinds } = match.data.legend;
  const found: Entry[] = [];
  const none = { cell: -1, unit: -1, by: -1, great: false, times: 1 };
  for (let round = from; round < to; round++) {
    const { verdicts, notes, lines } = match.told(round);
    for (const { seat, kind, detail } of verdicts) {
      found.push({
        ...none,
        round,
        seat,
        great: true,
        kind: verdictKind,
        text: detail === "" ? kind : `${kind}: ${detail}`,
      });
    }
    for (const { seat, kind, cell, unit, by, text } of match.events(round)) {
      const { name = "", major = false } = kinds[kind] ?? {};
      const great = major;
      found.push({ round, seat, kind: name, cell, unit, by, text: text === "" ? name : text, great, times: 1 });
    }
    for (const { seat, unit, order, why } of failures(match, round)) {
      found.push({ ...none, round, seat, kind: failedKind, unit, text: `unit ${unit}, ${order}: ${why}` });
    }
    for (const { seat, kind, cell, unit, text } of notes) {
      if (text !== "" && kind !== "chart") {
        found.push({ ...none, round, seat, kind: noteKind, cell, unit, text });
      }
    }
    for (const { seat, text } of lines) {
      found.push({ ...none, round, seat, kind: lineKind, text });
    }
  }
  return found;
}

// select returns the entries that a filter lets through.
export function select(entries: readonly Entry[], { seat, kind, unit, text, great }: Filter): readonly Entry[] {
  const wanted = text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (!great || entry.great) &&
      (seat < 0 || entry.seat === seat) &&
      (kind === "" || entry.kind === kind) &&
      (unit < 0 || entry.unit === unit || entry.by === unit) &&
      (wanted === "" || entry.text.toLowerCase().includes(wanted)),
  );
}

// kindsOf returns the kinds of entries that there are, those of events first.
export function kindsOf(match: Playback): string[] {
  return [...new Set(match.data.legend.events.map((kind) => kind.name)), verdictKind, failedKind, noteKind, lineKind];
}
