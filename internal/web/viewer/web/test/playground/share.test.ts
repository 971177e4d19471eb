import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { firstUnseen, formatLink, isSeed, parseLink } from "../../src/playground/share";
import type { Bot } from "../../src/playground/state";

const bot = (text: string): Bot => ({
  id: "1",
  name: "me",
  game: "orkisland",
  language: "py",
  files: [{ name: "bot.py", text }],
  versions: [],
});
const seats = [
  { kind: "own", bot: "1" },
  { kind: "arena", name: "demo" },
  { kind: "site", name: "old-1" },
] as const;

test("a link comes back as it was, and is short", async () => {
  const code = "# ñ €\nimport arena\n".repeat(200);
  const link = await formatLink(bot(code), seats, "18446744073709551615");
  expect(link).toMatch(/^#game=orkisland&seed=18446744073709551615&bots=me,demo,old-1&lang=py&code=[\w-]+$/);
  expect(link.length).toBeLessThan(200);
  expect(await parseLink(link)).toEqual({
    game: "orkisland",
    seed: "18446744073709551615",
    seats: ["me", "demo", "old-1"],
    language: "py",
    code,
  });
});

const packed = (text: string): string => deflateRawSync(text).toString("base64url");

test.each([
  ["no code", "#game=orkisland", undefined],
  ["a half", `#game=a&lang=js&code=${packed("hello, world, hello").slice(0, 8)}`, /missing/],
  ["no base64", "#game=a&lang=js&code=!!", /missing/],
  ["a bomb", `#game=a&lang=js&code=${packed("a".repeat(1 << 20))}`, /too long/],
  ["a terminal's codes", `#game=a&lang=js&code=${packed("x\ny \u001b[2K")}`, /line 2 has a control character/],
  ["a lone end of line", `#game=a&lang=py&code=${packed("evil() #\rgood()\n")}`, /line 1 has a control character/],
  ["another language", `#game=a&lang=sh&code=${packed("a")}`, /knows/],
  ["a game that is none", `#game=../x&lang=js&code=${packed("a")}`, /knows/],
  ["a seed that is none", `#game=a&seed=-1&lang=js&code=${packed("a")}`, /knows/],
  ["a bot that is none", `#game=a&bots=me,<b>&lang=js&code=${packed("a")}`, /knows/],
])("a link with %s is none", async (_, hash, why) => {
  if (why === undefined) {
    expect(await parseLink(hash)).toBeUndefined();
  } else {
    await expect(parseLink(hash)).rejects.toThrow(why);
  }
});

test.each([
  ["\tx = 1\r\n// señor, 日本, עברית 🙂\n", undefined],
  ["\ufeffx", undefined],
  ["a\nb // \u202e", 2],
  ["// harmless\u2028evil()", 1],
  ["\n\n\u3164\n", 3],
  ["a\u200b", 1],
])("what nobody sees in %j is found", (code, line) => {
  expect(firstUnseen(code)).toBe(line);
});

test("a seed is a number of 64 bits", () => {
  expect(["0", "18446744073709551615"].map(isSeed)).toEqual([true, true]);
  expect(["", "-1", "1.5", "18446744073709551616", "1e3"].map(isSeed)).toEqual([false, false, false, false, false]);
});
