// What the reader can do, and the clock.

import { batch } from "@preact/signals-core";
import type { PlayerInfo } from "../model/data";
import { Playback } from "../model/playback";
import { indexOf } from "../model/units";
import type { Action } from "./keys";
import type { Link } from "./link";
import type { Listener } from "./source";
import * as state from "./state";
import { parsePlace } from "./words";

// Below this many rounds a second a step is slower than an eye wants to wait.
const glideSpeed = 8;

const clamp = (t: number): number => Math.max(0, Math.min(state.last.value, t));

// seek shows a frame at once.
export function seek(frame: number): void {
  state.goal.value = undefined;
  batch(() => {
    state.following.value = false;
    state.time.value = clamp(frame);
  });
}

// step goes on by some rounds. It glides over one or two, so that one sees who
// went where.
export function step(by: number): void {
  const from = state.goal.value ?? (by > 0 ? Math.floor(state.time.value) : Math.ceil(state.time.value));
  state.playing.value = false;
  if (Math.abs(by) > 2 || state.still.value) {
    seek(from + by);
    return;
  }
  state.following.value = false;
  state.goal.value = clamp(from + by);
}

export function pause(): void {
  if (state.playing.value) {
    const { value } = state.time;
    state.goal.value = clamp(state.direction.value > 0 ? Math.ceil(value) : Math.floor(value));
  }
  state.playing.value = false;
}

export function play(): void {
  if (state.playing.value || state.following.value) {
    state.following.value = false;
    pause();
    return;
  }
  state.goal.value = undefined;
  batch(() => {
    const atEnd = state.time.value >= state.last.value;
    if (state.direction.value > 0 && atEnd && !state.complete.value) {
      state.following.value = true;
      return;
    }
    if (state.direction.value > 0 ? atEnd : state.time.value <= 0) {
      state.time.value = state.direction.value > 0 ? 0 : state.last.value;
    }
    state.playing.value = true;
  });
}

export function toEnd(): void {
  seek(state.last.value);
  state.playing.value = false;
  state.following.value = !state.complete.value;
}

export function reverse(): void {
  batch(() => {
    state.direction.value = state.direction.value > 0 ? -1 : 1;
    state.following.value = false;
  });
}

export function changeSpeed(by: 1 | -1): void {
  const { speeds, speed } = state;
  const faster = speeds.find((s) => s > speed.value) ?? speed.value;
  const slower = speeds.findLast((s) => s < speed.value) ?? speed.value;
  speed.value = by > 0 ? faster : slower;
}

export function toEvent(by: 1 | -1): void {
  const match = state.playback.value;
  const found = by > 0 ? match?.nextEvent(state.round.value) : match?.previousEvent(Math.ceil(state.time.value));
  state.playing.value = false;
  if (found !== undefined) {
    seek(found);
  }
}

// moving says whether time goes on by itself.
export const moving = (): boolean =>
  state.playing.value ||
  state.goal.value !== undefined ||
  (state.following.value && state.time.value < state.last.value);

// advance moves time on by some seconds.
export function advance(seconds: number): void {
  const { time, goal, playing, direction, speed, following, last, still } = state;
  const now = time.value;
  if (following.value) {
    // What comes while it catches up must not pile up.
    const behind = last.value - now;
    time.value = still.value || behind > 20 ? last.value : clamp(now + seconds * Math.max(speed.value, 3 * behind));
    return;
  }
  if (goal.value !== undefined) {
    const way = goal.value - now;
    const most = seconds * Math.max(glideSpeed, 8 * Math.abs(way));
    if (Math.abs(way) <= most) {
      batch(() => {
        time.value = now + way;
        goal.value = undefined;
      });
    } else {
      time.value = now + Math.sign(way) * most;
    }
    return;
  }
  if (playing.value) {
    time.value = clamp(now + seconds * speed.value * direction.value);
    if (direction.value > 0 ? time.value === last.value : time.value === 0) {
      batch(() => {
        playing.value = false;
        following.value = direction.value > 0 && !state.complete.value;
      });
    }
  }
}

export function pin(cell: number): void {
  batch(() => {
    state.pinned.value = state.pinned.value === cell ? -1 : cell;
    state.followed.value = -1;
    if (state.layout.value !== "wide" && state.pinned.value >= 0) {
      state.panel.value = "here";
    }
  });
}

// follow keeps to a unit, and goes to where it is if it is not there now.
export function follow(unit: number): boolean {
  const place = state.playback.value?.where(unit, state.round.value);
  if (place === undefined) {
    return false;
  }
  batch(() => {
    if (place.frame !== state.round.value) {
      state.playing.value = false;
      seek(place.frame);
    }
    state.followed.value = unit;
    state.pinned.value = -1;
    if (state.layout.value !== "wide") {
      state.panel.value = "here";
    }
  });
  return true;
}

// find goes to a unit or cell, given as a text, and says why it cannot.
export function find(text: string): string {
  const legend = state.playback.value?.data.legend;
  const place = legend && parsePlace(text, legend);
  if (place === undefined) {
    return "type a unit's number, or a cell as row,column";
  }
  if ("cell" in place) {
    state.pinned.value = -1;
    pin(place.cell);
    return "";
  }
  return follow(place.unit) ? "" : `there is no unit ${place.unit} in this match`;
}

