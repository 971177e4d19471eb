// The state of the play page, all of it.

import { computed, signal } from "@preact/signals-core";
import type { Found, League, Planned, Series as Question } from "./contract";
import type { Fault, Played } from "./messages";
import type { GameInfo, Kind, Site } from "./site";

export interface File {
  readonly name: string;
  readonly text: string;
}

// A Version is what a bot was at a run.
export interface Version {
  readonly at: number; // milliseconds since 1970
  readonly files: readonly File[];
}

// A Bot is one of the reader's own. Its first file is the one that is played. Of a compiled one, that has no text: its
// module is elsewhere, see compiled.ts.
export interface Bot {
  readonly id: string;
  readonly name: string;
  readonly game: string;
  readonly language: Kind;
  readonly files: readonly File[];
  readonly versions: readonly Version[]; // the newest first
  readonly linked?: boolean; // it came with a link, and the reader has not written on it
  readonly taken?: number; // when a compiled one was dropped on the page, as for a version
}

// A Sitter is who sits in a seat: a bot that comes with the arena, one of the site, the reader, or a bot of the
// reader's, perhaps as it was once.
export type Sitter =
  | { readonly kind: "arena" | "site"; readonly name: string }
  | { readonly kind: "person" }
  | { readonly kind: "own"; readonly bot: string; readonly version?: number };

export type Work =
  | { readonly kind: "none" }
  | { readonly kind: "starting"; readonly what: string }
  | { readonly kind: "playing"; readonly round: number; readonly match: number; readonly of: number };

export interface Result {
  readonly number: number; // of the run
  readonly game: string;
  readonly from: number; // the round from which it was played anew, or 0
  readonly names: readonly string[];
  readonly seats: readonly Sitter[];
  readonly seed: string;
  readonly match: Played;
  readonly starts: readonly Start[];
}

// A Clock is how long the reader has for the orders of a round: as long as they like, seconds, or what a bot has.
export type Clock = "none" | "10" | "30" | "bot";

// A Taken match is one of which the reader took a round back, and those after it.
export interface Taken {
  readonly from: number; // that round
  readonly replay: Uint8Array<ArrayBuffer>;
}

// A Mine is what the reader did in a match, for a bot to do better in the same seat.
export interface Mine {
  readonly game: string;
  readonly seed: string;
  readonly seats: readonly Sitter[];
  readonly score: number;
  readonly place: number;
}

// A Start is what a bot printed before it was ready.
export interface Start {
  readonly seat: number;
  readonly prints: readonly string[];
}

export interface Mark extends Fault {
  readonly bot: string;
}

// A Series compares two bots, while others play along.
export interface Series {
  readonly question: Question;
  readonly site: string; // the version of the page, and so of the arena, that plays it
  readonly sitters: readonly Sitter[]; // the new bot, the old one, and those that play along, all as they were then
  readonly names: readonly string[]; // of these
  readonly plan: readonly Planned[];
  readonly matches: readonly SeriesMatch[]; // that were played, by their numbers
  readonly found?: Found; // what they prove
}

export interface SeriesMatch {
  readonly number: number; // in the plan
  readonly scores: readonly number[];
  readonly places: readonly number[];
  readonly replay?: Uint8Array<ArrayBuffer>; // gone after a reload
}

// A Board is what is on it: a match that is played, one that was, or one from before the last run, which has failed or
// shows nothing yet.
export type Board = "none" | "playing" | "shown" | "old";

export type Pane = "code" | "match"; // where there is room for one
export type Tab = "result" | "prints" | "state" | "series" | "tutorial" | "rules";

export const site = signal<Site | undefined>(undefined);
export const problem = signal(""); // what the reader must know
export const notice = signal(""); // what the reader may like to know

export const league = signal<League | undefined>(undefined); // that serves the page
export const game = signal("");
export const bots = signal<readonly Bot[]>([]);
export const current = signal(""); // the bot that is written
export const fileName = signal(""); // the file of it
export const seats = signal<readonly Sitter[]>([]);
export const seed = signal("30");

export const work = signal<Work>({ kind: "none" });
export const python = signal<"none" | "loading" | "ready">("none");
export const mark = signal<Mark | undefined>(undefined); // where the last run failed
export const result = signal<Result | undefined>(undefined);
export const taken = signal<readonly Taken[]>([]); // of the match that is played, or was played last
export const mine = signal<Mine | undefined>(undefined);
export const clock = signal<Clock>("none"); // that the reader plays by
export const isOld = signal(false); // whether the result is of the run before: the next one plays, or has failed
export const board = signal<Board>("none");

// outdate is called when a run begins or fails: what is there is of the one before.
export function outdate(): void {
  isOld.value = true;
  board.value = board.value === "none" ? "none" : "old";
}
export const series = signal<ReadonlyMap<string, Series>>(new Map()); // the last of each bot and game; see compare.ts
export const pane = signal<Pane>("match");
export const tab = signal<Tab>("result");
export const round = signal(0); // that the viewer shows
export const watched = signal(0); // the seat whose State is shown

export const info = computed((): GameInfo | undefined => site.value?.games.find(({ name }) => name === game.value));
export const bot = computed((): Bot | undefined => bots.value.find(({ id }) => id === current.value));
export const file = computed((): File | undefined => {
  const files = bot.value?.files ?? [];
  return files.find(({ name }) => name === fileName.value) ?? files[0];
});
export const busy = computed(() => work.value.kind !== "none");
