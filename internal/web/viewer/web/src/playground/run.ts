// Plays a match, or a series of them, and shows what has come of it.

import { batch } from "@preact/signals-core";
import { t } from "../ui/tongues";
import { filesOf, keepVersions, nameOf } from "./bots";
import type { Seat } from "./contract";
import * as frames from "./frames";
import type { Inmate } from "./frames";
import type { Played } from "./messages";
import { Broken } from "./modules";
import { main, Referee, stopMain } from "./referees";
import * as state from "./state";
import type { Mark, Sitter, Start } from "./state";
import { begins, ends } from "./store";
import * as view from "./view";
import { type Running, startBot } from "./workers";

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
        running.set(seat, await startBot(found.bot.language, found.files));
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
      state.result.value = { ...wanted, number: ++runs, names, match, starts };
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
const count = 10;

// runSeries plays matches with seeds from the one of the page on, as many side by side as the machine has processors.
// From match to match everybody moves to the next seat, as seats are not equal.
export const runSeries = (): Promise<void> =>
  guarded(async () => {
    const { seats, seed } = { seats: state.seats.value, seed: BigInt(state.seed.value) };
    state.series.value = { names: seats.map(nameOf), matches: [], of: count };
    state.tab.value = "series";
    state.pane.value = "match";
    const numbers = Array.from({ length: count }, (_, i) => i);
    const workers = Math.min(mostWorkers, count, Math.max(1, navigator.hardwareConcurrency - 1));
    const work = async (): Promise<void> => {
      const referee = new Referee();
      try {
        for (let i = numbers.shift(); i !== undefined; i = numbers.shift()) {
          if (stopping.signal.aborted) {
            return;
          }
          const from = i % seats.length;
          const moved = [...seats.slice(from), ...seats.slice(0, from)];
          const own = `${seed + BigInt(i)}`;
          const { match } = await play(referee, { seats: moved, seed: own, from: 0 }, () => undefined);
          note(own, from, match);
        }
      } finally {
        referee.stop();
      }
    };
    tellOf(0);
    await Promise.all(Array.from({ length: workers }, work));
  });

function tellOf(done: number): void {
  state.work.value = { kind: "playing", round: 0, match: Math.min(done + 1, count), of: count };
}

function note(seed: string, from: number, { asked, replay }: Played): void {
  const { value } = state.series;
  if (value !== undefined) {
    state.series.value = { ...value, matches: [...value.matches, { seed, from, asked, replay }] };
    tellOf(value.matches.length + 1);
  }
}
