// The worker with the arena: it plays a match, and asks the bots outside of it by their ports.

import { load } from "../wasm/load";
import { Reactor, Refused } from "../wasm/reactor";
import type { Asked, Order, Question, Reply } from "./contract";
import type { Fault, FromBot, FromReferee, Played, ToReferee, Turn } from "./messages";
import { late } from "./patience";

const pace = 100; // milliseconds between two messages about the rounds

let program: WebAssembly.Module | undefined;
let arena: Promise<Reactor> | undefined;

const tell = (message: FromReferee, ...moved: Transferable[]): void => postMessage(message, { transfer: moved });

type Answer = Extract<FromBot, { kind: "answer" }>;

// An Outsider is a bot that is not in the arena.
class Outsider {
  readonly turns: Turn[] = [];

  constructor(
    readonly seat: number,
    readonly port: MessagePort,
  ) {}

  async ask(round: number, { text, patience }: Question): Promise<Reply> {
    const waiting = late(patience);
    const answered = new Promise<Reply>((resolve) => {
      this.port.onmessage = ({ data }: MessageEvent<FromBot>) => {
        if (data.kind === "answer") {
          resolve(this.#reply(round, checked(data), thought(data.milliseconds, waiting.stop())));
        }
      };
    });
    this.port.postMessage(text);
    const reply = await Promise.race([answered, waiting.told.then((wall) => this.#tooLate(round, wall))]);
    this.port.onmessage = null;
    return reply;
  }

  // end tells it how the match went. There is no answer to that.
  end(text: string): void {
    this.port.postMessage(text);
  }

  #reply(round: number, { text, prints, fault }: Answer, wall: number): Reply {
    this.turns.push({ round, prints, milliseconds: wall, ...(fault && { fault }) });
    const reply = { seat: this.seat, text, prints, wall };
    return fault === undefined ? reply : { ...reply, ...crashed(fault, prints) };
  }

  #tooLate(round: number, wall: number): Reply {
    tell({ kind: "end", seat: this.seat });
    this.turns.push({ round, prints: [], milliseconds: wall });
    return { seat: this.seat, text: "", prints: [], wall, fault: "wall" };
  }
}

// A Person answers in their own time, or leaves the match.
class Person {
  readonly turns: Turn[] = [];
  readonly #left: Promise<never>;
  #give: (orders: string) => void = () => undefined;

  constructor(
    readonly seat: number,
    readonly port: MessagePort,
  ) {
    this.#left = new Promise((_, reject) => {
      port.onmessage = ({ data }: MessageEvent<FromBot>) => {
        if (data.kind === "left") {
          reject(new Left());
        } else if (data.kind === "answer") {
          this.#give(data.text);
        }
      };
    });
    this.#left.catch(() => undefined); // it may be while the others think, and is told with the next question
  }

