// The system that a compiled bot runs on, for WASI preview 1: standard input, output and error, and its world. There
// are neither files nor a network.

import { Exit } from "../wasm/system";
import type { World } from "./world";

const done = 0;
const badFile = 8; // errno BADF
const invalid = 28; // errno INVAL
const unsupported = 58; // errno NOTSUP
const eventSize = 32;
const subscriptionSize = 48;
const ofClock = 0; // the kind of a subscription
const device = 1; // the kind of file that the arena's standard streams are
const allRights = 0x1fffffffn;

export interface Host {
  memory(): WebAssembly.Memory;
  readonly args: readonly string[];
  readonly environment: readonly string[]; // each as NAME=VALUE
  readonly world: World;
  // read returns at most so many bytes of input; none at its end. It may have to wait.
  read(most: number): Uint8Array | Promise<Uint8Array>;
  write(file: 1 | 2, bytes: Uint8Array): void;
}

type System = Readonly<Record<string, (...numbers: never[]) => number | Promise<number>>>;

export function system(host: Host): System {
  const view = (): DataView => new DataView(host.memory().buffer);
  const bytes = (at: number, size: number): Uint8Array => new Uint8Array(host.memory().buffer, at, size);
  const set32 = (at: number, value: number): void => view().setUint32(at, value, true);

  // pieces returns the pieces of memory in a list of them.
  const pieces = (list: number, count: number): Uint8Array[] =>
    Array.from({ length: count }, (_, i) => {
      const at = list + 8 * i;
      return bytes(view().getUint32(at, true), view().getUint32(at + 4, true));
    });

  // give writes texts one after the other, and where each begins.
  const give = (texts: readonly string[], list: number, at: number): number => {
    texts.forEach((text, i) => {
      const encoded = new TextEncoder().encode(`${text}\0`);
      bytes(at, encoded.length).set(encoded);
      set32(list + 4 * i, at);
      at += encoded.length;
    });
    return done;
  };
  const giveSizes = (texts: readonly string[], count: number, size: number): number => {
    set32(count, texts.length);
    set32(
      size,
      texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0),
    );
    return done;
  };

  // take puts input into pieces of memory.
  const take = (input: Uint8Array, list: number, count: number, size: number): number => {
    let taken = 0;
    for (const piece of pieces(list, count)) {
      const part = input.subarray(taken, taken + piece.length);
      piece.set(part);
      taken += part.length;
    }
    set32(size, taken);
    return done;
  };

  return {
    args_get: (list: number, at: number) => give(host.args, list, at),
    args_sizes_get: (count: number, size: number) => giveSizes(host.args, count, size),
    environ_get: (list: number, at: number) => give(host.environment, list, at),
    environ_sizes_get: (count: number, size: number) => giveSizes(host.environment, count, size),
    sched_yield: () => done,
    fd_close: (file: number) => (file > 2 ? badFile : done),
    fd_fdstat_set_flags: (file: number) => (file > 2 ? badFile : done),
    fd_prestat_get: () => badFile, // there are no folders
    fd_prestat_dir_name: () => badFile,
    fd_fdstat_get: (file: number, at: number) => {
      if (file > 2) {
        return badFile;
      }
      bytes(at, 24).fill(0);
      view().setUint8(at, device);
      view().setBigUint64(at + 8, allRights, true);
      return done;
    },
    fd_read: (file: number, list: number, count: number, size: number) => {
      if (file !== 0) {
        return badFile;
      }
      const most = pieces(list, count).reduce((sum, { length }) => sum + length, 0);
      const input = most === 0 ? new Uint8Array() : host.read(most);
      // The memory may be another one after the wait, so the pieces are looked up again.
      return input instanceof Promise
        ? input.then((came) => take(came, list, count, size))
        : take(input, list, count, size);
    },
    fd_write: (file: number, list: number, count: number, size: number) => {
      if (file !== 1 && file !== 2) {
        return badFile;
      }
      const all = pieces(list, count);
      set32(
        size,
        all.reduce((sum, { length }) => sum + length, 0),
      );
      for (const piece of all) {
        host.write(file, piece);
      }
      return done;
    },
    random_get: (at: number, size: number) => {
      host.world.random.fill(bytes(at, size));
      return done;
    },
    clock_res_get: (clock: number, at: number) => {
      if (clock > 1) {
        return invalid;
      }
      view().setBigUint64(at, 1n, true);
      return done;
    },
    clock_time_get: (clock: number, _precision: bigint, at: number) => {
      if (clock > 1) {
        return invalid;
      }
      view().setBigUint64(at, host.world.read(clock === 0), true);
      return done;
    },
    // It waits for the first of several times, and for nothing else.
    poll_oneoff: (subscriptions: number, events: number, count: number, size: number) => {
      const times: bigint[] = [];
      for (let i = 0; i < count; i++) {
        const from = subscriptions + subscriptionSize * i;
        const to = events + eventSize * i;
        const kind = view().getUint8(from + 8);
        if (kind === ofClock && view().getUint16(from + 40, true) !== 0) {
          return unsupported; // an absolute time
        }
        if (kind === ofClock) {
          times.push(view().getBigUint64(from + 24, true));
        }
        bytes(to, eventSize).fill(0);
        bytes(to, 8).set(bytes(from, 8)); // its name for it
        view().setUint8(to + 10, kind);
      }
      if (times.length > 0) {
        host.world.sleep(times.reduce((least, time) => (time < least ? time : least)));
      }
      set32(size, count);
      return done;
    },
    proc_exit: (code: number) => {
      throw new Exit(code);
    },
  };
}
