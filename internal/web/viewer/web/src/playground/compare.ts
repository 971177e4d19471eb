// Compares two bots by a series of matches. One that is undecided, or was stopped, can go on.

import { batch, computed, effect } from "@preact/signals-core";
import { t } from "../ui/tongues";
import { nameOf } from "./bots";
import type { Found, Plan, Planned, Weighed } from "./contract";
import type { Played } from "./messages";
import { main, Referee } from "./referees";
import { guarded, play, settingsOf, untilStopped } from "./run";
import { further, inOrder } from "./scores";
import * as state from "./state";
import type { Bot, Series, Sitter } from "./state";
import { keepSeries, keptSeries } from "./store";

const mostWorkers = 8;
const seeds = 10;

const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

// compared are who plays in a series: the first of the reader's bots, who sits next to it, and all others.
function compared(): readonly Sitter[] {
  const { value } = state.seats;
  const first = Math.max(
    0,
    value.findIndex(({ kind }) => kind === "own"),
  );
  return [...value.slice(first), ...value.slice(0, first)];
}

// keyOf names the series of a bot and a game. There is one of each.
const keyOf = (game: string, [first]: readonly Sitter[]): string =>
  `${game} ${first?.kind === "own" ? first.bot : `arena ${first === undefined ? "" : nameOf(first)}`}`;

const key = computed(() => keyOf(state.game.value, compared()));

// shown is the last series of the bot that would be compared now.
export const shown = computed((): Series | undefined => state.series.value.get(key.value));

// recall shows the series that was kept, whenever another bot or game is chosen.
export function recall(): void {
  effect(() => {
    const wanted = key.value;
    if (!state.series.peek().has(wanted)) {
      const kept = keptSeries(wanted);
      if (kept !== undefined) {
        state.series.value = new Map(state.series.peek()).set(wanted, kept);
      }
    }
  });
}

function put(series: Series): void {
  const mine = keyOf(series.question.game, series.sitters);
  state.series.value = new Map(state.series.value).set(mine, series);
  keepSeries(mine, series);
}

const botOf = (one: Sitter): Bot | undefined =>
  one.kind === "own" ? state.bots.value.find(({ id }) => id === one.bot) : undefined;

// newest names what a bot is now. Of a compiled one there is but one version.
const newest = ({ language, taken, versions }: Bot): number | undefined =>
  language === "wasm" ? taken : versions[0]?.at;

// pinned returns a bot as it is now, so that a series that goes on later compares no other.
function pinned(one: Sitter): Sitter {
  const bot = botOf(one);
  const version = bot && newest(bot);
  return one.kind === "own" && one.version === undefined && version !== undefined ? { ...one, version } : one;
}

// isAsItWas reports whether a series can go on: with the same arena and the same bots.
export const isAsItWas = ({ site, sitters }: Series): boolean =>
  site === state.site.value?.version && sitters.every(isThere);

function isThere(one: Sitter): boolean {
  const bot = botOf(one);
  if (one.kind !== "own" || bot === undefined) {
    return one.kind === "arena" || one.kind === "site"; // as long as the version of the site is the same
  }
  return bot.language === "wasm" ? bot.taken === one.version : bot.versions.some(({ at }) => at === one.version);
}

// runSeries begins a series, with seeds from the one of the page on. Who plays whom, and what it proves, the arena says
// as its command compare does.
export const runSeries = (): Promise<void> =>
  working(async () => {
    const sitters = compared();
    if (sitters.some(({ kind }) => kind === "person")) {
      throw new Error(t("Nobody plays so many matches by hand: put a bot into your seat."));
    }
    const game = state.game.value;
    const question = {
      game,
      ...settingsOf(game),
      first: state.seed.value,
      field: sitters.length - 2,
      matches: 2 * seeds,
    };
    const site = state.site.value?.version ?? "";
    const names = sitters.map(nameOf);
    return { question, site, sitters: sitters.map(pinned), names, plan: await planOf(question), matches: [] };
  });

// goOn plays what a series lacks. Its seeds go on where they ended.
export const goOn = (series: Series): Promise<void> =>
  working(async () => {
    const question = { ...series.question, matches: series.matches.length + further(series) };
    return { ...series, question, plan: await planOf(question) };
  });

const planOf = async (question: Series["question"]): Promise<readonly Planned[]> =>
  (json(await main().call("plan", question)) as Plan).matches;

// working plays all matches of a series that it does not have yet, as many side by side as the machine has processors.
// Also what was played until somebody stopped it counts.
async function working(begin: () => Promise<Series>): Promise<void> {
  let mine: string | undefined;
  await guarded(async () => {
    const series = await begin();
    mine = keyOf(series.question.game, series.sitters);
    batch(() => {
      put(series);
      state.tab.value = "series";
      state.pane.value = "match";
    });
    tellOf(series);
    const played = new Set(series.matches.map(({ number }) => number));
    const numbers = series.plan.map((_, number) => number).filter((number) => !played.has(number));
    const workers = Math.min(mostWorkers, Math.max(1, navigator.hardwareConcurrency - 1));
    await Promise.all(Array.from({ length: workers }, () => playSome(numbers, series)));
  });
  if (mine !== undefined) {
    await weigh(mine).catch((error: unknown) => {
      state.problem.value = error instanceof Error ? error.message : String(error);
    });
  }
}

// playSome plays matches of a series until none is left.
async function playSome(numbers: number[], { question, sitters, plan }: Series): Promise<void> {
  const stopped = untilStopped(); // of this work, and not of what comes after it
  const { game, settings } = question;
  const referee = new Referee();
  try {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const { seed, seats } = plan[number] as Planned;
      const sat = seats.map((who) => sitters[who] as Sitter);
      const wanted = { game, ...(settings && { settings }), seats: sat, seed, from: 0 };
      const { match } = await play(referee, wanted, { round: () => undefined });
      if (stopped.aborted) {
        return;
      }
      note(keyOf(game, sitters), number, match);
    }
  } finally {
    referee.stop();
  }
}

function tellOf({ matches, plan }: Series): void {
  state.work.value = { kind: "playing", round: 0, match: Math.min(matches.length + 1, plan.length), of: plan.length };
}

function note(mine: string, number: number, { asked: { scores, places = [] }, replay }: Played): void {
  const series = state.series.value.get(mine);
  if (series !== undefined) {
    const matches = [...series.matches, { number, scores, places, replay }].sort((a, b) => a.number - b.number);
    const now = { ...series, matches };
    put(now);
    tellOf(now);
  }
}

async function weigh(mine: string): Promise<void> {
  const series = state.series.value.get(mine);
  const matches = series && inOrder(series);
  if (series !== undefined && matches !== undefined && matches.length > 0) {
    const [newer = "", old = ""] = series.names;
    const scores = matches.map(({ scores }) => scores);
    const weighed: Weighed = { series: series.question, new: newer, old, scores };
    put({ ...series, found: json(await main().call("weigh", weighed)) as Found });
  }
}
