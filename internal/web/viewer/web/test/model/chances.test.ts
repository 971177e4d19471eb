import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  brier,
  type Course,
  coursesOf,
  forecasts,
  held,
  learn,
  reliability,
  thirdOf,
  turned,
  winners,
} from "../../bench/learn";
import { chances, isKnown, knots, surest, type Learned, learnedOf } from "../../src/model/chances";
import { random } from "../fixture";

// Courses of matches from which nothing was learned: go run ./sdk/bots/courses -s 920001 -n 150 | gzip -9
const courses = coursesOf(gunzipSync(readFileSync("test/model/courses.jsonl.gz")).toString());
const games = [...new Set(courses.map(({ game }) => game))];
const found = courses.map((course) => ({ game: course.game, turns: turned(course) }));
const five = 0.05; // of a hundred a chance may be off

describe("chances", () => {
  test("come true as often as a turning point says", () => {
    const bins = reliability(
      found.flatMap(({ turns }) => turns),
      [0, 0.4, 0.6, 0.8, 0.95],
    );
    for (const { count, said, true: came } of bins) {
      expect(count).toBeGreaterThan(100);
      expect(Math.abs(said - came) / count).toBeLessThanOrEqual(five);
    }
  });

  test.each([0, 1, 2])("do so in each third of the match: %i", (third) => {
    const { count, off } = held(found.map(({ turns }) => thirdOf(turns, third)));
    expect(count).toBeGreaterThan(300);
    expect(Math.abs(off)).toBeLessThanOrEqual(five);
  });

  test.each(games)("do so in each third of a game, as far as luck lets one say: %s", (name) => {
    const own = found.filter(({ game }) => game === name);
    for (const third of [0, 1, 2]) {
      const { count, off, luck } = held(own.map(({ turns }) => thirdOf(turns, third)));
      expect(count).toBeGreaterThan(30);
      expect(Math.abs(off)).toBeLessThanOrEqual(Math.max(five, luck));
    }
  });

  test("are not too sure in Starships while hardly anybody has scored", () => {
    const own = found.filter(({ game }) => game === "starships");
    const { count, off } = held(own.map(({ turns }) => turns.filter(([, , over = 0]) => over < 0.4)));
    expect(count).toBeGreaterThan(300);
    expect(Math.abs(off)).toBeLessThanOrEqual(five);
  });

  test("are never sure before the end, and then say who won", () => {
    for (const course of courses.slice(0, 20)) {
      const rounds = (course.scores[0]?.length ?? 0) - 1;
      const all = chances(course.scores, rounds, learnedOf(course.game));
      expect(all.at(-1)).toEqual(winners(course));
      expect(Math.max(...all.slice(0, -1).flat())).toBeLessThanOrEqual(surest);
    }
  });

  test("are known of each game that was learned from, and of no other", () => {
    expect(games).toHaveLength(4);
    expect(games.every(isKnown)).toBe(true);
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