// nextUnit follows the unit of a player that comes after the followed one.
export function nextUnit(seat: number): void {
  const units = state.view.value?.frame.units;
  if (units === undefined) {
    return;
  }
  const mine = [...units.id].filter((_, i) => i < units.count && units.owner[i] === seat);
  const next = mine.find((id) => id > state.followed.value) ?? mine[0];
  if (next !== undefined) {
    follow(next);
  }
}

// here is the cell that is looked at: the followed unit's, or the pinned one.
export function here(): number {
  const units = state.view.value?.frame.units;
  if (units !== undefined && state.followed.value >= 0) {
    const i = indexOf(units, state.followed.value);
    return i < 0 ? -1 : (units.cell[i] ?? -1);
  }
  return state.pinned.value;
}

export function toggleNotes(seat: number): void {
  state.notes.value = state.notes.value.map((on, i) => (i === seat ? !on : on));
}

export function nextTheme(): void {
  const { theme, systemDark } = state;
  const order = systemDark.value ? (["system", "light", "dark"] as const) : (["system", "dark", "light"] as const);
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length] ?? "system";
}

function nextChart(): void {
  const count = (state.playback.value?.data.legend.numbers.length ?? 0) + 1;
  state.chart.value = (state.chart.value + 1) % count;
  if (state.layout.value !== "wide") {
    state.panel.value = "charts";
  }
}

export function release(): void {
  batch(() => {
    state.pinned.value = -1;
    state.followed.value = -1;
  });
}

// Camera is what of the board is seen.
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
    start: () => {
      state.playing.value = false;
      seek(0);
    },
    end: toEnd,
    faster: () => changeSpeed(1),
    slower: () => changeSpeed(-1),
    nextEvent: () => toEvent(1),
    previousEvent: () => toEvent(-1),
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
    about: () => (state.dialog.value = "about"),
    table: openTable,
    orders: () => (state.orders.value = !state.orders.value),
    notes: () => (state.notes.value = state.notes.value.map(() => !state.notes.value.some(Boolean))),
    release,
  };
  table[action]?.();
}

// openTable pauses, as nobody can read what changes.
export function openTable(): void {
  pause();
  state.dialog.value = "table";
}

function toFindBox(): void {
  if (state.layout.value !== "wide") {
    state.panel.value = "here";
  }
  // Only then the panel is there.
  requestAnimationFrame(() => document.getElementById("find")?.focus());
}

// goTo does what a link says.
export function goTo(link: Link): void {
  batch(() => {
    state.speed.value = link.speed ?? state.speed.value;
    if (link.round !== undefined && link.round !== state.round.value) {
      state.playing.value = false;
      seek(link.round);
    }
    const cells = state.playback.value?.frame(0).cells.length ?? 0;
    if (link.unit !== undefined) {
      state.followed.value = link.unit;
      state.pinned.value = -1;
    } else if (link.cell !== undefined && link.cell < cells) {
      state.pinned.value = link.cell;
      state.followed.value = -1;
    }
  });
}

// distinct tells players of one name apart by their seats, as texts of events do:
// bots often play against themselves.
const distinct = (players: readonly PlayerInfo[]): PlayerInfo[] =>
  players.map((player, seat) => {
    const shared = players.some((other, i) => i !== seat && other.name === player.name);
    return shared ? { ...player, name: `${player.name} (${seat})` } : player;
  });

// listener takes what a source of a match brings.
export const listener: Listener = {
  start(match) {
    const playback = new Playback({ ...match, players: distinct(match.players) });
    batch(() => {
      state.goal.value = undefined;
      state.playing.value = false;
      state.playback.value = playback;
      state.last.value = playback.last;
      state.complete.value = !playback.live;
      state.following.value = playback.live;
      state.time.value = playback.live ? playback.last : 0;
      state.connection.value = playback.live ? "live" : "none";
      state.pinned.value = state.followed.value = state.hover.value = -1;
      state.notes.value = match.players.map(() => false);
      state.chart.value = 0;
      state.loading.value = false;
      tellDamage(playback);
    });
  },
  round(round) {
    const match = state.playback.value;
    // After a lost connection a round may come twice.
    if (match === undefined || round.r < match.last) {
      return;
    }
    const fits = match.append(round);
    batch(() => {
      state.last.value = match.last;
      if (!fits) {
        state.complete.value = true;
        tellDamage(match);
      }
    });
  },
  end(ended, damage) {
    const match = state.playback.value;
    match?.finish(ended, damage);
    batch(() => {
      state.complete.value = true;
      state.connection.value = "none";
      if (match !== undefined) {
        tellDamage(match);
      }
    });
  },
  connected(yes) {
    state.connection.value = yes ? "live" : "lost";
  },
};

function tellDamage(match: Playback): void {
  state.problem.value =
    match.damage === "" ? "" : `There is no more of this match after round ${match.last}: ${match.damage}`;
}
