// Keeps the reader's bots in the browser. What can't be kept is not an error: the page goes on without.

import { batch, effect } from "@preact/signals-core";
import * as state from "./state";
import type { Bot, Mine, Series, Sitter } from "./state";

const keptAs = "arena-play";
const runsAs = "arena-play-runs"; // is there while a match is played
const undoAs = "arena-play-undo "; // and the bot and the file
const seriesAs = "arena-play-series "; // and the game and the bot
const visitAs = "arena-play-visit"; // is there as long as the tab is
const mostVersions = 8;
const mostUndo = 300_000; // letters
const pause = 300; // milliseconds without a change, before it is kept

interface Kept {
  readonly game: string;
  readonly current: string;
  readonly seed: string;
  readonly bots: readonly Bot[];
  readonly seats: readonly Sitter[];
  readonly mine?: Mine | undefined;
}

// read returns what is kept; also nothing where the browser keeps nothing.
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// write keeps a text, or forgets it, and reports whether the browser did.
export function write(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, text);
    }
    return true;
  } catch {
    return false;
  }
}

const isBot = (bot: Partial<Bot> | null): bot is Bot =>
  typeof bot?.id === "string" &&
  typeof bot.name === "string" &&
  typeof bot.game === "string" &&
  ["js", "py", "wasm"].includes(bot.language ?? "") &&
  Array.isArray(bot.files) &&
  bot.files.length > 0 &&
  bot.files.every((file) => typeof file.name === "string" && typeof file.text === "string") &&
  Array.isArray(bot.versions);

// isNewVisit reports whether the page is opened, and not loaded again.
function isNewVisit(): boolean {
  try {
    const isNew = sessionStorage.getItem(visitAs) === null;
    sessionStorage.setItem(visitAs, "yes");
    return isNew;
  } catch {
    return true;
  }
}

// restore takes what was kept. A bot that came with a link is still there at the next visit, and in no seat.
export function restore(): void {
  const isNew = isNewVisit();
  try {
    const kept = JSON.parse(read(keptAs) ?? "{}") as Partial<Kept>;
    const bots = (kept.bots ?? []).filter(isBot);
    const isLent = (id: string): boolean => isNew && bots.some((bot) => bot.id === id && bot.linked === true);
    const seats = kept.seats ?? [];
    batch(() => {
      state.bots.value = bots;
      state.game.value = kept.game ?? "";
      state.current.value = isLent(kept.current ?? "") ? "" : (kept.current ?? "");
      state.seed.value = kept.seed ?? state.seed.value;
      state.mine.value = isMine(kept.mine) ? kept.mine : undefined;
      state.seats.value = seats.some((one) => one.kind === "own" && isLent(one.bot)) ? [] : seats;
    });
  } catch {
    // What was kept can't be read: the page begins anew.
  }
}

const isMine = (kept: Partial<Mine> | undefined): kept is Mine =>
  typeof kept?.score === "number" && Array.isArray(kept.seats);

// save keeps all at once, and says so if that fails: bots can be lost.
export function save(): boolean {
  const { game, current, seed, bots, seats, mine } = state;
  const kept: Kept = {
    game: game.value,
    current: current.value,
    seed: seed.value,
    bots: bots.value,
    seats: seats.value,
    mine: mine.value,
  };
  return (
    write(keptAs, JSON.stringify(kept)) || write(keptAs, JSON.stringify({ ...kept, bots: withoutVersions(kept.bots) }))
  );
}

const withoutVersions = (bots: readonly Bot[]): Bot[] => bots.map((bot) => ({ ...bot, versions: [] }));

// keepSaved keeps what changes, soon.
export function keepSaved(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const { game, current, seed, bots, seats, mine } = state;
    void [game.value, current.value, seed.value, bots.value, seats.value, mine.value];
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  });
  addEventListener("pagehide", () => void save());
}

// A tab can die while a bot in JavaScript eats its memory: nothing limits that. So all is kept before a run, and the
// next visit knows that the run did not end.
export function begins(): void {
  save();
  write(runsAs, "yes");
}

export const ends = (): boolean => write(runsAs, undefined);

// wasCut reports, once, whether the last run did not end.
export function wasCut(): boolean {
  const cut = read(runsAs) !== null;
  ends();
  return cut;
}

// versioned returns the bot with what it is now as its newest version, if it has changed since.
export function versioned(bot: Bot, now: number): Bot {
  const [last] = bot.versions;
  if (bot.language === "wasm") {
    return bot; // its file has no text
  }
  if (last !== undefined && JSON.stringify(last.files) === JSON.stringify(bot.files)) {
    return bot;
  }
  return { ...bot, versions: [{ at: now, files: bot.files }, ...bot.versions].slice(0, mostVersions) };
}

export const undoOf = (bot: string, file: string): string | undefined => read(`${undoAs}${bot} ${file}`) ?? undefined;

export function keepUndo(bot: string, file: string, undo: string): void {
  write(`${undoAs}${bot} ${file}`, undo.length > mostUndo ? undefined : undo);
}

// forget forgets all that is kept of a bot beside it.
export function forget(bot: string): void {
  const isOf = (key: string): boolean =>
    key.startsWith(`${undoAs}${bot} `) || (key.startsWith(seriesAs) && key.endsWith(` ${bot}`));
  try {
    for (const key of Object.keys(localStorage).filter(isOf)) {
      localStorage.removeItem(key);
    }
  } catch {
    // There is nothing to forget.
  }
}

// keepSeries keeps what came of a series, without its replays, for which there is no room.
export function keepSeries(key: string, series: Series): void {
  const matches = series.matches.map(({ number, scores, places }) => ({ number, scores, places }));
  write(seriesAs + key, JSON.stringify({ ...series, matches }));
}

export function keptSeries(key: string): Series | undefined {
  try {
    const kept = JSON.parse(read(seriesAs + key) ?? "null") as Partial<Series> | null;
    return isSeries(kept) ? kept : undefined;
  } catch {
    return undefined; // it can't be read: the bot has none
  }
}

const isSeries = (kept: Partial<Series> | null): kept is Series =>
  typeof kept?.question?.game === "string" &&
  typeof kept.site === "string" &&
  [kept.sitters, kept.names, kept.plan, kept.matches].every(Array.isArray) &&
  kept.plan?.every(({ seed, seats }) => typeof seed === "string" && Array.isArray(seats)) === true &&
  kept.matches?.every(({ number, scores, places }) => number >= 0 && [scores, places].every(Array.isArray)) === true &&
  (kept.found === undefined || typeof kept.found.sentence === "string");
