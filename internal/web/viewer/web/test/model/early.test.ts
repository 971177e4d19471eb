import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Course, reliability, roundsOf, winners } from "../../bench/learn";
import { turns } from "../../src/model/story";

// As long as hardly anybody has scored, a chance is easily too sure.
test("what turning points say early in a match of Starships comes true within five of a hundred", () => {
  const held = gunzipSync(readFileSync("test/model/courses.jsonl.gz")).toString().trimEnd().split("\n");
  const early = held
    .map((line): Course => JSON.parse(line))
    .filter(({ game }) => game === "starships")
    .flatMap((course) => {
      const [won, rounds] = [winners(course), roundsOf(course)];
      return turns(course.scores, rounds, course.game)
        .filter(({ round }) => round < 0.4 * rounds)
        .map(({ after, seat }): [number, number] => [after[seat] ?? 0, won[seat] ?? 0]);
    });
  const [{ count, said, true: came } = { count: 0, said: 0, true: 0 }] = reliability(early, [0]);
  expect(count).toBeGreaterThan(150);
  expect(Math.abs(said - came) / count).toBeLessThanOrEqual(0.05);
});
