// Workers with the arena. One plays the matches that are shown; a series has more of them.

import { t } from "../ui/tongues";
import type { Order } from "./contract";
import type { FromReferee, Played, ToReferee } from "./messages";
import { site } from "./state";

const script = "referee.js";

export interface Outside {
  readonly seat: number;
  readonly port: MessagePort;
}

export interface Watcher {
  round(round: number, waitsFor: readonly number[]): void;
  begun?(match: string): void; // of a match that is shown
  rounds?(rounds: string): void;
  end(seat: number): void;
}

let program: Promise<WebAssembly.Module> | undefined; // compiled once, for all workers

export class Referee {
  readonly #worker = new Worker(script);
  readonly #ready: Promise<void>;
  #before: Promise<unknown> = Promise.resolve(); // one thing after the other

  constructor() {
    this.#ready = program === undefined ? this.#load() : program.then((compiled) => this.#take(compiled));
    this.#ready.catch(() => (program = undefined));
  }

  async play(order: Order, outside: readonly Outside[], watcher: Watcher): Promise<Played> {
    await this.#ready;
    const seats = outside.map(({ seat }) => seat);
    const ports = outside.map(({ port }) => port);
    const { match } = await this.#heard("over", { kind: "play", order, outside: seats }, ports, watcher);
    return match;
  }

  // call calls an export of the arena.
  async call(name: string, value?: unknown): Promise<Uint8Array<ArrayBuffer>> {
    await this.#ready;
    return (await this.#heard("called", { kind: "call", name, ...(value !== undefined && { value }) })).answer;
  }

  // read returns a match in a file as the viewer shows it.
  read(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return this.#give("read", file);
  }

  // unpack returns the module that is in a package.
  unpack(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return this.#give("unpack", file);
  }

  async #give(name: "read" | "unpack", file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    await this.#ready;
    return (await this.#heard("called", { kind: "give", name, file })).answer;
  }

  stop(): void {
    this.#worker.terminate();
  }

  async #load(): Promise<void> {
    const loading = this.#heard("ready", { kind: "load", wasm: new URL(site.value?.wasm ?? "", location.href).href });
    program = loading.then(({ program }) => program);
    await loading;
  }

  #take(program: WebAssembly.Module): void {
    this.#worker.postMessage({ kind: "program", program } satisfies ToReferee);
  }

  // heard sends a message when all before it are answered, and resolves with the answer of a kind.
  #heard<K extends FromReferee["kind"]>(
    kind: K,
    message: ToReferee,
    ports: readonly MessagePort[] = [],
    watcher?: Watcher,
  ): Promise<Extract<FromReferee, { kind: K }>> {
    const answer = this.#before.then(() => this.#exchange(kind, message, ports, watcher));
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  #exchange<K extends FromReferee["kind"]>(
    kind: K,
    message: ToReferee,
    ports: readonly MessagePort[],
    watcher: Watcher | undefined,
  ): Promise<Extract<FromReferee, { kind: K }>> {
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(t("{0} cannot be loaded", script)));
      this.#worker.onerror = fail;
      this.#worker.onmessageerror = fail; // the policy of a page may let no compiled program in
      this.#worker.onmessage = ({ data }: MessageEvent<FromReferee>) => {
        if (data.kind === kind) {
          resolve(data as Extract<FromReferee, { kind: K }>);
        } else if (data.kind === "failed") {
          reject(new Error(data.problem));
        } else if (data.kind === "round") {
          watcher?.round(data.round, data.waitsFor);
        } else if (data.kind === "begun") {
          watcher?.begun?.(data.match);
        } else if (data.kind === "rounds") {
          watcher?.rounds?.(data.rounds);
        } else if (data.kind === "end") {
          watcher?.end(data.seat);
        }
      };
      this.#worker.postMessage(message, [...ports]);
    });
  }
}

let shared: Referee | undefined;

// main is the referee of the match that is shown.
export const main = (): Referee => (shared ??= new Referee());

// stopMain ends it, whatever it does; the next begins anew, without the match that was played last.
export function stopMain(): void {
  shared?.stop();
  shared = undefined;
}
