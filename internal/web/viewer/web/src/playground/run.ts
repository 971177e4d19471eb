// Plays a match, or a series of them, and shows what has come of it.

import { batch } from "@preact/signals-core";
import { t } from "../ui/tongues";
import { filesOf, keepVersions, nameOf } from "./bots";
import type { Found, Order, Plan, Planned, Seat, Weighed } from "./contract";
import * as frames from "./frames";
import type { Inmate } from "./frames";
import type { Played } from "./messages";
import { Broken } from "./modules";
import { stopPractice } from "./practice";
import { main, Referee, stopMain } from "./referees";
import * as state from "./state";
import type { Mark, Sitter, Start } from "./state";
import { begins, ends } from "./store";
import * as view from "./view";
import { prepareOthers, type Running, startBot } from "./workers";

// Stopped is that the reader pressed Stop.
class Stopped extends Error {}

let stopping = new AbortController();

export function stop(): void {
  stopping.abort();
}

// whenStopped rejects when the reader presses Stop.
const whenStopped = (): Promise<never> =>
  new Promise((_, reject) => stopping.signal.addEventListener("abort", () => reject(new Stopped())));

interface Wanted {
  readonly seats: readonly Sitter[];
  readonly seed: string;
  readonly from: number;
}

// guarded does one piece of work. Before that, all is kept, as it may end the tab.
async function guarded(work: () => Promise<void>): Promise<void> {
  if (state.busy.value) {
    return;
  }
  stopping = new AbortController();
  stopPractice();
  batch(() => {
    state.problem.value = state.notice.value = "";
    state.mark.value = undefined;
    state.work.value = { kind: "starting", what: t("Starting…") };
  });
  keepVersions(
    state.seats.value.flatMap((one) => (one.kind === "own" && one.version === undefined ? [one.bot] : [])),
    Date.now(),
  );
  begins();
  try {
    await Promise.race([work(), whenStopped()]);
  } catch (error) {
    explain(error);
  } finally {
    ends();
    state.work.value = { kind: "none" };
    prepareOthers();
  }
}

function explain(error: unknown): void {
  if (error instanceof Stopped) {
    state.notice.value = t("Stopped.");
  } else if (error instanceof BrokenBot) {
    state.mark.value = { ...error.broken.fault, bot: error.bot };
    state.tab.value = "result";
  } else {
    state.problem.value = error instanceof Error ? error.message : String(error);
  }
}

class BrokenBot extends Error {
  constructor(
    readonly bot: string,
    readonly broken: Broken,
  ) {
    super(broken.message);
  }
}

// start starts the bots of the reader. If one can't be started, the others are ended.
async function start(seats: readonly Sitter[]): Promise<Map<number, Running>> {
  const running = new Map<number, Running>();
  const starting = seats.map(async (one, seat) => {
    const found = one.kind === "own" ? filesOf(one) : undefined;
    if (found !== undefined) {
      try {
        running.set(seat, await startBot(found.bot, found.files));
      } catch (error) {
        throw error instanceof Broken ? new BrokenBot(found.bot.id, error) : error;
      }
    }
  });
  const failed = (await Promise.allSettled(starting)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") {
    endAll(running);
    throw failed.reason;
  }
  return running;
}

const endAll = (running: ReadonlyMap<number, { readonly inmate: Inmate }>): void => {
  for (const { inmate } of running.values()) {
    void frames.end(inmate);
  }
};

let runs = 0;

// settingsOf are those of the matches of the league that serves the page, if it plays this game.
const settingsOf = (game: string): Pick<Order, "settings"> => {
  const { value } = state.league;
  return value?.game === game && value.settings !== undefined ? { settings: value.settings } : {};
};

const seatOf = (one: Sitter, running: Running | undefined): Seat =>
  one.kind === "arena" ? { bot: one.name } : { name: nameOf(one), hello: running?.hello ?? "" };

