// What the reader keeps an eye on: a pinned cell, or a unit to follow.

import { batch, signal } from "@preact/signals-core";
import { indexOf } from "../model/units";
import { jump } from "./clock";
import * as state from "./state";
import type { Selection } from "./state";
import { t } from "./tongues";
import { parsePlace } from "./words";

// complaint is why what the reader looked for can't be shown; "" if it can.
export const complaint = signal("");

export function release(): void {
  batch(() => {
    state.selection.value = state.none;
    complaint.value = "";
  });
}

// select shows the selection in its panel, too.
function select(selected: Selection): void {
  batch(() => {
    state.selection.value = selected;
    complaint.value = "";
    if (state.layout.value !== "wide") {
      state.panel.value = "here";
    }
  });
}

// pin pins a cell, or lets go of it if it is pinned.
export function pin(cell: number): void {
  const { value } = state.selection;
  if (value.kind === "cell" && value.cell === cell) {
    release();
  } else {
    select({ kind: "cell", cell });
  }
}

// showCell pins a cell, also if it is pinned.
export const showCell = (cell: number): void => select({ kind: "cell", cell });

// follow keeps to a unit, and jumps to the nearest frame that has it. It returns false
// if the match has no such unit.
export function follow(unit: number): boolean {
  const { playback, round } = state;
  const place = playback.value?.where(unit, round.value);
  if (place === undefined) {
    return false;
  }
  batch(() => {
    if (place.frame !== round.value) {
      jump(place.frame);
    }
    state.directed.value = false;
    select({ kind: "unit", unit, since: place.frame });
  });
  return true;
}

// find selects a unit or a cell, given as a text, or complains.
export function find(text: string): void {
  const legend = state.playback.value?.data.legend;
  const place = legend && parsePlace(text, legend);
  if (place === undefined) {
    complaint.value = t("type a unit's number, or a cell as row,column");
  } else if ("cell" in place) {
    select({ kind: "cell", cell: place.cell });
  } else if (!follow(place.unit)) {
    complaint.value = noUnit(place.unit);
  }
}

export const noUnit = (unit: number): string => t("there is no unit {0} in this match", unit);

// nextUnit follows the unit of a player that comes after the followed one.
export function nextUnit(seat: number): void {
  const units = state.view.value?.frame.units;
  if (units === undefined) {
    return;
  }
  const { value } = state.selection;
  const followed = value.kind === "unit" ? value.unit : -1;
  const mine = [...units.id].filter((_, i) => i < units.count && units.owner[i] === seat);
  const next = mine.find((id) => id > followed) ?? mine[0];
  if (next !== undefined) {
    follow(next);
  }
}

// here returns the selected cell, which may be the followed unit's, or where it was last;
// -1 if there is none.
export function here(): number {
  const { value } = state.selection;
  switch (value.kind) {
    case "none":
      return -1;
    case "cell":
      return value.cell;
    case "unit":
      return cellOf(value.unit);
  }
}

function cellOf(unit: number): number {
  const { fate, playback, view } = state;
  const units = (fate.value === undefined ? view.value?.frame : playback.value?.frame(fate.value))?.units;
  return units === undefined ? -1 : (units.cell[indexOf(units, unit)] ?? -1);
}
