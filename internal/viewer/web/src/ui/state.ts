// The state of the page, all of it.

import { computed, signal } from "@preact/signals-core";
import type { MatchData } from "../model/data";
import type { Frame, Round } from "../model/frame";
import type { Playback } from "../model/playback";

export type Theme = "system" | "light" | "dark";
export type Direction = 1 | -1;
export type Connection = "none" | "live" | "lost";
export type Panel = "players" | "charts" | "here" | "round";
export type Dialog = "none" | "help" | "about" | "table";
export type Layout = "wide" | "medium" | "narrow";

export const speeds = [1, 2, 4, 8, 16, 32, 64] as const;

export const playback = signal<Playback | undefined>(undefined);
export const last = signal(0); // the last frame there is
export const complete = signal(false); // whether no more frames may come

export const time = signal(0); // in frames; a part of one is between two
export const goal = signal<number | undefined>(undefined); // what time glides to, when it does not play
export const playing = signal(false);
export const direction = signal<Direction>(1);
export const speed = signal(4); // rounds per second
export const following = signal(false); // the end of a live match
export const connection = signal<Connection>("none");

export const hover = signal(-1); // cells; -1: none
export const pinned = signal(-1);
export const followed = signal(-1); // a unit; -1: none
export const orders = signal(true); // whether they are drawn
export const notes = signal<readonly boolean[]>([]); // by seat, whether they are drawn

export const theme = signal<Theme>("system");
export const systemDark = signal(false);
export const still = signal(false); // the reader wants no motion
export const layout = signal<Layout>("wide");
export const panel = signal<Panel>("players"); // of those that share a place
export const chart = signal(0); // a number of the legend; the one after the last is CPU time
export const dialog = signal<Dialog>("none");
export const problem = signal(""); // what the reader must know
export const loading = signal(true);

// round is the number of the frame that is shown, and of the round that starts it.
export const round = computed(() => Math.floor(time.value));
export const dark = computed(() => (theme.value === "system" ? systemDark.value : theme.value === "dark"));

// rounds is how long the time line is: all of the match while more may come.
export const rounds = computed(() => {
  const { data } = playback.value ?? {};
  return complete.value || data === undefined ? last.value : Math.max(data.rounds, last.value);
});

// A View is all that most of the page shows: a match, and a frame of it.
export interface View {
  readonly playback: Playback;
  readonly data: MatchData;
  readonly frame: Frame;
  readonly round: Round | undefined; // none at the end
}

export const view = computed<View | undefined>(() => {
  const match = playback.value;
  if (match === undefined || last.value < 0) {
    return undefined;
  }
  return { playback: match, data: match.data, frame: match.frame(round.value), round: match.round(round.value) };
});
