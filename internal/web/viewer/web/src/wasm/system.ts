// The system that a program for WASI preview 1 runs on, as small as the arena needs it: it
// has standard input and output, clocks and randomness, and neither files nor a network.

import { badFile, done, lengthOf, Memory, missing } from "./memory";

const regular = 4; // the kind of a file that never blocks
const mostRandom = 65536; // bytes that the browser gives at once

export class Exit extends Error {
  constructor(readonly code: number) {
    super(`exit code ${code}`);
  }
}

// Streams are what the program reads and writes: the part of its input that is left, and what it wrote to
// standard output (1) and standard error (2).
export interface Streams {
  input: Uint8Array;
  readonly written: Readonly<Record<number, Uint8Array<ArrayBuffer>[]>>;
}

export const streams = (input: Uint8Array = new Uint8Array()): Streams => ({ input, written: { 1: [], 2: [] } });

// textOf returns what was written to a file.
export const textOf = ({ written }: Streams, file: 1 | 2): Promise<string> => new Blob(written[file]).text();

// instantiate starts a program on such a system. Only then there is its memory.
export async function instantiate(program: WebAssembly.Module, files: Streams): Promise<WebAssembly.Exports> {
  let memory: WebAssembly.Memory;
  const imports = {
    wasi_snapshot_preview1: importsOf(program, system(new Memory(() => memory), files)),
  };
  const { exports } = await WebAssembly.instantiate(program, imports);
  memory = exports["memory"] as WebAssembly.Memory;
  return exports;
}

// importsOf are all functions of WASI that a program asks for: how it is compiled decides which those are. One that it
// does not need here says that it is not there.
export function importsOf(
  program: WebAssembly.Module,
  own: Readonly<WebAssembly.ModuleImports>,
): WebAssembly.ModuleImports {
  const names = WebAssembly.Module.imports(program).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, own[name] ?? ((): number => missing)]));
}

function system(memory: Memory, files: Streams): WebAssembly.ModuleImports {
  return {
    ...nothingGiven(memory),
    ...standardStreams(memory, files),
    ...clockAndRandomness(memory),
    sched_yield: () => done,
    proc_exit: (code: number): void => {
      throw new Exit(code);
    },
  };
}

// nothingGiven are the calls about arguments and the environment.
function nothingGiven(memory: Memory): WebAssembly.ModuleImports {
  const none = (count: number, size: number): number => {
    memory.set32(count, 0);
    memory.set32(size, 0);
    return done;
  };
  return { args_get: () => done, args_sizes_get: none, environ_get: () => done, environ_sizes_get: none };
}

function standardStreams(memory: Memory, files: Streams): WebAssembly.ModuleImports {
  return {
    fd_close: () => done,
    fd_fdstat_set_flags: () => done,
    fd_prestat_get: () => badFile, // there are no folders
    fd_prestat_dir_name: () => badFile,
    fd_fdstat_get: (file: number, at: number): number => {
      if (file > 2) {
        return badFile;
      }
      memory.stat(at, regular);
      return done;
    },
    fd_read: (file: number, list: number, count: number, size: number): number => {
      if (file !== 0) {
        return badFile;
      }
      const taken = memory.take(files.input, list, count);
      files.input = files.input.subarray(taken);
      memory.set32(size, taken);
      return done;
    },
    fd_write: (file: number, list: number, count: number, size: number): number => {
      const to = files.written[file];
      if (to === undefined) {
        return badFile;
      }
      const all = memory.pieces(list, count);
      for (const piece of all) {
        to.push(piece.slice());
      }
      memory.set32(size, lengthOf(all));
      return done;
    },
  };
}

function clockAndRandomness(memory: Memory): WebAssembly.ModuleImports {
  return {
    random_get: (at: number, size: number): number => {
      for (let from = 0; from < size; from += mostRandom) {
        crypto.getRandomValues(memory.bytes(at + from, Math.min(mostRandom, size - from)));
      }
      return done;
    },
    clock_time_get: (_clock: number, _precision: bigint, at: number): number => {
      const now = performance.timeOrigin + performance.now();
      memory.set64(at, BigInt(Math.round(now * 1e6)));
      return done;
    },
    // Whatever it waits for, it is told at once that it came: it waits for time only.
    poll_oneoff: (subscriptions: number, events: number, count: number, size: number): number => {
      for (let i = 0; i < count; i++) {
        memory.happen(memory.subscription(subscriptions, i), events, i);
      }
      memory.set32(size, count);
      return done;
    },
  };
}
