// The matches to choose from: those that the arena found in files and folders, and files that
// fell on the page together.

import { signal, type Signal } from "@preact/signals-core";
import type { MatchData } from "../model/data";
import type { Playback } from "../model/playback";
import { type Ending, endingOf } from "../model/ending";
import { pause } from "./clock";
import { ask, read } from "./source";
import * as state from "./state";
import { t } from "./tongues";

const again = 3000; // milliseconds between two looks at the arena's list

export type Reading = (signal: AbortSignal) => Promise<MatchData>;

export interface Entry {
  readonly key: string;
  readonly name: string;
  readonly read: Reading; // all of it
  readonly readEnd: Reading; // at least its last frame
  readonly ending: Signal<Ending | string | undefined>; // in words, why there is none; nothing until it is asked for
}

// served reports whether a key is that of a match in the arena's list.
export const served = (key: string): boolean => /^\d+\.\d+$/.test(key);

export const entries = signal<readonly Entry[]>([]);
export const chosen = signal(""); // the key of the one that is shown

// courses are, by the key of a match, the one that parted from it when somebody asked: what if?
export const courses = signal<ReadonlyMap<string, Playback>>(new Map());

let dropped = 0; // how many files have fallen on the page

export function entryOf(key: string, name: string, whole: Reading, readEnd = whole): Entry {
  return { key, name, read: whole, readEnd, ending: signal(undefined) };
}

// offer adds files to the list, and returns their entries.
export function offer(files: readonly File[]): readonly Entry[] {
  const fresh = files.map((file) => entryOf(`file ${dropped++}`, file.name, (signal) => read(file, signal)));
  entries.value = [...fresh, ...entries.value];
  return fresh;
}

// keepBoth adds a match that was played on to the list, and the one that it began with, unless it is
// there. It returns the entry of the new one.
export function keepBoth(name: string, whole: Reading): Entry {
  const fresh = entryOf(`file ${dropped++}`, name, whole);
  const was = entryOf("", t("the match as it was"), (signal) => ask("match.json", { signal }));
  const all = entries.value;
  entries.value = [...(first() === undefined && !all.some((entry) => entry.key === "") ? [was] : []), fresh, ...all];
  return fresh;
}

interface Listed {
  readonly key: string;
  readonly name: string;
}

// named returns the match of the list that a link asks for, or else the first one, if another one of the list is shown.
export function named(name: string | undefined): Entry | undefined {
  const found = entries.value.find((entry) => (name === undefined ? entry.key === first() : entry.name === name));
  return served(chosen.value) && found?.key !== chosen.value ? found : undefined;
}

// look brings the list up to date.
export async function look(): Promise<void> {
  const listed = (await (await fetch("matches")).json()) as readonly Listed[];
  const known = new Map(entries.value.map((entry) => [entry.key, entry]));
  const found = listed.map(
    ({ key, name }) =>
      known.get(key) ??
      entryOf(
        key,
        name,
        (signal) => ask(`matches/${key}`, { signal }),
        (signal) => ask(`matches/${key}/end`, { signal }),
      ),
  );
  const own = entries.value.filter((entry) => !served(entry.key));
  const now = [...own, ...found];
  if (now.map((entry) => entry.key).join() !== entries.value.map((entry) => entry.key).join()) {
    entries.value = now;
  }
}

// first is the key of the match that the arena begins with; nothing if it has no list.
export const first = (): string | undefined => document.getElementById("app")?.dataset["several"];

// lookAgain keeps the list up to date while somebody can see the page.
export async function lookAgain(): Promise<void> {
  if (first() === undefined) {
    return;
  }
  if (!document.hidden) {
    await look().catch(() => undefined); // the arena was stopped, perhaps for a moment
  }
  setTimeout(() => void lookAgain(), again);
}

export function openList(): void {
  pause();
  state.dialog.value = "matches";
}

let queue = Promise.resolve();

// learn finds out how a match ended; one match after the other.
export function learn(entry: Entry): void {
  if (entry.ending.value !== undefined) {
    return;
  }
  entry.ending.value = "";
  queue = queue.then(async () => {
    try {
      entry.ending.value = endingOf(await entry.readEnd(new AbortController().signal));
    } catch (error) {
      entry.ending.value = error instanceof Error ? error.message : String(error);
    }
  });
}

// neighbour returns the match before or after the one that is shown.
export function neighbour(by: 1 | -1): Entry | undefined {
  const all = entries.value;
  const now = all.findIndex((entry) => entry.key === chosen.value);
  return all[now < 0 ? 0 : (now + by + all.length) % all.length];
}
