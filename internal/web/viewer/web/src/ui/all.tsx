// The list of everything that happened, which can be searched. A match may have a hundred
// thousand entries: only the rows in view are made.

import { computed, effect, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { entriesOf, type Entry, everything, type Filter, kindsOf, lineKind, noteKind, select } from "../model/entries";
import { fold } from "../model/fold";
import type { Playback } from "../model/playback";
import { upTo } from "./byparts";
import { jump } from "./clock";
import { Plate } from "./parts";
import { follow, showCell } from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { count } from "./words";

const rowHeight = 26; // pixels, as in the style sheet
const rowsAround = 8; // beyond those in view

const filter = signal<Filter>(everything);
const active = signal(0); // the row that the keys are on
const scrolled = signal({ top: 0, height: 520 });

// A List is read by parts.
interface List {
  readonly match: Playback;
  readonly filter: Filter;
  readonly last: number; // a frame
  next: number; // round
  all: number; // entries that were read
  found: number; // of them, as many as the filter lets through
  readonly rows: Entry[];
}

// A live match goes on while the list is open; the list has what there was when it was opened.
const list = computed((): List | undefined => {
  const match = state.dialog.value === "all" ? state.playback.value : undefined;
  const last = Math.min(match?.last ?? 0, state.horizon.peek() + 1);
  return match && { match, filter: filter.value, last, next: 0, all: 0, found: 0, rows: [] };
});
// What bots say stays as it is.
const inWords = (entry: Entry): Entry =>
  entry.kind === noteKind || entry.kind === lineKind ? entry : { ...entry, text: said(entry.text) };

// readOn reads the next part. Who asks for a kind, a unit or words wants each entry.
function readOn(of: List): void {
  const { match, filter } = of;
  const next = upTo(of.next, of.last);
  const all = entriesOf(match, of.next, next).map(inWords);
  const found = select(all, filter);
  const small = match.data.legend.events.filter(({ look }) => look === "hit" || look === "heal");
  const folds = filter.kind === "" && filter.unit < 0 && filter.text === "";
  for (const entry of folds ? fold(found, new Set(small.map(({ name }) => name))) : found) {
    of.rows.push(entry);
  }
  of.next = next;
  of.all += all.length;
  of.found += found.length;
}

effect(() => {
  void state.playback.value; // another match has other players and units
  filter.value = everything;
  active.value = 0;
});

function ask(change: Partial<Filter>): void {
  filter.value = { ...filter.value, ...change };
  active.value = 0;
  document.getElementById("entries")?.scrollTo(0, 0);
}

function go({ round, cell, unit }: Entry): void {
  state.dialog.value = "none";
  jump(round);
  if (cell >= 0) {
    showCell(cell);
  } else if (unit >= 0) {
    follow(unit);
  }
}

export function All({ view }: { view: View }): JSX.Element | null {
  const of = list.value;
  if (of === undefined) {
    return null;
  }
  readOn(of);
  const { rows, found, all, next, last } = of;
  return (
    <>
      <Filters view={view} />
      <p class="hint" role="status" aria-busy={next < last}>
        {found === all ? count(found, "entry", "entries") : t("{0} of {1}", found, count(all, "entry", "entries"))}
      </p>
      <Rows view={view} rows={rows} />
    </>
  );
}

function Filters({ view }: { view: View }): JSX.Element {
  const { seat, kind, unit, text, great } = filter.value;
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <select
        aria-label={t("Player")}
        value={seat}
        onChange={(event) => ask({ seat: Number(event.currentTarget.value) })}
      >
        <option value={-1}>{t("all players")}</option>
        {view.data.players.map((player, i) => (
          <option key={i} value={i}>
            {player.label}
          </option>
        ))}
      </select>
      <select aria-label={t("Kind")} value={kind} onChange={(event) => ask({ kind: event.currentTarget.value })}>
        <option value="">{t("all kinds")}</option>
        {kindsOf(view.playback).map((name) => (
          <option key={name} value={name}>
            {said(name)}
          </option>
        ))}
      </select>
      <input
        type="search"
        inputMode="numeric"
        placeholder={t("unit")}
        aria-label={t("Number of a unit")}
        value={unit < 0 ? "" : unit}
        onInput={(event) =>
          ask({ unit: /^\d{1,9}$/.test(event.currentTarget.value) ? Number(event.currentTarget.value) : -1 })
        }
      />
      <input
        type="search"
        placeholder={t("words")}
        aria-label={t("Words")}
        value={text}
        onInput={(event) => ask({ text: event.currentTarget.value })}
      />
      <label class="great">
        <input type="checkbox" checked={great} onChange={(event) => ask({ great: event.currentTarget.checked })} />
        {t("great ones only")}
      </label>
    </form>
  );
}

function Rows({ view, rows }: { view: View; rows: readonly Entry[] }): JSX.Element {
  const { top, height } = scrolled.value;
  const at = Math.min(active.value, rows.length - 1);
  const first = Math.max(0, Math.floor(top / rowHeight) - rowsAround);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + rowsAround);
  const note = (list: HTMLElement): void => {
    scrolled.value = { top: list.scrollTop, height: list.clientHeight };
  };
  return (
    <div
      id="entries"
      class="entries"
      role="listbox"
      tabIndex={0}
      aria-label={t("Everything that happened")}
      aria-activedescendant={at >= first && at < last ? `entry-${at}` : undefined}
      onScroll={(event) => note(event.currentTarget)}
      onKeyDown={(event) => press(event, rows, at)}
    >
      <div role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(first, last).map((entry, i) => (
          <Row key={first + i} view={view} entry={entry} index={first + i} of={rows.length} active={first + i === at} />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  view: View;
  entry: Entry;
  index: number;
  of: number;
  active: boolean;
}

function Row({ view, entry, index, of, active: isActive }: RowProps): JSX.Element {
  const player = view.data.players[entry.seat];
  return (
    <div
      id={`entry-${index}`}
      class="entry"
      role="option"
      aria-selected={isActive}
      aria-setsize={of}
      aria-posinset={index + 1}
      style={{ top: `${index * rowHeight}px` }}
      title={entry.text}
      onClick={() => go(entry)}
    >
      <b>{entry.round}</b>
      <Plate player={player} />
      <bdi>
        {entry.times > 1 ? said(entry.kind) : entry.text}
        {entry.times > 1 && ` × ${entry.times}`}
      </bdi>
      <small>{said(entry.kind)}</small>
    </div>
  );
}

function press(event: KeyboardEvent & { currentTarget: HTMLElement }, rows: readonly Entry[], at: number): void {
  const list = event.currentTarget;
  const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -rows.length,
    End: rows.length,
  };
  const entry = rows[at];
  if (event.key === "Enter" && entry !== undefined) {
    event.preventDefault();
    go(entry);
    return;
  }
  const by = steps[event.key];
  if (by === undefined) {
    return;
  }
  event.preventDefault();
  const to = Math.max(0, Math.min(rows.length - 1, at + by));
  active.value = to;
  const lowest = (to + 1) * rowHeight - list.clientHeight;
  list.scrollTop = Math.max(lowest, Math.min(list.scrollTop, to * rowHeight));
}
