// Learns the weights of chances.ts from the courses of matches: those under which what happened was likeliest.
// A little is taken from large weights, so that few matches don't make them larger still.

import { chances, ended, knots, type Scores, sharesOf, type Sight, sights, type Learned } from "../src/model/chances";
import { turns } from "../src/model/story";

export interface Course {
  readonly game: string;
  readonly seed: number;
  readonly scores: Scores;
}

// coursesOf reads what go run ./sdk/bots/courses has written: one a line, with gains in place of scores.
export const coursesOf = (text: string): Course[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { game, seed, gains }: { game: string; seed: number; gains: number[][] } = JSON.parse(line);
      return { game, seed, scores: gains.map(summed) };
    });

function summed(gains: readonly number[]): number[] {
  let score = 0;
  return gains.map((gain) => (score += gain));
}

export const roundsOf = (course: Course): number => (course.scores[0]?.length ?? 1) - 1;

// winners are the players in the first place; of several, each has a part.
export const winners = ({ scores }: Course): number[] => ended(scores.map((of) => of[of.length - 1] ?? 0));

const frames = 40; // of each match, evenly: those beside each other say nearly the same
const steps = 30; // of Newton's method, which takes ten
const price = 1e-3; // of a weight, squared

// Case is what was seen before a round, by seat as one value for each weight, and who won in the end.
interface Case {
  readonly values: readonly (readonly number[])[];
  readonly won: readonly number[];
}

// usualGain is what a player gains in a round of most matches: in a few of Ork Island they gain a thousand times as much.
function usualGain(courses: readonly Course[]): number {
  const each = courses
    .map((course) => {
      const all = course.scores.reduce((sum, of) => sum + Math.abs(of[of.length - 1] ?? 0), 0);
      return all / course.scores.length / roundsOf(course);
    })
    .sort((a, b) => a - b);
  return each[Math.floor(each.length / 2)] ?? 0;
}

export function learn(courses: readonly Course[]): Learned {
  const gain = new Set(courses.map(({ game }) => game)).size > 1 ? 0 : Number(usualGain(courses).toPrecision(3));
  const cases = courses.flatMap((course) => casesOf(course, gain));
  const [first] = cases;
  let weights = (first?.values[0] ?? []).map(() => 0);
  for (let step = 0; step < steps; step++) {
    const change = newton(cases, weights);
    weights = weights.map((weight, i) => weight + (change[i] ?? 0));
    if (Math.max(...change.map(Math.abs)) < 1e-6) {
      break;
    }
  }
  const each = weights.length / knots.length;
  const byKnot = knots.map((_, knot) =>
    weights.slice(knot * each, (knot + 1) * each).map((weight) => Number(weight.toFixed(3))),
  );
  return { gain, weights: byKnot };
}

function casesOf(course: Course, gain: number): Case[] {
  const rounds = roundsOf(course);
  const won = winners(course);
  const every = Math.max(1, Math.round(rounds / frames));
  return sights(course.scores, rounds, gain)
    .slice(1, rounds)
    .filter((_, i) => i % every === 0)
    .map((sight) => ({ values: valuesOf(sight), won }));
}

const valuesOf = ({ left, features }: Sight): number[][] => {
  const shares = sharesOf(left);
  return features.map((own) => shares.flatMap((share) => own.map((value) => share * value)));
};

// newton returns the step that leads to the best weights if the likelihood were a parabola.
function newton(cases: readonly Case[], weights: readonly number[]): number[] {
  const slope = weights.map((weight) => -price * weight);
  const bend = weights.map((_, i) => weights.map((_, j) => (i === j ? Number(price) : 0)));
  for (const { values, won } of cases) {
    const odds = softmax(values.map((own) => dot(own, weights)));
    const mean = weights.map((_, i) => odds.reduce((sum, chance, seat) => sum + chance * (values[seat]?.[i] ?? 0), 0));
    values.forEach((own, seat) => {
      const [chance, right] = [odds[seat] ?? 0, won[seat] ?? 0];
      own.forEach((value, i) => {
        slope[i] = (slope[i] ?? 0) + ((right - chance) * value) / cases.length;
        const row = bend[i] ?? [];
        const scale = (chance * (value - (mean[i] ?? 0))) / cases.length;
        for (let j = 0; scale !== 0 && j < row.length; j++) {
          row[j] = (row[j] ?? 0) + scale * ((own[j] ?? 0) - (mean[j] ?? 0));
        }
      });
    });
  }
  return solved(bend, slope);
}

