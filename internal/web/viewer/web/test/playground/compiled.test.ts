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

// A program with 64 KiB of memory on such a system.
function program(input = "") {
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
      const part = left.subarray(0, most);
      left = left.subarray(part.length);
      return part;
    },
    write: (file, bytes) => void written.push(`${file} ${new TextDecoder().decode(bytes)}`),
  };
  const own = system(host) as Record<string, (...numbers: (number | bigint)[]) => number>;
  const call = (name: string, ...numbers: (number | bigint)[]): number => own[name]!(...numbers);
  const textAt = (at: number, size: number): string =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, at, size));
  // pieces puts a list of pieces of memory at 0: three bytes at 100 and ten at 200.
  const pieces = (): void => [100, 3, 200, 10].forEach((value, i) => view.setUint32(4 * i, value, true));
  return { call, view, textAt, pieces, written };
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
  expect(() => call("proc_exit", 3)).toThrow(Exit);
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
  expect(call("clock_time_get", 2, 0n, 8)).toBe(28);
});

test("a function of WASI that is not there says so, also to the arena itself", async () => {
  const module = new WebAssembly.Module(moduleOf({ imports: "wasi_snapshot_preview1.sock_send" }));
  const imports = importsOf(module, {}) as Record<string, () => number>;
  expect(Object.keys(imports)).toEqual(["sock_send"]);
  expect(imports["sock_send"]!()).toBe(52);
  expect(await instantiate(module, streams())).toHaveProperty("_start"); // a release asks for more than other builds
});
