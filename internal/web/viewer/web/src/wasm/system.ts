// The system that a program for WASI preview 1 runs on, as small as the arena needs it: it
// has standard input and output, clocks and randomness, and neither files nor a network.

const done = 0;
const badFile = 8; // errno BADF
const missing = 52; // errno NOSYS
const eventSize = 32;
const subscriptionSize = 48;

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
    wasi_snapshot_preview1: importsOf(
      program,
      system(() => memory, files),
    ),
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

function system(memory: () => WebAssembly.Memory, files: Streams): WebAssembly.ModuleImports {
  const view = (): DataView => new DataView(memory().buffer);
  const bytes = (at: number, size: number): Uint8Array => new Uint8Array(memory().buffer, at, size);

  // pieces returns the pieces of memory in a list of them.
  const pieces = (list: number, count: number): Uint8Array[] => {
    const all = view();
    return Array.from({ length: count }, (_, i) => {
      const at = list + 8 * i;
      return bytes(all.getUint32(at, true), all.getUint32(at + 4, true));
    });
  };
  const none = (count: number, size: number): number => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return done;
  };

  return {
    args_get: () => done,
    args_sizes_get: none,
    environ_get: () => done,
    environ_sizes_get: none,
    sched_yield: () => done,
    fd_close: () => done,
    fd_fdstat_set_flags: () => done,
    fd_prestat_get: () => badFile, // there are no folders
    fd_prestat_dir_name: () => badFile,
    fd_fdstat_get: (file: number, at: number): number => {
      if (file > 2) {
        return badFile;
      }
      bytes(at, 24).fill(0);
      view().setUint8(at, 4); // a regular file, which never blocks
      return done;
    },
    fd_read: (file: number, list: number, count: number, size: number): number => {
      if (file !== 0) {
        return badFile;
      }
      let read = 0;
      for (const piece of pieces(list, count)) {
        const part = files.input.subarray(0, piece.length);
        piece.set(part);
        files.input = files.input.subarray(part.length);
        read += part.length;
      }
      view().setUint32(size, read, true);
      return done;
    },
    fd_write: (file: number, list: number, count: number, size: number): number => {
      const to = files.written[file];
      if (to === undefined) {
        return badFile;
      }
      let wrote = 0;
      for (const piece of pieces(list, count)) {
        to.push(piece.slice() as Uint8Array<ArrayBuffer>);
        wrote += piece.length;
      }
      view().setUint32(size, wrote, true);
      return done;
    },
    random_get: (at: number, size: number): number => {
      for (let from = 0; from < size; from += 65536) {
        crypto.getRandomValues(new Uint8Array(memory().buffer, at + from, Math.min(65536, size - from)));
      }
      return done;
    },
    clock_time_get: (_clock: number, _precision: bigint, at: number): number => {
      const now = performance.timeOrigin + performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return done;
    },
    // Whatever it waits for, it is told at once that it came: it waits for time only.
    poll_oneoff: (subscriptions: number, events: number, count: number, size: number): number => {
      for (let i = 0; i < count; i++) {
        const from = subscriptions + subscriptionSize * i;
        const to = events + eventSize * i;
        bytes(to, eventSize).fill(0);
        bytes(to, 8).set(bytes(from, 8)); // its name for it
        view().setUint8(to + 10, view().getUint8(from + 8)); // the kind
      }
      view().setUint32(size, count, true);
      return done;
    },
    proc_exit: (code: number): void => {
      throw new Exit(code);
    },
  };
}
