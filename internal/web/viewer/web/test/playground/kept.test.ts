import { afterEach, expect, test, vi } from "vitest";
import { Prints } from "../../src/playground/prints";
import * as state from "../../src/playground/state";
import type { Bot, Series } from "../../src/playground/state";
import { begins, forget, keepSeries, keptSeries, restore, save, versioned, wasCut } from "../../src/playground/store";

afterEach(() => vi.unstubAllGlobals());

test("of what a bot prints, as much is kept as anybody would read", () => {
  const prints = new Prints();
  prints.add("one\ntwo\n");
  prints.add("x".repeat(2001));
  expect(prints.take()).toEqual(["one", "two", `${"x".repeat(2000)}…`]);
  for (let i = 0; i < 203; i++) {
    prints.add("again");
  }
  expect(prints.take().slice(199)).toEqual(["again", "… (3 more)"]);
  expect(prints.take()).toEqual([]);
});

const bot = (text: string, language: Bot["language"] = "js"): Bot => ({
  id: "1",
  name: "me",
  game: "duel",
  language,
  files: [{ name: "bot.mjs", text }],
  versions: [],
});

test("a run makes a version of what has changed, and at most eight are kept", () => {
  const first = versioned(bot("a"), 1);
  expect(first.versions).toEqual([{ at: 1, files: first.files }]);
  expect(versioned(first, 2)).toBe(first);
  let now = first;
  for (let at = 2; at < 12; at++) {
    now = versioned({ ...now, files: [{ name: "bot.mjs", text: `${at}` }] }, at);
  }
  expect(now.versions.map(({ at }) => at)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
  expect(versioned(bot("", "wasm"), 1).versions).toEqual([]);
});

// storage is that of a browser, which holds so many letters.
function storage(most: number) {
  const all = new Map<string, string>();
  return {
    getItem: (key: string) => all.get(key) ?? null,
    removeItem: (key: string) => void all.delete(key),
    setItem(key: string, text: string): void {
      if (text.length > most) {
        throw new DOMException("full", "QuotaExceededError");
      }
      all.set(key, text);
    },
  };
}

test("bots are kept, without their versions if there is no room, and what is no bot is left out", () => {
  const kept = storage(400);
  vi.stubGlobal("localStorage", kept);
  const files = [{ name: "bot.mjs", text: "y".repeat(300) }];
  state.bots.value = [{ ...bot("a"), versions: [{ at: 1, files }] }];
  state.seed.value = "77";
  expect(save()).toBe(true);
  [state.bots.value, state.seed.value] = [[], "1"];
  restore();
  expect(state.bots.value).toEqual([bot("a")]);
  expect(state.seed.value).toBe("77");
  const wrong = [{ ...bot("a"), files: [] }, { ...bot("a"), language: "cobol" }, null, bot("", "wasm")];
  vi.stubGlobal("localStorage", { ...kept, getItem: () => JSON.stringify({ bots: wrong }) });
  restore();
  expect(state.bots.value.map(({ language }) => language)).toEqual(["wasm"]);
  vi.stubGlobal("localStorage", storage(10));
  expect(save()).toBe(false);
});

test("the next visit knows, once, that a run did not end", () => {
  vi.stubGlobal("localStorage", storage(10_000));
  expect(wasCut()).toBe(false);
  begins();
  expect(wasCut()).toBe(true);
  expect(wasCut()).toBe(false);
});

const series: Series = {
  question: { game: "duel", first: "6", field: 0, matches: 2 },
  site: "1",
  sitters: [
    { kind: "own", bot: "1-2", version: 7 },
    { kind: "arena", name: "demo" },
  ],
  names: ["me", "demo"],
  plan: [{ seed: "6", seats: [0, 1] }],
  matches: [{ number: 0, scores: [3, 4], places: [2, 1], replay: new Uint8Array(9000) }],
};

test("a series is kept without its replays, and goes with its bot", () => {
  vi.stubGlobal("localStorage", storage(1000));
  keepSeries("duel 1-2", series);
  const [{ replay: _, ...match }] = series.matches as [Series["matches"][0]];
  expect(keptSeries("duel 1-2")).toEqual({ ...series, matches: [match] });
  expect(keptSeries("duel 1")).toBeUndefined();
  const all = { "arena-play-series duel 1-2": "", "arena-play-series duel 11-2": "", "arena-play-undo 1-2 a": "" };
  const removed: string[] = [];
  vi.stubGlobal("localStorage", { ...all, removeItem: (key: string) => void removed.push(key) });
  forget("1-2");
  expect(removed).toEqual(["arena-play-series duel 1-2", "arena-play-undo 1-2 a"]);
});

test("where nothing can be kept, or something else is there, there is no series and no error", () => {
  vi.stubGlobal("localStorage", storage(10));
  keepSeries("duel 1-2", series);
  expect(keptSeries("duel 1-2")).toBeUndefined();
  const refuse = (): never => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  keepSeries("duel 1-2", series);
  expect(keptSeries("duel 1-2")).toBeUndefined();
  const wrong: object[] = [
    [],
    { ...series, matches: 7 },
    { ...series, matches: [{ number: 0 }] },
    { ...series, plan: [null] },
    { ...series, found: {} },
    { ...series, question: null },
  ];
  for (const kept of [...wrong.map((one) => JSON.stringify(one)), "{"]) {
    vi.stubGlobal("localStorage", { getItem: () => kept });
    expect(keptSeries("duel 1-2"), kept).toBeUndefined();
  }
});
