import { expect, test, vi } from "vitest";
import { Exit, instantiate, type Streams, streams, textOf } from "../../src/wasm/system";

// The calls that programs of Go ask for, with the types of what they are given: i for 32 bits, I for 64.
const calls = {
  args_get: "ii",
  args_sizes_get: "ii",
  clock_time_get: "iIi",
  environ_get: "ii",
  environ_sizes_get: "ii",
  fd_close: "i",
  fd_fdstat_get: "ii",
  fd_fdstat_set_flags: "ii",
  fd_prestat_dir_name: "iii",
  fd_prestat_get: "ii",
  fd_read: "iiii",
  fd_write: "iiii",
  poll_oneoff: "iiii",
  random_get: "ii",
  sched_yield: "",
} as const;

const number = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
const text = (words: string): number[] => [words.length, ...new TextEncoder().encode(words)];
const list = (items: readonly number[][]): number[] => [...number(items.length), ...items.flat()];
const section = (id: number, content: number[]): number[] => [id, ...number(content.length), ...content];

// shown is a program that shows all calls, as it got them, and four pages of memory.
function shown(): WebAssembly.Module {
  const names = [...Object.keys(calls), "proc_exit"];
  const type = (given: string, answer: number[]): number[] => [
    0x60,
    ...list([...given].map((letter) => [letter === "i" ? 0x7f : 0x7e])),
    ...answer,
  ];
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const bytes = [
    ...head,
    ...section(1, list([...Object.values(calls).map((given) => type(given, [1, 0x7f])), type("i", [0])])),
    ...section(2, list(names.map((name, i) => [...text("wasi_snapshot_preview1"), ...text(name), 0, i]))),
    ...section(5, [1, 0, 4]),
    ...section(7, list([...names.map((name, i) => [...text(name), 0, i]), [...text("memory"), 2, 0]])),
  ];
  return new WebAssembly.Module(new Uint8Array(bytes));
}

async function program(files: Streams = streams()) {
  const exports = await instantiate(shown(), files);
  const memory = exports["memory"] as WebAssembly.Memory;
  const call = (name: keyof typeof calls | "proc_exit", ...numbers: (number | bigint)[]): number =>
    (exports[name] as (...numbers: (number | bigint)[]) => number)(...numbers);
  const view = (): DataView => new DataView(memory.buffer);
  const bytes = (at: number, size: number): Uint8Array => new Uint8Array(memory.buffer, at, size);
  // pieces puts a list of pieces of memory at 0: three bytes at 100 and ten at 200.
  const pieces = (): void => [100, 3, 200, 10].forEach((value, i) => view().setUint32(4 * i, value, true));
  return { call, memory, view, bytes, pieces };
}

const said = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test("the arena in the browser reads its input in pieces, and only what they have room for", async () => {
  const files = streams(new TextEncoder().encode("seed 7\ngo 0\nend\n"));
  const { call, view, bytes, pieces } = await program(files);
  pieces();
  expect(call("fd_read", 0, 0, 2, 50)).toBe(0);
  expect([said(bytes(100, 3)), said(bytes(200, 10)), view().getUint32(50, true)]).toEqual(["see", "d 7\ngo 0\ne", 13]);
  expect(said(files.input)).toBe("nd\n");
  expect(call("fd_read", 0, 0, 2, 50)).toBe(0);
  expect([said(bytes(100, 3)), view().getUint32(50, true), files.input.length]).toEqual(["nd\n", 3, 0]);
  expect(call("fd_read", 1, 0, 2, 50)).toBe(8);
});

test("it writes to standard output and standard error, also after its memory has grown", async () => {
  const files = streams();
  const { call, memory, view, bytes, pieces } = await program(files);
  memory.grow(1);
  pieces();
  bytes(100, 3).fill(0x61);
  bytes(200, 10).fill(0x62);
  expect([call("fd_write", 1, 0, 2, 50), view().getUint32(50, true)]).toEqual([0, 13]);
  bytes(100, 3).fill(0x63); // what was written is not what is there now
  expect([call("fd_write", 2, 0, 1, 50), view().getUint32(50, true)]).toEqual([0, 3]);
  expect([await textOf(files, 1), await textOf(files, 2)]).toEqual([`aaa${"b".repeat(10)}`, "ccc"]);
  expect([call("fd_write", 0, 0, 1, 50), call("fd_write", 3, 0, 1, 50)]).toEqual([8, 8]);
});

test("it has three files, no folders, no arguments and no environment", async () => {
  const { call, view, bytes } = await program();
  bytes(0, 64).fill(0xff);
  expect(call("fd_fdstat_get", 2, 8)).toBe(0);
  expect([...bytes(8, 25)]).toEqual([4, ...Array<number>(23).fill(0), 0xff]); // a regular file
  expect([call("fd_fdstat_get", 3, 8), call("fd_prestat_get", 3, 8), call("fd_prestat_dir_name", 3, 8, 1)]).toEqual([
    8, 8, 8,
  ]);
  expect([call("fd_close", 1), call("fd_fdstat_set_flags", 0, 4), call("sched_yield")]).toEqual([0, 0, 0]);
  for (const name of ["args", "environ"] as const) {
    bytes(0, 8).fill(0xff);
    expect([call(`${name}_sizes_get`, 0, 4), call(`${name}_get`, 0, 4)]).toEqual([0, 0]);
    expect(view().getBigUint64(0, true)).toBe(0n);
  }
  expect(() => call("proc_exit", 3)).toThrow(new Exit(3));
});

test("its clock is that of the browser", async () => {
  const { call, view } = await program();
  vi.spyOn(performance, "now").mockReturnValue(1500.25 - performance.timeOrigin);
  expect(call("clock_time_get", 0, 0n, 8)).toBe(0);
  vi.restoreAllMocks();
  expect(view().getBigUint64(8, true)).toBe(1_500_250_000n);
});

test("whatever it waits for has come", async () => {
  const { call, view, bytes } = await program();
  bytes(300, 65).fill(0xff);
  view().setBigUint64(100, 77n, true); // a clock
  view().setBigUint64(148, 78n, true);
  view().setUint8(156, 1); // a file to read
  expect(call("poll_oneoff", 100, 300, 2, 20)).toBe(0);
  expect(view().getUint32(20, true)).toBe(2);
  const event = (name: number, kind: number): number[] => [name, ...Array<number>(9).fill(0), kind];
  const rest = Array<number>(21).fill(0);
  expect([...bytes(300, 65)]).toEqual([...event(77, 0), ...rest, ...event(78, 1), ...rest, 0xff]);
});

test("it has more random bytes than the browser gives at once", async () => {
  const { call, bytes } = await program();
  expect(call("random_get", 10, 3 * 65536)).toBe(0);
  const isRandom = (at: number): boolean => bytes(at, 32).some((byte) => byte !== 0); // by chance not: 1 in 2^256
  expect([isRandom(10), isRandom(10 + 65536), isRandom(10 + 3 * 65536 - 32), isRandom(10 + 3 * 65536)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