function softmax(points: readonly number[]): number[] {
  const most = Math.max(...points);
  const parts = points.map((one) => Math.exp(one - most));
  const all = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / all);
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);

// solved returns the x of matrix x = right. The matrix is positive definite, so that no row need be exchanged.
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  rows.forEach((pivot, i) => {
    for (const row of rows.slice(i + 1)) {
      const times = (row[i] ?? 0) / (pivot[i] ?? 1);
      for (let j = i; times !== 0 && j < row.length; j++) {
        row[j] = (row[j] ?? 0) - times * (pivot[j] ?? 0);
      }
    }
  });
  const x: number[] = right.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i] ?? [];
    x[i] = ((row[rows.length] ?? 0) - dot(row.slice(i + 1, -1), x.slice(i + 1))) / (row[i] ?? 1);
  }
  return x;
}

// A Forecast is a chance, whether it came true, and what share of the match was over.
export type Forecast = readonly [chance: number, came: number, over?: number];

// Bin counts forecasts that are alike, and how often they came true.
export interface Bin {
  count: number;
  said: number; // the sum of the chances
  true: number;
}

// reliability sorts forecasts by their chance, and says how often those of each sort came true.
export function reliability(forecasts: readonly Forecast[], edges: readonly number[]): Bin[] {
  const bins = edges.map((): Bin => ({ count: 0, said: 0, true: 0 }));
  for (const [chance, came] of forecasts) {
    const bin =
      bins[
        Math.max(
          0,
          edges.findLastIndex((edge) => chance >= edge),
        )
      ];
    if (bin !== undefined) {
      bin.count++;
      bin.said += chance;
      bin.true += came;
    }
  }
  return bins;
}

// forecasts are the chances of each player before every round of a match, and whether it won.
export const forecasts = (course: Course, of: Learned): [number, number][] => {
  const won = winners(course);
  return chances(course.scores, roundsOf(course), of)
    .slice(1, -1)
    .flatMap((of) => of.map((chance, seat): [number, number] => [chance, won[seat] ?? 0]));
};

// turned are the chances after each turning point of a match, of the player whose turn it is, and whether it won.
export const turned = (course: Course): Forecast[] => {
  const [won, rounds] = [winners(course), roundsOf(course)];
  return turns(course.scores, rounds, course.game)
    .filter(({ after }) => Math.max(...after) < 1) // else it is no forecast, but the end
    .map(({ after, seat, round }) => [after[seat] ?? 0, won[seat] ?? 0, round / rounds]);
};

// thirdOf are the forecasts in one third of the match: 0, 1 or 2.
export const thirdOf = (all: readonly Forecast[], third: number): Forecast[] =>
  all.filter(([, , over = 0]) => Math.floor(3 * over) === third);

// Held says how forecasts were kept: how much more often they came true than they said, and how far off this may be by
// the luck of the matches, 19 times of 20. Those of one match come true or fail together.
export interface Held {
  readonly count: number;
  readonly said: number;
  readonly off: number;
  readonly luck: number;
}

export function held(matches: readonly (readonly Forecast[])[]): Held {
  const all = matches.flat();
  const count = Math.max(1, all.length);
  const off = all.reduce((sum, [chance, came]) => sum + came - chance, 0) / count;
  const squares = matches.map((of) => of.reduce((sum, [chance, came]) => sum + came - chance - off, 0) ** 2);
  return {
    count: all.length,
    said: all.reduce((sum, [chance]) => sum + chance, 0) / count,
    off,
    luck: (1.96 * Math.sqrt(squares.reduce((sum, one) => sum + one, 0))) / count,
  };
}

// brier is the mean square of how far forecasts were from what came; 0 is best.
export const brier = (all: readonly Forecast[]): number =>
  all.reduce((sum, [chance, came]) => sum + (chance - came) ** 2, 0) / all.length;
