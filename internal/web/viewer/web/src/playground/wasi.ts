// The system that a compiled bot runs on, for WASI preview 1: standard input, output and error, and its world. There
// are neither files nor a network.

import { badFile, done, invalid, lengthOf, Memory, unsupported } from "../wasm/memory";
import { Exit } from "../wasm/system";
import type { World } from "./world";

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
  const memory = new Memory(() => host.memory());
  const args = given(memory, host.args);
  const environment = given(memory, host.environment);
  return {
    args_get: args.get,
    args_sizes_get: args.sizes,
    environ_get: environment.get,
    environ_sizes_get: environment.sizes,
    ...files(memory),
    ...standardStreams(memory, host),
    ...clocks(memory, host.world),
    ...waiting(memory, host.world),
    random_get: (at: number, size: number) => {
      host.world.random.fill(memory.bytes(at, size));
      return done;
    },
    sched_yield: () => done,
    proc_exit: (code: number) => {
      throw new Exit(code);
    },
  };
}

// given are the two calls by which a program gets texts: one for how much room they need, one for the texts.
function given(memory: Memory, texts: readonly string[]) {
  const all = texts.map((text) => new TextEncoder().encode(`${text}\0`));
  return {
    sizes(count: number, size: number): number {
      memory.set32(count, all.length);
      memory.set32(size, lengthOf(all));
      return done;
    },
    // get writes the texts one after the other, and where each begins.
    get(list: number, at: number): number {
      all.forEach((text, i) => {
        memory.bytes(at, text.length).set(text);
        memory.set32(list + 4 * i, at);
        at += text.length;
      });
      return done;
    },
  };
}

// files are the calls about what is open, which is the three standard streams.
function files(memory: Memory): System {
  const ifOpen = (file: number): number => (file > 2 ? badFile : done);
  return {
    fd_close: ifOpen,
    fd_fdstat_set_flags: ifOpen,
    fd_prestat_get: () => badFile, // there are no folders
    fd_prestat_dir_name: () => badFile,
    fd_fdstat_get: (file: number, at: number) => {
      if (file > 2) {
        return badFile;
      }
      memory.stat(at, device, allRights);
      return done;
    },
  };
}

function standardStreams(memory: Memory, host: Host): System {
  return {
    fd_read: (file: number, list: number, count: number, size: number) => {
      if (file !== 0) {
        return badFile;
      }
      // The memory may be another one after the wait, so the pieces are looked up again.
      const take = (input: Uint8Array): number => {
        memory.set32(size, memory.take(input, list, count));
        return done;
      };
      const most = lengthOf(memory.pieces(list, count));
      const input = most === 0 ? new Uint8Array() : host.read(most);
      return input instanceof Promise ? input.then(take) : take(input);
    },
    fd_write: (file: number, list: number, count: number, size: number) => {
      if (file !== 1 && file !== 2) {
        return badFile;
      }
      const all = memory.pieces(list, count);
      memory.set32(size, lengthOf(all));
      for (const piece of all) {
        host.write(file, piece);
      }
      return done;
    },
  };
}

function clocks(memory: Memory, world: World): System {
  return {
    clock_res_get: (clock: number, at: number) => {
      if (clock > 1) {
        return invalid;
      }
      memory.set64(at, 1n);
      return done;
    },
    clock_time_get: (clock: number, _precision: bigint, at: number) => {
      if (clock > 1) {
        return invalid;
      }
      memory.set64(at, world.read(clock === 0));
      return done;
    },
  };
}

function waiting(memory: Memory, world: World): System {
  return {
    // It waits for the first of several times, and for nothing else.
    poll_oneoff: (subscriptions: number, events: number, count: number, size: number) => {
      const times: bigint[] = [];
      for (let i = 0; i < count; i++) {
        const subscription = memory.subscription(subscriptions, i);
        if (memory.kindOf(subscription) === ofClock) {
          if (memory.view.getUint16(subscription + 40, true) !== 0) {
            return unsupported; // an absolute time
          }
          times.push(memory.view.getBigUint64(subscription + 24, true));
        }
        memory.happen(subscription, events, i);
      }
      if (times.length > 0) {
        world.sleep(times.reduce((least, time) => (time < least ? time : least)));
      }
      memory.set32(size, count);
      return done;
    },
  };
}