  ask(_: number, { text }: Question): Promise<Reply> {
    const answered = new Promise<Reply>((resolve) => {
      this.#give = (orders) => resolve({ seat: this.seat, text: orders, prints: [], wall: 0 });
    });
    this.port.postMessage(text);
    return Promise.race([answered, this.#left]);
  }

  end(): void {
    this.port.onmessage = null;
  }
}

// Left is that a person plays no more.
class Left extends Error {}

type Player = Outsider | Person;

// checked makes texts of what a bot's worker says, as a bot can do with its worker what it likes.
const checked = ({ text, prints, fault, ...rest }: Answer): Answer => ({
  ...rest,
  text: String(text),
  prints: Array.isArray(prints) ? prints.map(String) : [],
  ...(fault && { fault: { ...fault, text: String(fault.text) } }),
});

// thought is how long a bot thought. Its worker knows better: the answer may have waited for this one.
const thought = (told: unknown, waited: number): number =>
  typeof told === "number" && told >= 0 ? Math.min(told, waited) : waited;

// crashed says in a line what was wrong, which is the first of JavaScript and the last of Python. The player's
// prints have all of it, as those of a process would.
function crashed({ text }: Fault, prints: readonly string[]): Pick<Reply, "fault" | "detail" | "prints"> {
  const lines = text.trim().split("\n");
  const isPython = /^(?:Traceback| +File)/.test(lines[0] ?? "");
  const detail = ((isPython ? lines.at(-1) : lines[0]) ?? "").trim();
  return {
    fault: /MemoryError|out of memory/.test(detail) ? "memory" : "crash",
    detail,
    prints: [...prints, ...lines],
  };
}

const ready = (): Promise<Reactor> => (arena ??= Reactor.start(program as WebAssembly.Module));

async function play(order: Order, outsiders: ReadonlyMap<number, Player>): Promise<Played> {
  const reactor = await ready();
  let asked = await reactor.ask<Asked>("begin", order);
  const text = async (name: "page" | "rounds"): Promise<string> => new TextDecoder().decode(await reactor.bytes(name));
  const isShown = order.shown === true;
  const isPerson = ({ seat }: Question): boolean => outsiders.get(seat) instanceof Person;
  if (isShown) {
    tell({ kind: "begun", match: await text("page") });
  }
  let told = 0;
  while (!asked.over) {
    const now = performance.now();
    const isTime = now - told > pace || (asked.questions ?? []).some(isPerson); // who sees the round as it is now
    if (isTime) {
      told = now;
      tell({ kind: "round", round: asked.round, waitsFor: (asked.questions ?? []).map(({ seat }) => seat) });
    }
    const replies = repliesTo(asked, outsiders);
    // The bots inside think while those outside do, and rounds are told meanwhile. However long that takes, it is not the
    // time of the others: as with a tab that sleeps, little of it counts.
    await reactor.bytes("think");
    if (isShown && isTime) {
      tell({ kind: "rounds", rounds: await text("rounds") });
    }
    const all = await replies;
    if (all === undefined) {
      await reactor.bytes("stop");
      break;
    }
    asked = await reactor.ask<Asked>("next", all);
  }
  for (const { seat, text } of asked.questions ?? []) {
    outsiders.get(seat)?.end(text);
  }
  if (isShown) {
    tell({ kind: "rounds", rounds: await text("rounds") });
  }
  const turns = Object.fromEntries([...outsiders].map(([seat, { turns }]) => [seat, turns]));
  return { asked, replay: await reactor.bytes("replay"), turns };
}

// repliesTo returns all replies of a round, or nothing if a person has left. It waits for the bots also then.
async function repliesTo(
  { questions, round }: Asked,
  outsiders: ReadonlyMap<number, Player>,
): Promise<Reply[] | undefined> {
  const asked = (questions ?? []).map((question) => outsiderOf(outsiders, question.seat).ask(round, question));
  const settled = await Promise.allSettled(asked);
  const left = settled.some((one) => one.status === "rejected" && one.reason instanceof Left);
  return left ? undefined : Promise.all(asked);
}

function outsiderOf(outsiders: ReadonlyMap<number, Player>, seat: number): Player {
  const found = outsiders.get(seat);
  if (found === undefined) {
    throw new Error(`nobody answers for seat ${seat}`);
  }
  return found;
}

async function react(data: ToReferee, ports: readonly MessagePort[]): Promise<void> {
  switch (data.kind) {
    case "load":
      program = await load(data.wasm);
      tell({ kind: "ready", program });
      await ready();
      return;
    case "program":
      program = data.program;
      await ready();
      return;
    case "play": {
      const outsiders = ports.map((port, i) => {
        const seat = data.outside[i] ?? -1;
        return data.order.seats[seat]?.person === true ? new Person(seat, port) : new Outsider(seat, port);
      });
      const match = await play(data.order, new Map(outsiders.map((one) => [one.seat, one])));
      tell({ kind: "over", match }, match.replay.buffer);
      return;
    }
    case "give":
      tell({ kind: "called", answer: await (await ready()).bytes(data.name, data.file) });
      return;
    case "call": {
      const reactor = await ready();
      const given = data.value === undefined ? undefined : new TextEncoder().encode(JSON.stringify(data.value));
      tell({ kind: "called", answer: await reactor.bytes(data.name, given) });
    }
  }
}

addEventListener("message", ({ data, ports }: MessageEvent<ToReferee>) => {
  react(data, ports).catch((error: unknown) => {
    arena = error instanceof Refused ? arena : undefined; // otherwise it has ended
    tell({ kind: "failed", problem: error instanceof Error ? error.message : String(error) });
  });
});
