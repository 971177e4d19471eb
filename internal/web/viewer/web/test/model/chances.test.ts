import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { brier, type Course, forecasts, learn, reliability, turned, winners } from "../../bench/learn";
import { chances, isKnown, knots, surest, type Learned, learnedOf } from "../../src/model/chances";
import { random } from "../fixture";

// Courses of matches from which nothing was learned: go run ./sdk/bots/courses -s 2001 -n 60 | gzip -9
const held = gunzipSync(readFileSync("test/model/courses.jsonl.gz"))
  .toString()
  .trimEnd()
  .split("\n")
  .map((line): Course => JSON.parse(line));

describe("chances", () => {
  test("come true as often as a turning point says, within five of a hundred", () => {
    const bins = reliability(held.flatMap(turned), [0, 0.4, 0.6, 0.8, 0.95]);
    for (const { count, said, true: came } of bins) {
      expect(count).toBeGreaterThan(30);
      expect(Math.abs(said - came) / count).toBeLessThanOrEqual(0.05);
    }
  });

  test("are never sure before the end, and then say who won", () => {
    for (const course of held.slice(0, 20)) {
      const rounds = (course.scores[0]?.length ?? 0) - 1;
      const all = chances(course.scores, rounds, learnedOf(course.game));
      expect(all.at(-1)).toEqual(winners(course));
      expect(Math.max(...all.slice(0, -1).flat())).toBeLessThanOrEqual(surest);
    }
  });

  test("are known of each game that was learned from, and of no other", () => {
    expect(new Set(held.map(({ game }) => game)).size).toBe(4);
    expect(held.every(({ game }) => isKnown(game))).toBe(true);
    for (const game of ["", "mine", "constructor"]) {
      expect(isKnown(game)).toBe(false);
      expect(learnedOf(game).weights).toHaveLength(knots.length);
    }
  });

  test("are nearer to what came with weights that were learned from such matches", () => {
    const draw = random(9);
    const made = Array.from({ length: 300 }, (_, seed): Course => {
      const turns = draw(4) === 0; // one match in four is won by who is behind until its last third
      const scores = [0, 1].map((seat) => {
        const scores = [0];
        for (let round = 0; round < 90; round++) {
          scores.push(
            (scores[round] ?? 0) + draw(3) + (seat === 1 ? 1 : 0) + (seat === 0 && turns && round > 60 ? 6 : 0),
          );
        }
        return scores;
      });
      return { game: "made", seed, scores };
    });
    const score = (of: Learned): number => brier(made.slice(200).flatMap((course) => forecasts(course, of)));
    const learned = score(learn(made.slice(0, 200)));
    expect(learned).toBeLessThan(score(learnedOf("")));
    expect(learned).toBeLessThan(0.9 * score({ gain: 0, weights: knots.map(() => [0, 0]) })); // who knows nothing
  });
});
