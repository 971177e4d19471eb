import { afterEach, beforeEach, expect, test, vi } from "vitest";

let made = 0;

vi.mock("../../src/playground/referees", () => ({
  main: () => ({
    call: (_: string, { seed = `seed ${++made}` }: { seed?: string }) =>
      Promise.resolve(new TextEncoder().encode(JSON.stringify({ seed, private: `private of ${seed}` }))),
  }),
}));

beforeEach(() => {
  made = 0;
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

test("the key of a page is made once, and kept for the next visit", async () => {
  const all = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => all.get(name) ?? null,
    setItem: (name: string, text: string) => void all.set(name, text),
  });
  for (const _ of ["a visit", "the next"]) {
    vi.resetModules();
    const { key } = await import("../../src/playground/key");
    const { problem } = await import("../../src/playground/state");
    expect(await key()).toEqual({ seed: "seed 1", private: "private of seed 1" });
    expect(problem.value).toBe("");
  }
  expect(made).toBe(1);
});

test("where the browser keeps nothing, a visit has one key, and its reader is told", async () => {
  vi.stubGlobal("localStorage", undefined); // to be put back; even to look at it throws
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  const { key } = await import("../../src/playground/key");
  const { problem } = await import("../../src/playground/state");
  const first = await key();
  expect(problem.value).toMatch(/^The browser keeps nothing of this page: save the key/);
  expect(await key()).toBe(first);
  expect(made).toBe(1);
});
