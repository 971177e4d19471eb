// The arena in the browser: a program that stays, and is called. What it is given and what it answers lies
// in its memory, as JSON or as the bytes of a file.

import { Exit, instantiate, streams, textOf } from "./system";

type Call = (...numbers: number[]) => number;

// Refused is why the arena does not do what it was asked to. It goes on.
export class Refused extends Error {}

export class Reactor {
  readonly #exports: WebAssembly.Exports;
  readonly #files;

  private constructor(exports: WebAssembly.Exports, files: ReturnType<typeof streams>) {
    this.#exports = exports;
    this.#files = files;
  }

  static async start(program: WebAssembly.Module): Promise<Reactor> {
    const files = streams();
    const reactor = new Reactor(await instantiate(program, files), files);
    reactor.#call("_initialize");
    await reactor.bytes("open");
    return reactor;
  }

  // ask calls an export with a value, and returns its answer.
  async ask<T>(name: string, value?: unknown): Promise<T> {
    const given = value === undefined ? undefined : new TextEncoder().encode(JSON.stringify(value));
    return JSON.parse(new TextDecoder().decode(await this.bytes(name, given))) as T;
  }

  // bytes calls an export with bytes, and returns its answer. If that is the reason why there is none, it throws it.
  async bytes(name: string, given?: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    try {
      if (given !== undefined) {
        const room = this.#call("room", given.length) >>> 0; // the memory may grow, so this comes first
        new Uint8Array(this.#memory, room, given.length).set(given);
      }
      const size = this.#call(name);
      const answer = new Uint8Array(this.#memory, this.#call("at") >>> 0, Math.abs(size)).slice();
      if (size < 0) {
        throw new Refused(new TextDecoder().decode(answer));
      }
      return answer;
    } catch (error) {
      throw error instanceof Exit ? new Error(await this.#lastWords(error)) : error;
    }
  }

  get #memory(): ArrayBuffer {
    return (this.#exports["memory"] as WebAssembly.Memory).buffer;
  }

  #call(name: string, ...numbers: number[]): number {
    return (this.#exports[name] as Call)(...numbers);
  }

  async #lastWords(exit: Exit): Promise<string> {
    const [first = exit.message] = (await textOf(this.#files, 2)).trim().split("\n");
    return first;
  }
}
