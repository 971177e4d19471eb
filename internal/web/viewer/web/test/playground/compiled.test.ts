import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { bounded, unfit } from "../../src/playground/bounded";
import { ChaCha8 } from "../../src/playground/chacha8";
import { type Host, system } from "../../src/playground/wasi";
import { World } from "../../src/playground/world";
import { Exit, importsOf, instantiate, streams } from "../../src/wasm/system";

// The sum is that of 5000 bytes of Go's rand.NewChaCha8 with this key.
test("random numbers are those of Go", () => {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setBigUint64(0, 12345678901234567890n, true);
  key.set(new TextEncoder().encode("arena, WASI"), 8);
  const random = new ChaCha8(key);
  const all = new Uint8Array(5000);
  random.fill(all.subarray(0, 5));
  random.fill(all.subarray(5, 100));
  random.fill(all.subarray(100));
  const sum = createHash("sha256").update(all).digest("hex");
  expect(sum).toBe("3b49b84ca06795fb75da5f63f4c3db035b71a13a85e8b9dcd1f26eaca4d71388");
  const world = new World();
  world.seed(12345678901234567890n);
  const again = new Uint8Array(5000);
  world.random.fill(again);
  expect(again).toEqual(all);
});

const text = (words: string): number[] => [words.length, ...new TextEncoder().encode(words)];
const section = (id: number, content: readonly number[]): number[] => [id, content.length, ...content];

interface Parts {
  readonly imports?: string; // a function, as module.name
  readonly memory?: readonly number[]; // flags, least and most pages
  readonly start?: string;
  readonly shown?: string; // the name of the memory
}

// moduleOf is a module that does nothing.
function moduleOf({ imports, memory = [0, 1], start = "_start", shown = "memory" }: Parts): Uint8Array<ArrayBuffer> {
  const [from = "", name = ""] = imports?.split(".") ?? [];
  const number = imports === undefined ? 0 : 1;
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const bytes = [
    ...head,
    ...section(1, [1, 0x60, 0, 0]),
    ...(imports === undefined ? [] : section(2, [1, ...text(from), ...text(name), 0, 0])),
    ...section(3, [1, 0]),
    ...section(5, [1, ...memory]),
    ...section(7, [2, ...text(start), 0, number, ...text(shown), 2, 0]),
    ...section(10, [1, 2, 0, 0x0b]),
  ];
  return new Uint8Array(bytes);
}

const grown = (file: Uint8Array<ArrayBuffer>, pages: number): (() => number) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bounded(file)));
  const memory = exports["memory"] as WebAssembly.Memory;
  return () => memory.grow(pages);
};

test("a module takes no more memory than a bot may have, nor more than it wants", () => {
  const most = 8192; // pages: 512 MiB
  expect(grown(moduleOf({}), most - 1)()).toBe(1);
  expect(grown(moduleOf({}), most)).toThrow(RangeError);
  expect(grown(moduleOf({ memory: [1, 1, 0x80, 0x80, 0x04] }), most)).toThrow(RangeError); // its own most is 4 GiB
  expect(grown(moduleOf({ memory: [1, 1, 3] }), 2)()).toBe(1);
  expect(grown(moduleOf({ memory: [1, 1, 3] }), 3)).toThrow(RangeError);
  expect(() => bounded(moduleOf({ memory: [0, 0x81, 0x40] }))).toThrow("asks for 512.0625 MiB");
  expect(() => bounded(moduleOf({ memory: [3, 1, 1] }))).toThrow("has a memory of a kind");
});

test("a module that is no bot is told why", () => {
  const why = (parts: Parts): string => unfit(new WebAssembly.Module(moduleOf(parts)));
  expect(why({})).toBe("");
  expect(why({ imports: "wasi_snapshot_preview1.sock_send" })).toBe("");
  expect(why({ imports: "env.fetch" })).toBe('needs the function "env.fetch", which is not of WASI preview 1');
  expect(why({ start: "main" })).toContain('has no function "_start"');
  expect(why({ shown: "mine" })).toContain('has no "memory"');
});

