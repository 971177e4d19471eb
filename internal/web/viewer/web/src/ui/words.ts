// Numbers and things as words for people.

import type { Playback } from "../model/playback";
import { type Legend, type Verdict, verdicts } from "../model/data";
import { said, t } from "./tongues";

// time returns CPU time in words, given in microseconds.
export function time(microseconds: number): string {
  if (microseconds < 0) {
    return t("not known");
  }
  if (microseconds < 1000) {
    return `${microseconds} µs`;
  }
  const [value, unit] = microseconds < 1e6 ? [microseconds / 1e3, "ms"] : [microseconds / 1e6, "s"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

// count returns a number with its noun.
export const count = (n: number, one: string, more = `${one}s`): string => `${n} ${t(n === 1 ? one : more)}`;

// sentence returns words as a sentence.
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

// places returns the places of scores. Equal scores share a place, and the next place is
// skipped.
export function places(scores: readonly number[]): number[] {
  return scores.map((score) => 1 + scores.filter((other) => other > score).length);
}

// order returns the seats by their places.
export const order = (scores: readonly number[]): number[] =>
  scores.map((_, seat) => seat).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));

// shares returns the part of the sum of all scores that each player has. Scores below zero
// count as zero; if nobody has any, all have the same part.
export function shares(scores: readonly number[]): number[] {
  const counted = scores.map((score) => Math.max(0, score));
  const sum = counted.reduce((all, score) => all + score, 0);
  return counted.map((score) => (sum === 0 ? 1 / scores.length : score / sum));
}

export const percent = (part: number): string => `${Math.round(part * 100)} %`;

// signed returns a change of a share, in hundredths.
export function signed(change: number): string {
  const hundredths = (change * 100).toFixed(1);
  return `${change > 0 ? "+" : ""}${hundredths} %`;
}

// marginWords returns how far the first is before the second; "" if they share the place.
export function marginWords(scores: readonly number[]): string {
  const [first = 0, second] = scores.toSorted((a, b) => b - a);
  if (second === undefined || first === second) {
    return "";
  }
  const lead = first - second;
  const ahead = t("{0} ahead", lead);
  const times = first / second;
  return second <= 0
    ? ahead
    : `${ahead}, ${times < 3 ? percent(lead / second) : t("{0} times as much", Math.round(times))}`;
}

// outcomeWords says what became of a player when a match was played on from a round.
export function outcomeWords(before: Playback, after: Playback, seat: number, round: number): string {
  const [was, is] = [ended(before, seat), ended(after, seat)];
  const who =
    was.label === is.label
      ? t("{0}, from round {1} on", is.label, round)
      : t("{0} instead of {1}, from round {2} on", is.label, was.label, round);
  return t("{0}: place {1} (was {2}), {3} {4} (was {5}).", who, is.place, was.place, is.number, is.score, was.score);
}

function ended(playback: Playback, seat: number) {
  const { players, legend } = playback.data;
  const scores = playback.frame(playback.last).numbers[0] ?? [];
  return {
    label: players[seat]?.label ?? "",
    number: said(legend.numbers[0] ?? ""),
    place: places(scores)[seat] ?? 0,
    score: scores[seat] ?? 0,
  };
}

export function cellName(legend: Legend, cell: number): string {
  return t("row {0}, column {1}", Math.floor(cell / legend.cols), cell % legend.cols);
}

export const verdictName = (verdict: Verdict): string => t(verdicts[verdict.kind] ?? verdict.kind);

// roundText returns the text of the slider.
export function roundText(round: number, last: number, rounds: number): string {
  const isOver = round === last && last === rounds;
  return isOver ? t("end, after {0}", count(rounds, "round")) : t("round {0} of {1}", round, rounds);
}

// A Place is what the reader looks for: a unit, by its id, or a cell.
export type Place = { readonly unit: number } | { readonly cell: number };

export function parsePlace(text: string, legend: Legend): Place | undefined {
  const cell = /^\s*(\d{1,5})\s*[,; ]\s*(\d{1,5})\s*$/.exec(text);
  if (cell !== null) {
    const [row, col] = [Number(cell[1]), Number(cell[2])];
    return row < legend.rows && col < legend.cols ? { cell: row * legend.cols + col } : undefined;
  }
  const unit = /^\D*(\d{1,9})\s*$/.exec(text);
  return unit === null ? undefined : { unit: Number(unit[1]) };
}
