import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gap, isDone, lacking, lessons, type Lesson } from "../../src/playground/lessons";
import type { Result } from "../../src/playground/state";

const [lesson] = lessons as readonly [Lesson];

// resultOf is a match that the first lesson wants, but for what is another.
function resultOf(points: number, not: Partial<Result> = {}, verdicts: readonly object[] = []): Result {
  const asked = { scores: [points, 9, 0, 0], verdicts };
  const seats = [{ kind: "own", bot: "1" }, ...lesson.bots.map((name) => ({ kind: "arena", name }))];
  return { game: "orkisland", from: 0, seed: lesson.seed, seats, match: { asked }, ...not } as unknown as Result;
}

test("a lesson says what was reached, what is wanted, and in which match", () => {
  expect(lacking(lesson, resultOf(4999))).toBe(
    "Not there yet: your bot has 4999 points of 5000, against demo, null, null with seed 1.",
  );
  expect(lacking(lesson, resultOf(3, {}, [{ seat: 0, round: 7, detail: "crash" }]))).toContain(
    " It was frozen in round 7: the tab Result says why.",
  );
  expect(lacking(lesson, resultOf(3, {}, [{ seat: 1, round: 7, detail: "crash" }]))).not.toContain("frozen");
  expect(isDone(lesson, resultOf(4999))).toBe(false);
  expect(isDone(lesson, resultOf(5000))).toBe(true);
});

const own = { kind: "own", bot: "1" } as const;
const demo = { kind: "arena", name: "demo" } as const;

test.each([
  [{ game: "moria" }, "the game was another"],
  [{ seats: [demo, own, demo, demo] }, "your bot was not in seat 0"],
  [{ seats: [own, demo, demo, demo] }, "the other bots were not demo, null, null"],
  [{ seed: "30" }, "the seed was 30, not 1"],
  [{ from: 12 }, "it was played from round 12 on"],
] as const)("a match that is another does not count: %j", (not, why) => {
  const result = resultOf(99_999, not);
  expect(isDone(lesson, result)).toBe(false);
  expect(lacking(lesson, result)).toBe(`Not there yet: the last match does not count, as ${why}.`);
});

const programs = join(import.meta.dirname, "../../../../../../docs/tutorial");

test.each([
  ["js", "js", "mjs"],
  ["py", "python", "py"],
] as const)("what a step shows in %s are lines of its program, with a gap that it fills", (language, folder, ends) => {
  for (const [i, { code }] of lessons.entries()) {
    const program = readFileSync(join(programs, folder, `step${i + 1}.${ends}`), "utf8").split("\n");
    const lines = code[language].split("\n");
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(code[language].split(gap), code[language]).toHaveLength(2);
    let at = 0;
    for (const line of lines) {
      const [before, after] = line.trim().split(gap) as [string, string?];
      const isSame = (other: string): boolean =>
        after === undefined ? other === before : other.startsWith(before) && other.endsWith(after);
      const found = program.slice(at).findIndex((one) => isSame(one.replace(/ +(?:\/\/|#) .*$/, "").trim()));
      expect(found, `step ${i + 1}: ${line}`).not.toBe(-1);
      at += found + 1;
    }
  }
});