// A program with 64 KiB of memory on such a system. It may have its own way to read.
function program(input = "", own?: Host["read"]) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const view = new DataView(memory.buffer);
  let left = new TextEncoder().encode(input);
  const written: string[] = [];
  const host: Host = {
    memory: () => memory,
    args: ["mine.wasm"],
    environment: ["ARENA_LINES=1", "A=ä"],
    world: new World(),
    read(most) {
      if (own !== undefined) {
        return own(most);
      }
      const part = left.subarray(0, most);
      left = left.subarray(part.length);
      return part;
    },
    write: (file, bytes) => void written.push(`${file} ${new TextDecoder().decode(bytes)}`),
  };
  const calls = system(host) as Record<string, (...numbers: (number | bigint)[]) => number>;
  const call = (name: string, ...numbers: (number | bigint)[]): number => calls[name]!(...numbers);
  const textAt = (at: number, size: number): string =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, at, size));
  // pieces puts a list of pieces of memory at 0: three bytes at 100 and ten at 200.
  const pieces = (): void => [100, 3, 200, 10].forEach((value, i) => view.setUint32(4 * i, value, true));
  return { call, memory, view, textAt, pieces, written };
}

test("a program has its name, its environment and its input", () => {
  const { call, view, textAt, pieces } = program("seed 7\ngo 0\n");
  call("args_sizes_get", 0, 4);
  expect([view.getUint32(0, true), view.getUint32(4, true)]).toEqual([1, 10]);
  call("environ_sizes_get", 0, 4);
  expect([view.getUint32(0, true), view.getUint32(4, true)]).toEqual([2, 19]);
  call("environ_get", 0, 64);
  expect(textAt(64, 19)).toBe("ARENA_LINES=1\0A=ä\0");
  expect(view.getUint32(4, true)).toBe(64 + 14);
  pieces();
  expect(call("fd_read", 0, 0, 2, 50)).toBe(0);
  expect([textAt(100, 3), textAt(200, 9), view.getUint32(50, true)]).toEqual(["see", "d 7\ngo 0\n", 12]);
  expect(call("fd_read", 0, 0, 2, 50)).toBe(0);
  expect(view.getUint32(50, true)).toBe(0);
});

test("its memory may grow while it waits for input", async () => {
  const asked: number[] = [];
  let wake: (input: Uint8Array) => void = () => undefined;
  const { call, memory, textAt, pieces } = program("", (most) => {
    asked.push(most);
    return new Promise((resolve) => (wake = resolve));
  });
  pieces();
  expect([call("fd_read", 0, 0, 0, 50), asked]).toEqual([0, []]); // there is no room, so it does not wait
  const reading = call("fd_read", 0, 0, 2, 50);
  memory.grow(1);
  wake(new TextEncoder().encode("go 12"));
  expect([await reading, asked]).toEqual([0, [13]]);
  const count = new DataView(memory.buffer).getUint32(50, true);
  expect([textAt(100, 3), textAt(200, 2), count]).toEqual(["go ", "12", 5]);
});

test("its files are three devices", () => {
  const { call, view } = program();
  new Uint8Array(view.buffer).fill(0xff, 0, 64);
  expect(call("fd_fdstat_get", 0, 8)).toBe(0);
  const rights = [0xff, 0xff, 0xff, 0x1f, 0, 0, 0, 0]; // all
  const zeros = Array<number>(8).fill(0);
  expect([...new Uint8Array(view.buffer, 8, 25)]).toEqual([1, ...zeros.slice(1), ...rights, ...zeros, 0xff]);
  const others = ["fd_close", "fd_fdstat_set_flags", "fd_fdstat_get", "fd_prestat_get", "fd_prestat_dir_name"];
  expect(others.map((name) => call(name, 3, 8))).toEqual([8, 8, 8, 8, 8]);
  expect([call("fd_close", 2), call("fd_fdstat_set_flags", 2, 4), call("fd_prestat_get", 2, 8)]).toEqual([0, 0, 8]);
});

