import { expect, test } from "vitest";
import { Waiting } from "../../src/playground/patience";
import { Prints } from "../../src/playground/prints";
import type { Bot } from "../../src/playground/state";
import { versioned } from "../../src/playground/store";

test("the time of a tab that slept is not a bot's", () => {
  const waiting = new Waiting(0);
  for (let now = 50; now <= 1000; now += 50) {
    waiting.pass(now);
  }
  expect(waiting.spent).toBe(1000);
  expect(waiting.pass(600_000)).toBe(1100); // ten minutes in one step are the tab's
  expect(waiting.pass(599_000)).toBe(1100); // a clock that is set back takes nothing away
});

test("a bot that prints without end is cut", () => {
  const prints = new Prints();
  prints.add("one\ntwo\n");
  expect(prints.take()).toEqual(["one", "two"]);
  for (let i = 0; i < 1000; i++) {
    prints.add("x".repeat(10_000));
  }
  const lines = prints.take();
  expect(lines).toHaveLength(201);
  expect(lines[0]).toHaveLength(2001);
  expect(lines[200]).toBe("… (800 more)");
  expect(prints.take()).toEqual([]);
});

test("a bot that has changed gets a version, the newest first, and the oldest go", () => {
  let bot: Bot = {
    id: "1",
    name: "me",
    game: "g",
    language: "js",
    files: [{ name: "bot.mjs", text: "" }],
    versions: [],
  };
  for (let i = 0; i < 12; i++) {
    bot = versioned({ ...bot, files: [{ name: "bot.mjs", text: `${i}` }] }, i);
    bot = versioned(bot, 100); // nothing has changed
  }
  expect(bot.versions.map(({ at }) => at)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
});
