// Plays a match, and shows what has come of it.

import { batch } from "@preact/signals-core";
import { t } from "../ui/tongues";
import { filesOf, keepVersions, nameOf } from "./bots";
import type { Order, Seat as Seated } from "./contract";
import * as frames from "./frames";
import { opponent } from "./opponents";
import type { Seat as Told } from "../model/data";
import type { Inmate } from "./frames";
import type { FromBot, Played } from "./messages";
import { Broken } from "./modules";
import { stopPractice } from "./practice";
import { main, Referee, stopMain, type Watcher } from "./referees";
import * as state from "./state";
import type { Clock, Mark, Result, Sitter, Start } from "./state";
import { begins, ends } from "./store";
import * as view from "./view";
import { prepareOthers, type Running, startBot } from "./workers";

// Stopped is that the reader pressed Stop.
class Stopped extends Error {}

let stopping = new AbortController();
let leave: (() => void) | undefined; // ends the match of a person, which is kept as far as it went

export function stop(): void {
  if (leave === undefined) {
    stopping.abort();
    return;
  }
  leave();
  leave = undefined; // to press it again ends all
}

// untilStopped is aborted when the reader stops the work that is being done now.
export const untilStopped = (): AbortSignal => stopping.signal;

// whenStopped rejects when the reader presses Stop.
const whenStopped = (): Promise<never> =>
  new Promise((_, reject) => stopping.signal.addEventListener("abort", () => reject(new Stopped())));

interface Wanted extends Pick<Order, "game" | "settings" | "shown"> {
  readonly seats: readonly Sitter[];
  readonly seed: string;
  readonly from: number;
}