test("it writes to standard output and standard error, and to nothing else", () => {
  const { call, view, pieces, written } = program();
  new Uint8Array(view.buffer).fill(0x61, 100, 220);
  pieces();
  expect([call("fd_write", 1, 0, 2, 50), call("fd_write", 2, 0, 1, 50)]).toEqual([0, 0]);
  expect(written).toEqual(["1 aaa", `1 ${"a".repeat(10)}`, "2 aaa"]);
  expect(view.getUint32(50, true)).toBe(3);
  expect([call("fd_write", 0, 0, 2, 50), call("fd_write", 3, 0, 2, 50), call("fd_read", 1, 0, 2, 50)]).toEqual([
    8, 8, 8,
  ]);
  expect([call("fd_fdstat_get", 3, 0), call("fd_close", 4), call("fd_prestat_get", 3, 0)]).toEqual([8, 8, 8]);
  expect(() => call("proc_exit", 3)).toThrow(new Exit(3));
});

test("its clock moves when it is read, and when it sleeps", () => {
  const { call, view } = program();
  const time = (clock: number): bigint => {
    expect(call("clock_time_get", clock, 0n, 8)).toBe(0);
    return view.getBigUint64(8, true);
  };
  expect([time(1), time(0), time(1)]).toEqual([500_000n, 946_684_800_001_000_000n, 1_500_000n]);
  view.setBigUint64(100, 77n, true); // a name, then a clock, and 2 ms
  view.setBigUint64(124, 2_000_000n, true);
  expect(call("poll_oneoff", 100, 300, 1, 20)).toBe(0);
  expect([view.getBigUint64(300, true), view.getUint32(20, true)]).toEqual([77n, 1]);
  expect(time(1)).toBe(4_000_000n);
  view.setUint16(140, 1, true); // an absolute time
  expect(call("poll_oneoff", 100, 300, 1, 20)).toBe(58);
  expect([call("clock_time_get", 2, 0n, 8), call("clock_res_get", 2, 8)]).toEqual([28, 28]);
  expect([call("clock_res_get", 1, 8), view.getBigUint64(8, true)]).toEqual([0, 1n]);
});

test("it has the random numbers of its world", () => {
  const { call, view } = program();
  const wanted = new Uint8Array(10);
  new World().random.fill(wanted.subarray(0, 9));
  expect(call("random_get", 300, 9)).toBe(0);
  expect(new Uint8Array(view.buffer, 300, 10)).toEqual(wanted);
});

test("it waits for the first of several times, and not for a file", () => {
  const { call, view } = program();
  new Uint8Array(view.buffer).fill(0xff, 400, 500);
  [5_000_000n, 0n, 2_000_000n].forEach((time, i) => {
    view.setBigUint64(100 + 48 * i, BigInt(i + 1), true); // its name
    view.setUint8(108 + 48 * i, time === 0n ? 1 : 0); // a file, or a clock
    view.setBigUint64(124 + 48 * i, time, true);
  });
  view.setUint16(188, 1, true); // for a file this is no absolute time
  expect([call("poll_oneoff", 100, 400, 3, 20), view.getUint32(20, true)]).toEqual([0, 3]);
  const event = (name: number, kind: number): number[] => [name, ...Array<number>(9).fill(0), kind];
  const rest = Array<number>(21).fill(0);
  const all = [event(1, 0), rest, event(2, 1), rest, event(3, 0), rest, 0xff].flat();
  expect([...new Uint8Array(view.buffer, 400, 97)]).toEqual(all);
  expect([call("clock_time_get", 1, 0n, 8), view.getBigUint64(8, true)]).toEqual([0, 2_500_000n]);
});

test("a function of WASI that is not there says so, also to the arena itself", async () => {
  const module = new WebAssembly.Module(moduleOf({ imports: "wasi_snapshot_preview1.sock_send" }));
  const imports = importsOf(module, {}) as Record<string, () => number>;
  expect(Object.keys(imports)).toEqual(["sock_send"]);
  expect(imports["sock_send"]!()).toBe(52);
  expect(await instantiate(module, streams())).toHaveProperty("_start"); // a release asks for more than other builds
});
