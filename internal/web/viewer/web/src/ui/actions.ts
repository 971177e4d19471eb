// What the reader can do by keys and by links. The verbs for time and for what is
// selected have files of their own.

import { batch } from "@preact/signals-core";
import { tellChanges } from "./account";
import { changeSpeed, jump, pause, play, reverse, step, toEnd, toEvent } from "./clock";
import type { Action } from "./keys";
import type { Link } from "./link";
import { openList } from "./matches";
import { openPen, undo } from "./pen";
import { showBig, toggleDirector } from "./screen";
import { release } from "./selection";
import * as state from "./state";

export function toggleNotes(seat: number): void {
  state.notes.value = state.notes.value.map((on, i) => (i === seat ? !on : on));
}

// showOrders draws some orders, or no others if it is they that are drawn.
export function showOrders(which: "all" | "failed"): void {
  const { orders } = state;
  orders.value = orders.value !== which ? which : which === "all" ? "none" : "all";
}

// nextTheme changes between light and dark. One of them is what the system has.
export function nextTheme(): void {
  const { theme, systemDark, dark } = state;
  const wanted = !dark.value;
  theme.value = wanted === systemDark.value ? "system" : wanted ? "dark" : "light";
}

function chartCount(): number {
  const { playback } = state;
  return (playback.value?.data.legend.numbers.length ?? 0) + (playback.value?.timed === false ? 0 : 1);
}

function nextChart(): void {
  state.chart.value = (state.chart.value + 1) % chartCount();
  if (state.layout.value !== "wide") {
    state.panel.value = "charts";
  }
}

// A Camera decides which part of the board is seen.
export interface Camera {
  zoom(by: 1 | -1): void;
  fit(): void;
  pan(x: number, y: number): void;
}

export function act(action: Action, camera: Camera): void {
  const speed = /^speed(\d)$/.exec(action);
  if (speed !== null) {
    state.speed.value = state.speeds[Number(speed[1]) - 1] ?? state.speed.value;
    return;
  }
  const table: Partial<Record<Action, () => void>> = {
    play,
    reverse,
    forward: () => step(1),
    back: () => step(-1),
    forward10: () => step(10),
    back10: () => step(-10),
    start: () => jump(0),
    end: toEnd,
    faster: () => changeSpeed(1),
    slower: () => changeSpeed(-1),
    nextEvent: () => toEvent(1),
    previousEvent: () => toEvent(-1),
    nextAny: () => toEvent(1, "any"),
    previousAny: () => toEvent(-1, "any"),
    zoomIn: () => camera.zoom(1),
    zoomOut: () => camera.zoom(-1),
    fit: () => camera.fit(),
    panUp: () => camera.pan(0, -1),
    panLeft: () => camera.pan(-1, 0),
    panDown: () => camera.pan(0, 1),
    panRight: () => camera.pan(1, 0),
    find: toFindBox,
    charts: nextChart,
    theme: nextTheme,
    help: () => (state.dialog.value = "help"),
    legend: () => (state.dialog.value = "legend"),
    about: () => (state.dialog.value = "about"),
    share: openShare,
    table: openTable,
    story: () => (state.panel.value = state.panel.value === "story" ? "round" : "story"),
    all: openAll,
    matches: openList,
    orders: () => showOrders("all"),
    failed: () => showOrders("failed"),
    notes: () => (state.notes.value = state.notes.value.map(() => !state.notes.value.some(Boolean))),
    director: toggleDirector,
    big: () => showBig(!state.big.value),
    since: tellChanges,
    pace: () => (state.paced.value = !state.paced.value),
    heat: () => (state.heat.value = !state.heat.value),
    pen: openPen,
    undo,
    release: () => {
      if (state.big.value) {
        return showBig(false);
      }
      state.pen.value = false;
      release();
    },
  };
  table[action]?.();
}

// openTable pauses, because nobody can read a table that changes.
export function openTable(): void {
  pause();
  state.dialog.value = "table";
}

// openShare pauses, because what is shared is this moment.
export function openShare(): void {
  pause();
  state.dialog.value = "share";
}

// openAll pauses, because nobody can search a list that grows.
export function openAll(): void {
  pause();
  state.dialog.value = "all";
}

function toFindBox(): void {
  if (state.layout.value !== "wide") {
    state.panel.value = "here";
  }
  // The panel is not there before the next frame of the screen.
  requestAnimationFrame(() => document.getElementById("find")?.focus());
}

// goTo does what a link asks for.
export function goTo(link: Link): void {
  const { playback, speed, round, selection } = state;
  batch(() => {
    speed.value = link.speed ?? speed.value;
    if (link.round !== undefined && link.round !== round.value) {
      jump(link.round);
    }
    const cells = playback.value?.frame(0).cells.length ?? 0;
    if ((link.chart ?? Infinity) < chartCount()) {
      state.chart.value = link.chart ?? 0;
    }
    state.orders.value = link.orders ?? state.orders.value;
    if (link.notes !== undefined) {
      const seats = new Set(link.notes);
      state.notes.value = state.notes.value.map((_, seat) => seats.has(seat));
    }
    state.directed.value ||= link.directed === true;
    if (link.remarks !== undefined) {
      const { marks, texts } = link.remarks;
      state.remarks.value = { marks: marks.filter(({ from, to }) => from < cells && to < cells), texts };
    }
    if (link.unit !== undefined) {
      selection.value = { kind: "unit", unit: link.unit, since: round.value };
    } else if (link.cell !== undefined && link.cell < cells) {
      selection.value = { kind: "cell", cell: link.cell };
    }
  });
}
