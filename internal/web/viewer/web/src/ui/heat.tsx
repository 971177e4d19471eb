// The heat map: where on the board something happened how often, over all rounds that were seen.

import { computed, effect, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { type Cells, greatest, Heat, layer, points } from "../board/heat";
import type { Playback } from "../model/playback";
import { upTo } from "./byparts";
import { Button } from "./parts";
import { pin } from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { cellName, count } from "./words";

const told = 3; // cells

const heats = new WeakMap<Playback, Heat>();
const wanted = signal<number | undefined>(undefined); // a kind of event
const seat = signal(-1);

function heatOf(match: Playback): Heat {
  const heat = heats.get(match) ?? new Heat(match);
  heats.set(match, heat);
  return heat;
}

// frame is the one up to which events are counted.
const frame = computed((): number => {
  const { playback, horizon } = state;
  return playback.value === undefined ? 0 : upTo(heatOf(playback.value).counted, horizon.value);
});

// kindsOf returns the kinds of events that happened somewhere on the board.
function kindsOf(match: Playback): readonly number[] {
  const { events } = match.data.legend;
  const kinds = events.map((_, kind) => kind).filter((kind) => match.countOf(kind) > 0);
  return [...kinds, points].filter((kind) => heatOf(match).cells(kind, -1, frame.value).size > 0);
}

// kind is the one that is shown: first, that somebody died.
const kind = computed(() => {
  const match = state.playback.value;
  const kinds = match === undefined ? [] : kindsOf(match);
  const { events = [] } = match?.data.legend ?? {};
  const death = kinds.find((one) => events[one]?.look === "death");
  return kinds.find((one) => one === wanted.value) ?? death ?? kinds[0];
});

const cells = computed((): Cells => {
  const match = state.heat.value ? state.playback.value : undefined;
  const players = match?.data.players.length ?? 0;
  return match === undefined || kind.value === undefined
    ? new Map()
    : heatOf(match).cells(kind.value, seat.value < players ? seat.value : -1, frame.value);
});

effect(() => {
  state.layer.value = state.heat.value ? layer(cells.value) : undefined;
});

export function HeatMap({ view }: { view: View }): JSX.Element | null {
  if (!state.heat.value) {
    return null;
  }
  const { players, legend } = view.data;
  return (
    <section class="heat" aria-label={t("Heat map")} aria-busy={frame.value < state.horizon.value}>
      <p>
        <select
          aria-label={t("Kind")}
          value={kind.value}
          onChange={({ currentTarget }) => (wanted.value = Number(currentTarget.value))}
        >
          {kindsOf(view.playback).map((one) => (
            <option key={one} value={one}>
              {one === points ? t("points") : said(legend.events[one]?.name ?? "")}
            </option>
          ))}
        </select>
        <select
          aria-label={t("Player")}
          value={seat.value}
          onChange={({ currentTarget }) => (seat.value = Number(currentTarget.value))}
        >
          <option value={-1}>{t("all players")}</option>
          {players.map(({ label }, i) => (
            <option key={i} value={i}>
              {label}
            </option>
          ))}
        </select>
        <Button icon="close" class="small" label="Close" keys="Shift+H" onClick={() => (state.heat.value = false)} />
      </p>
      <Told view={view} />
    </section>
  );
}

// Told is the legend, and says in words what the map shows.
function Told({ view }: { view: View }): JSX.Element {
  const all = cells.value;
  const [first, ...rest] = greatest(all, told);
  if (first === undefined) {
    return <p role="status">{t("Nothing so far.")}</p>;
  }
  const sum = [...all.values()].reduce((a, b) => a + b, 0);
  return (
    <p>
      <span aria-hidden="true">
        1 <i /> {first[1]}
      </span>
      <span role="status">{t("{0} in {1}, most here:", sum, count(all.size, "cell"))}</span>
      {[first, ...rest].map(([cell, n]) => (
        <button type="button" class="link" key={cell} onClick={() => pin(cell)}>
          {cellName(view.data.legend, cell)} ({n})
        </button>
      ))}
    </p>
  );
}
