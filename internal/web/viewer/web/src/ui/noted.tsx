// Numbers that bots noted under the names of charts, over the whole match.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import type { Playback } from "../model/playback";
import { Trace } from "../model/trace";
import { upTo } from "./byparts";
import { type Chart, Graph, makeGraph, type Size } from "./charts";
import { chosen, courses } from "./matches";
import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";

const nothing = -Infinity; // below all charts: there the line has a gap
const digits = 4; // of a number that is not whole

interface Numbers {
  readonly traces: readonly Trace[]; // by seat, then round: a number holds until the next one
  from: number; // the least of all, or 0
  to: number;
}

// Known is what was looked at so far, so that a long live match is not looked at again with each round.
interface Known {
  next: number; // round
  readonly byName: Map<string, Numbers>;
}

const known = new WeakMap<Playback, Known>();

// numbersOf returns the charts of all bots by name.
export function numbersOf(match: Playback): ReadonlyMap<string, Numbers> {
  const of = known.get(match) ?? { next: 0, byName: new Map<string, Numbers>() };
  known.set(match, of);
  for (const last = upTo(of.next, match.last); of.next < last; of.next++) {
    addRound(match, of);
  }
  return of.byName;
}

function addRound(match: Playback, { next: round, byName }: Known): void {
  const notes = match.told(round).notes.filter(({ kind }) => kind === "chart");
  for (const { text } of notes) {
    if (!byName.has(text)) {
      const empty = Array.from({ length: round }, () => nothing);
      byName.set(text, { traces: match.data.players.map(() => Trace.of(empty)), from: 0, to: 0 });
    }
  }
  for (const [name, numbers] of byName) {
    numbers.traces.forEach((trace, seat) => {
      const note = notes.find((one) => one.text === name && one.seat === seat);
      const isFrozen = (match.verdictOf(seat)?.round ?? Infinity) <= round;
      const value = note ? (note.value ?? 0) : isFrozen ? nothing : (trace.values.at(-1) ?? nothing);
      trace.push(value);
      numbers.from = value === nothing ? numbers.from : Math.min(numbers.from, value);
      numbers.to = Math.max(numbers.to, value);
    });
  }
}

const say = (value: number): string =>
  value === nothing ? "–" : String(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));

function chartOf(match: Playback, name: string, [width, height]: Size): Chart | undefined {
  const numbers = numbersOf(match).get(name);
  if (numbers === undefined) {
    return undefined;
  }
  const course = courses.value.get(chosen.value);
  const other = course && numbersOf(course).get(name);
  const from = Math.min(numbers.from, other?.from ?? 0);
  const to = Math.max(numbers.to, other?.to ?? 0);
  const last = Math.max(1, state.reach.value, course?.last ?? 0);
  const box = { width, height, from, to: to === from ? from + 1 : to, last };
  const count = Math.min(state.horizon.value + 1, numbers.traces[0]?.values.length ?? 0);
  return { box, lines: numbers.traces, count, others: other?.traces ?? [], budget: 0, turned: false, step: 0, say };
}

const selected = signal("");
const graphs = new Map<string, Graph>();

function graphOf(name: string): Graph {
  const graph = graphs.get(name) ?? makeGraph((match, size) => chartOf(match, name, size));
  graphs.set(name, graph);
  return graph;
}

export function Noted({ view }: { view: View }): JSX.Element | null {
  const names = [...numbersOf(view.playback).keys()];
  const name = names.includes(selected.value) ? selected.value : names[0];
  if (name === undefined) {
    return null;
  }
  return (
    <div class="noted">
      <h3>{t("Numbers of the bots")}</h3>
      <div class="choice" role="group" aria-label={t("What the chart shows")}>
        {names.map((one) => (
          <button type="button" key={one} aria-pressed={one === name} onClick={() => (selected.value = one)}>
            <bdi>{one}</bdi>
          </button>
        ))}
      </div>
      <Graph key={name} view={view} graph={graphOf(name)} name={name} />
    </div>
  );
}
