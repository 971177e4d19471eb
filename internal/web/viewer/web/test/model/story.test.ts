import { describe, expect, test } from "vitest";
import { anyGame } from "../../src/model/chances";
import { Story, turns as turnsOf } from "../../src/model/story";
import { random } from "../fixture";

// course adds up what each player gains in each round.
function course(rounds: number, gains: readonly ((round: number) => number)[]): number[][] {
  return gains.map((gain) => {
    const scores = [0];
    for (let round = 0; round < rounds; round++) {
      scores.push((scores[round] ?? 0) + gain(round));
    }
    return scores;
  });
}

const turns = (scores: number[][], rounds: number) => turnsOf(scores, rounds, anyGame);

describe("turns", () => {
  test("a match in which all gain the same has none", () => {
    expect(turns(course(200, [() => 3, () => 3, () => 3, () => 3]), 200)).toEqual([]);
  });

  test("one that is decided from the beginning has none after it", () => {
    const found = turns(course(200, [() => 9, () => 1, () => 1, () => 1]), 200);
    expect(found.filter(({ round }) => round > 8)).toEqual([]);
  });

  test("the round in which the leader loses its income is the heaviest", () => {
    for (const turn of [40, 100, 150]) {
      const noise = random(turn);
      const found = turns(
        course(200, [
          (round) => (round < turn ? 8 : 1) + noise(2),
          (round) => (round < turn ? 4 : 30) + noise(2),
          () => 2 + noise(2),
          () => 2 + noise(2),
        ]),
        200,
      );
      const heaviest = found.reduce((a, b) => (b.weight > a.weight ? b : a));
      expect(Math.abs(heaviest.round - turn)).toBeLessThanOrEqual(3);
      expect(heaviest.before[0]).toBeGreaterThan(0.6);
      expect(heaviest.after[1]).toBeGreaterThan(0.6);
    }
  });

  test("a lead that is won and lost again makes two", () => {
    const found = turns(
      course(300, [(round) => (round >= 80 && round < 160 ? 12 : 4), (round) => (round >= 160 ? 12 : 4)]),
      300,
    );
    expect(found.map(({ round }) => round)).toEqual([expect.closeTo(80, -1), expect.closeTo(160, -1)]);
  });

  test("a loss of points at once is one, too", () => {
    const found = turns(course(100, [(round) => (round === 60 ? -300 : 5), () => 4]), 100);
    const heaviest = found.reduce((a, b) => (b.weight > a.weight ? b : a));
    expect(Math.abs(heaviest.round - 60)).toBeLessThanOrEqual(4);
  });

  test("there are at most ten, in order, and apart", () => {
    const noise = random(5);
    const found = turns(course(1000, [() => noise(50), () => noise(50), () => noise(50), () => noise(50)]), 1000);
    expect(found.length).toBeLessThanOrEqual(10);
    found.slice(1).forEach(({ round }, i) => expect(round - (found[i]?.round ?? 0)).toBeGreaterThanOrEqual(40));
  });

  test("what was played so far is enough, and may be nothing", () => {
    expect(turns(course(0, [() => 1, () => 1]), 200)).toEqual([]);
    const live = course(120, [(round) => (round < 60 ? 8 : 0), (round) => (round < 60 ? 3 : 20)]);
    expect(turns(live, 200).map(({ round }) => round)).toEqual([expect.closeTo(60, -1)]);
  });
});

test("the turns of a match that comes a few rounds at a time are those of the same match at once", () => {
  const draw = random(11);
  const gains = [9, 4, 2, 2].map((most) => (round: number) => draw(round > 100 ? 6 : most) + 1);
  const scores = course(200, gains);
  const story = new Story(200, anyGame);
  for (let length = 1; length <= 201; length += 1 + draw(9)) {
    const so = scores.map((of) => of.slice(0, length));
    expect(story.turns(so)).toEqual(turns(so, 200));
  }
  expect(turns(scores, 200).length).toBeGreaterThan(0);
});