// guarded does one piece of work. Before that, all is kept, as it may end the tab.
export async function guarded(work: () => Promise<void>): Promise<void> {
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
    state.outdate();
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

// start starts the bots of the reader and those of the site. If one can't be started, the others are ended.
async function start(seats: readonly Sitter[]): Promise<Map<number, Running>> {
  const running = new Map<number, Running>();
  const starting = seats.map(async (one, seat) => {
    if (one.kind === "site") {
      running.set(seat, await startOpponent(one.name));
    }
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

// startOpponent starts a bot of the site. The reader has no code of it in which a fault could be marked.
async function startOpponent(name: string): Promise<Running> {
  const { bot, files } = await opponent(name);
  try {
    return await startBot(bot, files);
  } catch (error) {
    throw error instanceof Broken ? new Error(`${name}: ${error.message}`) : error;
  }
}

const endAll = (running: ReadonlyMap<number, { readonly inmate: Inmate }>): void => {
  for (const { inmate } of running.values()) {
    void frames.end(inmate);
  }
};

let runs = 0;

// settingsOf are those of the matches of the league that serves the page, if it plays this game.
export const settingsOf = (game: string): Pick<Order, "settings"> => {
  const { value } = state.league;
  return value?.game === game && value.settings !== undefined ? { settings: value.settings } : {};
};

function seatOf(one: Sitter, running: Running | undefined): Seated {
  switch (one.kind) {
    case "arena":
      return { bot: one.name };
    case "person":
      return { person: true };
    case "own":
    case "site":
      return { name: nameOf(one), hello: running?.hello ?? "" };
  }
}

export const isPerson = ({ kind }: Sitter): boolean => kind === "person";

// A Hand gives the orders of a person.
interface Hand {
  readonly seat: number;
  readonly port: MessagePort; // of the referee
  close(): void;
}

// What a bot of the page's has, in milliseconds: usualLimits in internal/web/playground/order.go.
const ofBots = { round: 1000, bank: 5000 };

// clockOf returns what begins the time of a round, and says how long it is. What is taken of a bank is taken when the
// orders are given.
function clockOf(clock: Clock): () => { readonly limit?: number; took(): void } {
  if (clock === "none") {
    return () => ({ took: () => undefined });
  }
  const { round, bank } = clock === "bot" ? ofBots : { round: Number(clock) * 1000, bank: 0 };
  let rest = bank;
  return () => {
    const began = performance.now();
    return {
      limit: round + rest,
      took: () => (rest = Math.min(rest, Math.max(0, rest + round - (performance.now() - began)))),
    };
  };
}

// handOf lets the person order on the board who has one of the seats, if one has.
function handOf(seats: readonly Sitter[], retake: (round: number) => void): Hand | undefined {
  const seat = seats.findIndex(isPerson);
  if (seat < 0) {
    return undefined;
  }
  const { port1, port2 } = new MessageChannel();
  const say = (message: FromBot): void => port1.postMessage(message);
  leave = () => say({ kind: "left" });
  let isFirst = true;
  const timed = clockOf(state.clock.value);
  port1.onmessage = ({ data }: MessageEvent<string>) => {
    const { limit, took } = timed();
    const told = { ...(JSON.parse(data) as Told), ...(limit !== undefined && { limit, left: limit }) };
    const give = (text: string): void => {
      took();
      say({ kind: "answer", text, prints: [], milliseconds: 0 });
    };
    view.ask({ ...told, give, retake }, isFirst).catch((error: unknown) => {
      explain(error);
      stopping.abort();
    });
    isFirst = false;
  };
  const close = (): void => {
    leave = undefined;
    port1.close();
    void view.unseat().catch(() => undefined); // it was said why there is no seat
  };
  return { seat, port: port2, close };
}

// play plays a match with a referee.
export async function play(
  referee: Referee,
  { seats, from, ...what }: Wanted,
  watcher: Omit<Watcher, "end">,
  hand?: Hand,
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
      ...what,
      seats: seats.map((one, seat) => seatOf(one, running.get(seat))),
      ...(from > 0 && { from }),
    };
    const outside = [...running].map(([seat, { inmate }]) => ({ seat, port: inmate.port }));
    if (hand !== undefined) {
      outside.push(hand);
    }
    const match = await referee.play(order, outside, {
      ...watcher,
      end: (seat) => void frames.end((running.get(seat) as Running).inmate),
    });
    return { match, starts: [...running].map(([seat, { prints }]) => ({ seat, prints: prints.map(String) })) };
  } finally {
    stopping.signal.removeEventListener("abort", halt);
    endAll(running);
    hand?.close();
  }
}

// run plays a match of what is on the page, and shows it. As often as a person takes rounds back, it plays on from there.
export async function run(from = 0): Promise<void> {
  state.taken.value = from === 0 ? [] : state.taken.value;
  for (let next: number | undefined = from; next !== undefined;) {
    next = await runFrom(next);
  }
}

async function runFrom(from: number): Promise<number | undefined> {
  let again: number | undefined;
  await guarded(async () => {
    const game = state.game.value;
    const { value: seats } = state.seats;
    const wanted: Wanted = { game, ...settingsOf(game), seats, seed: state.seed.value, from, shown: true };
    state.outdate();
    const hand = handOf(seats, (round) => {
      again = round;
      leave?.();
    });
    const live = view.live(from, hand !== undefined, () => {
      state.board.value = "playing";
      state.pane.value = "match";
    });
    const end = async (): Promise<void> => {
      await live.end(false);
      state.board.value = state.board.value === "playing" ? "shown" : state.board.value;
    };
    stopping.signal.addEventListener("abort", stopMain);
    stopping.signal.addEventListener("abort", () => void end());
    const watcher = {
      ...live,
      round: (round: number) => (state.work.value = { kind: "playing", round, match: 1, of: 1 }),
    };
    const { match, starts } = await play(main(), wanted, watcher, hand).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    const names = await live.end(match.asked.over);
    batch(() => {
      if (again !== undefined) {
        state.taken.value = [...state.taken.value, { from: again, replay: match.replay }];
      }
      state.result.value = { ...wanted, number: ++runs, names, match, starts };
      state.isOld.value = false;
      state.board.value = "shown";
      state.mark.value = firstFault(wanted.seats, match);
      state.watched.value = Math.max(
        0,
        wanted.seats.findIndex(({ kind }) => kind === "own"),
      );
      state.tab.value = state.tab.value === "series" ? "result" : state.tab.value;
    });
  });
  return again;
}

// beat lets a bot of the reader's play in the seat in which the reader played, to do better there.
export async function beat(): Promise<void> {
  const { result, bot } = state;
  const { seats = [], match, game = "", seed = "" } = result.value ?? {};
  const seat = seats.findIndex(isPerson);
  if (match === undefined || bot.value === undefined || seat < 0) {
    return;
  }
  const { scores, places = [] } = match.asked;
  state.mine.value = { game, seed, seats, score: scores[seat] ?? 0, place: places[seat] ?? 0 };
  const own: Sitter = { kind: "own", bot: bot.value.id };
  batch(() => {
    state.seed.value = seed;
    state.seats.value = seats.map((one) => (isPerson(one) ? own : one));
  });
  await run();
}

// seatOfMine is the seat in which a match is to beat what the reader did: all else is as it was then; -1 if it is not.
export function seatOfMine({ game, seed, from, seats }: Pick<Result, "game" | "seed" | "from" | "seats">): number {
  const { value: was } = state.mine;
  const seat = was?.seats.findIndex(isPerson) ?? -1;
  const isSame = was?.seats.every((one, i) => i === seat || JSON.stringify(one) === JSON.stringify(seats[i]));
  return isSame && from === 0 && was?.game === game && was.seed === seed && seats[seat]?.kind === "own" ? seat : -1;
}

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
