// The state of the page, all of it.

import { computed, effect, signal } from "@preact/signals-core";
import type { BoardState } from "../board/board";
import type { Layer } from "../board/heat";
import type { MatchData } from "../model/data";
import type { Frame, Round } from "../model/frame";
import type { Playback } from "../model/playback";
import { type Mark, noRemarks, type Remarks } from "./remarks";

export type Theme = "system" | "light" | "dark";
export type Direction = 1 | -1;
export type Connection = "none" | "live" | "lost";
export type Panel = "players" | "charts" | "here" | "round" | "story";
export type Dialog = "none" | "help" | "legend" | "more" | "about" | "table" | "all" | "matches" | "share" | "whatIf";
// Orders are those that are drawn.
export type Orders = "all" | "failed" | "none";
export type Layout = "wide" | "medium" | "narrow";

// A Clock is how time goes on; see clock.ts.
export type Clock =
  | { readonly kind: "stopped" }
  | { readonly kind: "playing" } // in the direction and at the speed below
  | { readonly kind: "gliding"; readonly goal: number } // to a frame
  | { readonly kind: "following" }; // the end of a live match

// A Selection is what the reader keeps an eye on; see selection.ts.
export type Selection =
  | { readonly kind: "none" }
  | { readonly kind: "cell"; readonly cell: number } // a pinned one
  | { readonly kind: "unit"; readonly unit: number; readonly since: number }; // a followed one, since a frame

export const stopped: Clock = { kind: "stopped" };
export const playing: Clock = { kind: "playing" };
export const following: Clock = { kind: "following" };
export const none: Selection = { kind: "none" };

export const speeds = [1, 2, 4, 8, 16, 32, 64] as const;

export const playback = signal<Playback | undefined>(undefined);
export const last = signal(0); // the last frame
export const complete = signal(false); // no more frames come

// seen is the furthest frame that was shown of a match that came live; Infinity if all may be
// known. What happens later is not told before.
export const seen = signal(Infinity);
export const horizon = computed(() => Math.min(last.value, seen.value));

export const time = signal(0); // in frames; between two frames it has a fraction
export const clock = signal<Clock>(stopped);
export const direction = signal<Direction>(1); // of playing, now or next
export const speed = signal(4); // rounds per second
export const paced = signal(false); // slower where something great happens, faster where nothing does
export const pace = signal<((time: number) => number) | undefined>(undefined); // by which the speed is multiplied
export const connection = signal<Connection>("none");

export const hover = signal(-1); // the cell under the pointer; -1: none
export const selection = signal<Selection>(none);
export const orders = signal<Orders>("all"); // that are drawn
export const notes = signal<readonly boolean[]>([]); // by seat, whether they are drawn

export const remarks = signal<Remarks>(noRemarks);
export const pen = signal(false); // the reader draws and writes
export const sketch = signal<Mark>(); // that is being drawn

// hand is what a person who plays has in mind: orders, and cells of units that get them together.
export const hand = signal<{ readonly marks: readonly Mark[]; readonly chosen: readonly number[] }>();

export const theme = signal<Theme>("system");
export const systemDark = signal(false);
export const printing = signal(false); // on paper, which is white
export const still = signal(false); // the reader prefers no motion
export const layout = signal<Layout>("wide");
export const panel = signal<Panel>("players"); // of those that share a place
export const chart = signal(0); // a number of the legend; the one after the last is CPU time
export const dialog = signal<Dialog>("none");
export const embedded = signal(false); // in a page of somebody else: the board and how to play it
export const big = signal(false); // on a screen for many
export const directed = signal(false); // whether the view goes by itself to where it is lively
export const heat = signal(false); // whether there is a heat map
export const layer = signal<Layer | undefined>(undefined); // its picture, which the second script makes
export const problem = signal(""); // what the reader must know
export const outcome = signal(""); // what came of playing on
export const loading = signal(true);
export const reading = signal(""); // the name of a file that is being read

// round is the number of the frame that is shown, and of the round that it begins.
export const round = computed(() => Math.floor(time.value));
effect(() => {
  seen.value = Math.max(seen.peek(), round.value);
});

export const dark = computed(
  () => !printing.value && (theme.value === "system" ? systemDark.value : theme.value === "dark"),
);

// rounds is the length of the time line: the whole match, while more frames may come.
export const rounds = computed(() => {
  const { data } = playback.value ?? {};
  return complete.value || data === undefined ? last.value : Math.max(data.rounds, last.value);
});

// A line over rounds has room for those that there are, and of a live match for some air.
const roomFor = (last: number): number => Math.min(rounds.value, Math.max(20, Math.ceil(last / 40) * 50));

// length is how many rounds the time line has room for, and reach how many charts have: they show what was seen.
export const length = computed(() => (complete.value ? rounds.value : roomFor(last.value)));
export const reach = computed(() => (horizon.value === last.value ? length.value : roomFor(horizon.value)));

// moving reports whether time goes on by itself.
export const moving = computed(() => {
  const { kind } = clock.value;
  const waits = !complete.value && (kind === "following" || (kind === "playing" && direction.value > 0));
  return waits ? time.value < last.value : kind !== "stopped";
});

// fate is the round in which the followed unit died or changed sides, if it has. Nobody
// would notice that the unit with its number is another one now, so it is followed no more.
export const fate = computed(() => {
  const { value } = selection;
  return value.kind === "unit" ? playback.value?.turnOf(value.unit, value.since, round.value) : undefined;
});

// board is what the board shows.
export const board = computed((): BoardState => {
  const { value } = selection;
  return {
    time: still.value || printing.value ? Math.floor(time.value) : time.value,
    theme: dark.value ? "dark" : "light",
    hover: printing.value || big.value ? -1 : hover.value,
    pinned: value.kind === "cell" ? value.cell : -1,
    followed: value.kind === "unit" && fate.value === undefined ? value.unit : -1,
    notes: notes.value,
    orders: orders.value,
    moving: !still.value,
    paper: printing.value,
    chosen: hand.value?.chosen ?? [],
    layer: layer.value,
    marks: [...remarks.value.marks, ...(hand.value?.marks ?? []), ...(sketch.value ? [sketch.value] : [])].filter(
      (mark) => mark.round === round.value && mark.to >= 0,
    ),
    ahead: clock.value.kind === "stopped" && horizon.value === last.value,
  };
});

// A View is what most of the page shows: a match, and a frame of it.
export interface View {
  readonly playback: Playback;
  readonly data: MatchData;
  readonly frame: Frame;
  readonly round: Round | undefined; // nothing at the end
}

export const view = computed<View | undefined>(() => {
  const match = playback.value;
  if (match === undefined || last.value < 0) {
    return undefined;
  }
  return { playback: match, data: match.data, frame: match.frame(round.value), round: match.round(round.value) };
});
