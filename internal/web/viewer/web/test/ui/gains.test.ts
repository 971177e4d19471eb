// Nobody gains less than nothing: what a turning point says by points is tried in all games and tongues.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { type Course, coursesOf } from "../../bench/learn";
import type { MatchData, RoundData } from "../../src/model/data";
import { Playback } from "../../src/model/playback";
import { causeOf } from "../../src/ui/cause";
import { turnsOf } from "../../src/ui/story";
import { names, type Tongue, use } from "../../src/ui/tongues";
import { tableOf, type Tongues } from "../../tables.mjs";
import { makeMatch, random } from "../fixture";

const tongues = JSON.parse(readFileSync("src/tongues.json", "utf8")) as Tongues;
const speak = (name: Tongue): void => use(name, name === "en" ? { texts: {}, forms: [] } : tableOf(tongues, name));
const all = Object.keys(names) as Tongue[];

afterEach(() => speak("en"));

const made = makeMatch({ rows: 4, cols: 4, rounds: 0, units: 0 });

// matchOf is a match in which nothing happens but that scores change.
function matchOf({ game, scores }: Pick<Course, "game" | "scores">): Playback {
  const rounds = (scores[0]?.length ?? 1) - 1;
  const at = (frame: number): number[] => scores.map((of) => of[frame] ?? 0);
  const still = [0, 0, 0, 0];
  const played = Array.from({ length: rounds }, (_, r): RoundData => {
    const was = at(r);
    return { r, n: [...at(r + 1).map((now, seat) => now - (was[seat] ?? 0)), ...still] };
  });
  const data: MatchData = { ...made, game, rounds, played, start: { ...made.start, numbers: [at(0), still] } };
  return new Playback(data);
}

// wrong is what no sentence may have: a number below zero, or a gain or loss of none.
const wrong = /-\d|(gains|guanya|gana|wins|loses|perd|pierde|lost|perdut|perdido) 0\b/;

test("in matches of all games", () => {
  const courses = coursesOf(gunzipSync(readFileSync("test/model/courses.jsonl.gz")).toString());
  const told = new Map<string, number>();
  for (const course of courses.filter((_, i) => i % 40 < 4)) {
    const match = matchOf(course);
    for (const turn of turnsOf(match)) {
      for (const tongue of all) {
        speak(tongue);
        expect(causeOf(match, turn), `${course.game}, seed ${course.seed}`).not.toMatch(wrong);
      }
      told.set(course.game, (told.get(course.game) ?? 0) + 1);
    }
  }
  expect([...told.values()].filter((count) => count > 5)).toHaveLength(4);
});

test("whoever gains and loses, and whatever", () => {
  const draw = random(5);
  const seen = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const change = (): number => draw(3) * (draw(41) - 20);
    const match = matchOf({ game: "made-up", scores: [0, 1, 2, 3].map(() => [100, 100 + change()]) });
    const chances = (): number[] => [0, 1, 2, 3].map(() => draw(100) / 100);
    const turn = { round: 1, seat: draw(4), from: 0, to: 1, before: chances(), after: chances(), weight: 1 };
    for (const tongue of all) {
      speak(tongue);
      const words = causeOf(match, turn);
      expect(words).not.toMatch(wrong);
      seen.add(`${tongue} ${words.replace(/\w*\d+|anna|ben|cleo|dora/g, "…").replace(/points?|puntos?|punts?/g, "p")}`);
    }
  }
  expect(seen.size, [...seen].join("\n")).toBeGreaterThan(4 * all.length);
});