// play plays a match with a referee.
async function play(
  referee: Referee,
  { seats, seed, from }: Wanted,
  round: (number: number) => void,
): Promise<{ match: Played; starts: Start[] }> {
  const running = await start(seats);
  const halt = (): void => {
    endAll(running);
    referee.stop();
  };
  stopping.signal.addEventListener("abort", halt);
  try {
    if (stopping.signal.aborted) {
      throw new Stopped();
    }
    const order = {
      game: state.game.value,
      ...settingsOf(state.game.value),
      seed,
      seats: seats.map((one, seat) => seatOf(one, running.get(seat))),
      ...(from > 0 && { from }),
    };
    const outside = [...running].map(([seat, { inmate }]) => ({ seat, port: inmate.port }));
    const match = await referee.play(order, outside, {
      round,
      end: (seat) => void frames.end((running.get(seat) as Running).inmate),
    });
    return { match, starts: [...running].map(([seat, { prints }]) => ({ seat, prints: prints.map(String) })) };
  } finally {
    stopping.signal.removeEventListener("abort", halt);
    endAll(running);
  }
}

// run plays a match of what is on the page, and shows it.
export const run = (from = 0): Promise<void> =>
  guarded(async () => {
    const wanted: Wanted = { seats: state.seats.value, seed: state.seed.value, from };
    const aborted = stopping.signal;
    aborted.addEventListener("abort", stopMain);
    const { match, starts } = await play(main(), wanted, (round) => {
      state.work.value = { kind: "playing", round, match: 1, of: 1 };
    });
    const names = await view.show(match.page, from);
    batch(() => {
      state.result.value = { ...wanted, game: state.game.value, number: ++runs, names, match, starts };
      state.mark.value = firstFault(wanted.seats, match);
      state.watched.value = Math.max(
        0,
        wanted.seats.findIndex(({ kind }) => kind === "own"),
      );
      state.pane.value = "match";
      state.tab.value = state.tab.value === "series" ? "result" : state.tab.value;
    });
  });

// firstFault is where a bot of the reader's first threw an error.
function firstFault(seats: readonly Sitter[], { turns }: Played): Mark | undefined {
  for (const [seat, list] of Object.entries(turns)) {
    const fault = list.find((turn) => turn.fault !== undefined)?.fault;
    const one = seats[Number(seat)];
    if (fault !== undefined && one?.kind === "own" && one.version === undefined) {
      return { ...fault, bot: one.bot };
    }
  }
  return undefined;
}

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

// runSeries compares two bots by matches with seeds from the one of the page on, as many side by side as the machine
// has processors. Who plays whom, and what it proves, the arena says as its command compare does.
export const runSeries = (): Promise<void> =>
  guarded(async () => {
    const sitters = compared();
    const field = sitters.length - 2;
    const question = {
      game: state.game.value,
      ...settingsOf(state.game.value),
      first: state.seed.value,
      field,
      matches: 2 * seeds,
    };
    const plan = (json(await main().call("plan", question)) as Plan).matches;
    batch(() => {
      state.series.value = { question, names: sitters.map(nameOf), plan, matches: [] };
      state.tab.value = "series";
      state.pane.value = "match";
    });
    tellOf(0, plan.length);
    const numbers = plan.map((_, number) => number);
    const workers = Math.min(mostWorkers, Math.max(1, navigator.hardwareConcurrency - 1));
    await Promise.all(Array.from({ length: workers }, () => playSome(numbers, plan, sitters)));
    await weigh();
  });

// playSome plays matches of a plan until none is left.
async function playSome(numbers: number[], plan: readonly Planned[], sitters: readonly Sitter[]): Promise<void> {
  const referee = new Referee();
  try {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      if (stopping.signal.aborted) {
        return;
      }
      const { seed, seats } = plan[number] as Planned;
      const sat = seats.map((who) => sitters[who] as Sitter);
      const { match } = await play(referee, { seats: sat, seed, from: 0 }, () => undefined);
      note(number, match);
    }
  } finally {
    referee.stop();
  }
}

function tellOf(done: number, of: number): void {
  state.work.value = { kind: "playing", round: 0, match: Math.min(done + 1, of), of };
}

function note(number: number, { asked, replay }: Played): void {
  const { value } = state.series;
  if (value !== undefined) {
    const matches = [...value.matches, { number, asked, replay }].sort((a, b) => a.number - b.number);
    state.series.value = { ...value, matches };
    tellOf(matches.length, value.plan.length);
  }
}

async function weigh(): Promise<void> {
  const { value } = state.series;
  if (value !== undefined && value.matches.length === value.plan.length) {
    const { question, names, matches } = value;
    const [newer = "", old = ""] = names;
    const weighed: Weighed = { series: question, new: newer, old, scores: matches.map(({ asked }) => asked.scores) };
    state.series.value = { ...value, found: json(await main().call("weigh", weighed)) as Found };
  }
}
