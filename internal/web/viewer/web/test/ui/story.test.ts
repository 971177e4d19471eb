import { beforeEach, describe, expect, test, vi } from "vitest";
import type { MatchData, RoundData } from "../../src/model/data";
import { Playback } from "../../src/model/playback";
import { jump, toEnd, toEvent } from "../../src/ui/clock";
import { areasOf, textOf } from "../../src/ui/curve";
import { listener } from "../../src/ui/listener";
import * as state from "../../src/ui/state";
import { causeOf } from "../../src/ui/cause";
import { heaviest, leaderSince, pointsOf, stops, teller, ticked, turningPoints, turnsOf } from "../../src/ui/story";
import { columns, makeMatch, random } from "../fixture";

vi.useFakeTimers(); // rounds are told soon
teller.value = causeOf;

const [killed, hurt, captured, found] = [1, 2, 5, 6];
const made = makeMatch({ rows: 10, cols: 12, rounds: 200, units: 12 });

// course gives a match other scores, and nothing that happens but what is given.
function course(gains: readonly ((round: number) => number)[], change: (r: number) => Partial<RoundData>): MatchData {
  const noise = random(3);
  const played = made.played.map(({ v: _v, e: _e, ...round }, r): RoundData => {
    const [, , , , ...rest] = round.n ?? [];
    return { ...round, n: [...gains.map((gain) => gain(r) + noise(2)), ...rest], ...change(r) };
  });
  return { ...made, played };
}

// turned is a match in which anna takes the income from ben in a round.
const turned = (turn: number, change: (r: number) => Partial<RoundData>): MatchData =>
  course([(r) => (r < turn ? 2 : 30), (r) => (r < turn ? 9 : 1), () => 2, () => 2], change);

const event = (kind: number, seat: number): number[] => [kind, 5, 120, -1, -1, seat, 0, 0];

describe("a turning point", () => {
  test("is told by the rarest event of who gains and who loses, and by who takes the lead", () => {
    const data = turned(100, (r) => ({
      e: columns(
        [event(hurt, 1), event(found, 0), ...(r === 100 ? [event(captured, 0), event(killed, 2)] : [])],
        false,
      ),
    }));
    const [heavy] = pointsOf(new Playback(data)).toSorted((a, b) => b.weight - a.weight);
    expect(heavy?.words).toMatch(/^anna: captured/);
    expect(heavy?.seat).toBe(0);
    expect(heavy?.chance).toBe("");
    const [known] = pointsOf(new Playback({ ...data, game: "moria" })).toSorted((a, b) => b.weight - a.weight);
    expect(known?.chance).toMatch(/^\d+ % to \d+ %$/);
  });

  test("is told by a verdict, if there is one", () => {
    const data = turned(100, (r) => ({
      e: columns([event(captured, 0)], false),
      ...(r === 101 ? { v: [{ seat: 1, kind: "crash", detail: "" }] } : {}),
    }));
    const [heavy] = pointsOf(new Playback(data)).toSorted((a, b) => b.weight - a.weight);
    expect(heavy?.words).toMatch(/^ben is frozen \(crashed\)/);
    expect(heavy?.words).not.toContain("captured");
  });

  // won is a match in which a player gets so many more units in a round, of which the legend says what they are for.
  const won = (seat: number, more: number, holdings?: readonly number[]): MatchData => {
    const data = turned(100, (r) => ({ e: columns(r === 100 ? [event(captured, 0)] : [], false) }));
    const played = data.played.map((round, r): RoundData => {
      const n = round.n?.slice(0, 4) ?? [];
      return { ...round, n: [...n, ...[0, 1, 2, 3].map((of) => (r === 101 && of === seat ? more : 0))] };
    });
    return { ...data, played, legend: { ...data.legend, ...(holdings && { holdings }) } };
  };
  const heaviestOf = (data: MatchData): string =>
    pointsOf(new Playback(data)).toSorted((a, b) => b.weight - a.weight)[0]?.words ?? "";

  test("is told by what a player has won or lost of what makes points, and by no other number", () => {
    expect(heaviestOf(won(0, 8, [1]))).toMatch(/^anna wins 8 units/);
    expect(heaviestOf(won(1, -2, [1]))).toMatch(/^anna gains on ben, which has lost 2 units/);
    expect(heaviestOf(won(0, 8))).toMatch(/^anna: captured/);
    expect(heaviestOf(won(0, 0, [1]))).toMatch(/^anna: captured/);
    expect(heaviestOf(won(2, 8, [1]))).toMatch(/^anna: captured/); // of who has no part in it
  });

  test("is told by the units that one player beat, and whose they were", () => {
    const start = new Playback(made).frame(100).units;
    const of = (seat: number): number[] => Array.from(start.id).filter((_, i) => start.owner[i] === seat);
    const [[by = -1], [first = -1, second = -1]] = [of(0), of(1)];
    expect(Math.min(by, first, second)).toBeGreaterThanOrEqual(0);
    const beaten = (unit: number, pays: number): number[] => [killed, 5, 120, unit, by, 1, pays, 0];
    const data = (pays: number): MatchData =>
      turned(100, (r) => ({ e: columns(r === 100 ? [beaten(first, pays), beaten(second, pays)] : [], false) }));
    expect(heaviestOf(data(0))).toMatch(/^anna beats 2 units of ben(;|$)/);
    expect(heaviestOf(data(200))).toMatch(/^anna beats 2 units of ben \(400 points\)/);
  });

  // painted is a match in which cells are worth points: each change gives some to a player, from a round on.
  type Change = readonly [round: number, cells: readonly number[], seat: number];
  const painted = (...changes: readonly Change[]): MatchData => worth(40, ...changes);
  const worth = (points: number, ...changes: readonly Change[]): MatchData => {
    const data = turned(100, (r) => ({
      e: [],
      o: columns(changes.flatMap(([at, cells, seat]) => (at === r ? cells.map((cell) => [cell, seat]) : []))),
    }));
    return {
      ...data,
      legend: { ...data.legend, cells: data.legend.cells.map((kind) => ({ ...kind, worth: points })) },
    };
  };

  test("is told by the cells that a player took, and from whom", () => {
    const cells = [7, 8, 20, 21, 22, 23];
    expect(heaviestOf(worth(400, [10, cells, 1], [102, cells, 0]))).toMatch(/^anna wins \d+ points from ben(;|$)/);
    expect(heaviestOf(painted([10, cells, 1], [102, cells, 0]))).toMatch(
      /^anna wins \d+ points, 240 of them from ben(;|$)/,
    );
    expect(heaviestOf(painted([10, [7, 8], 2], [102, cells, 0]))).toMatch(
      /^anna wins \d+ points, 160 of them from nobody(;|$)/,
    );
    expect(heaviestOf(painted([10, [7, 8, 20], 2], [102, [7, 8, 20], 0]))).toMatch(
      /^anna wins \d+ points, 120 of them from cleo(;|$)/,
    );
  });

  test("is told by what happened while the chances changed", () => {
    const cells = [7, 8, 20, 21, 22, 23];
    const data = painted([10, cells, 1], [102, cells, 0]);
    const match = new Playback(data);
    const [turn] = turnsOf(match).toSorted((a, b) => b.weight - a.weight);
    expect([turn!.from <= turn!.round, turn!.round < turn!.to]).toEqual([true, true]);
    expect(causeOf(match, { ...turn!, from: 110, to: 118 })).not.toContain("from ben");
  });

  test("is told by what a player got most of its points for", () => {
    const star = [found, 5, 120, -1, -1, 0, 60, 0];
    const data = turned(100, (r) => ({ e: columns(r >= 100 && r < 104 ? [star, event(captured, 1)] : [], false) }));
    expect(heaviestOf(data)).toMatch(/^anna gets \d+ points: found × \d/);
  });

  test("is missing where one player leads from the beginning to the end", () => {
    const match = new Playback(course([() => 50, () => 1, () => 1, () => 1], () => ({})));
    expect(pointsOf(match).filter(({ round }) => round > 20)).toEqual([]);
    expect(leaderSince(match)).toEqual({ seat: 0, round: 1 });
    const late = new Playback(turned(100, () => ({})));
    expect(leaderSince(late)?.seat).toBe(0);
    expect(leaderSince(late)?.round).toBeGreaterThan(100);
  });

  test("in which nothing happened is told by the scores", () => {
    expect(heaviestOf(turned(100, () => ({})))).toMatch(/^anna gains \d+ points in \d+ rounds, ben \d+/);
    const data = course([() => 0, () => -5, () => 0, () => 0], () => ({}));
    const still = data.played.map((round) => ({ ...round, n: [0, ...(round.n?.slice(1) ?? [])] }));
    const turn = { seat: 0, from: 100, to: 110, round: 105, before: [0.2, 0.8], after: [0.6, 0.4], weight: 0.4 };
    expect(causeOf(new Playback({ ...data, played: still }), turn)).toMatch(
      /^anna gains on ben, which has lost \d+ points/,
    );
  });

  test("says who takes the lead", () => {
    const data = course([(r) => (r === 100 ? 2000 : 1), () => 4, () => 2, () => 2], () => ({}));
    expect(pointsOf(new Playback(data)).map(({ words }) => words)).toContainEqual(
      expect.stringContaining("anna takes the lead"),
    );
  });
});

describe("the stops", () => {
  beforeEach(() => listener.start(turned(100, () => ({}))));

  test("are the turning points, and the key leads there", () => {
    expect(stops.value).toEqual(turningPoints.value);
    jump(0);
    toEvent(1);
    expect(state.round.value).toBe(turningPoints.value[0]?.round);
    expect(heaviest(1)[0]?.weight).toBe(Math.max(...turningPoints.value.map(({ weight }) => weight)));
  });

  test("are the great events of a match that never turned", () => {
    const e = (r: number): number[] => columns(r === 40 ? [event(captured, 0)] : [], false);
    listener.start(
      course(
        [() => 0, () => 0, () => 0, () => 0].map(() => () => 3),
        (r) => ({ n: [], e: e(r) }),
      ),
    );
    expect(turningPoints.value).toEqual([]);
    expect(stops.value.map(({ round }) => round)).toEqual([40]);
  });

  test("of a live match are those so far", () => {
    const whole = turned(60, () => ({}));
    listener.start({ ...whole, played: whole.played.slice(0, 50), live: true, ended: false });
    const before = turningPoints.value.filter(({ weight }) => weight > 0.5);
    whole.played.slice(50, 120).forEach((round) => listener.round(round));
    vi.advanceTimersByTime(50);
    expect(before).toEqual([]);
    expect(turningPoints.value).toEqual([]); // nobody has seen these rounds
    toEnd();
    expect(heaviest(1)[0]?.round).toBeGreaterThan(50);
    expect(heaviest(1)[0]?.round).toBeLessThan(70);
  });
});

test("the curve is filled by the parts that players have of all chances, from the beginning to the end", () => {
  const rounds = 5000;
  const chances = Array.from({ length: rounds + 1 }, (_, n) => [0.99 - n / rounds, n / rounds, 0.01]);
  const [first = "", second = "", third = ""] = areasOf(chances, rounds);
  const corners = (d: string): number[][] =>
    d
      .slice(1, -1)
      .split("L")
      .map((place) => place.split(" ").map(Number));
  expect(corners(first)[0]).toEqual([0, 0]);
  expect(corners(first)).toContainEqual([rounds, 0]);
  expect(corners(first).at(-1)).toEqual([0, 0.99]);
  expect(corners(second)[0]).toEqual([0, 0.99]); // it begins where the one above ends
  expect(corners(third).at(-1)).toEqual([0, 1]);
  expect(corners(first).length).toBeLessThan(1500);
  expect(areasOf([[0.5, 0.5]], 0)).toHaveLength(2);
});

test("a turning point says elsewhere of which match it is", () => {
  listener.start(turned(100, () => ({})));
  const [point] = heaviest(1);
  vi.stubGlobal("document", { getElementById: () => null });
  vi.stubGlobal("location", new URL("https://example.org/match.html"));
  expect(textOf(state.view.value!, { ...point!, chance: "5 % to 97 %" })).toMatch(
    /, round \d+: anna gains .+\. anna: chance 5 % to 97 %\. https:\/\/example\.org\/match\.html#r=\d+$/,
  );
  vi.stubGlobal("location", new URL("file:///match.html"));
  expect(textOf(state.view.value!, point!)).toMatch(/, round \d+: anna gains [^:]+\.$/);
  vi.unstubAllGlobals();
});

test("a big screen has the last three turning points before now, the newest first", () => {
  const points = [3, 20, 41, 60, 99].map((round) => ({ round, seat: 0, weight: 1, words: "", chance: "" }));
  const rounds = (now: number): readonly number[] => ticked(points, now).map(({ round }) => round);
  expect(rounds(2)).toEqual([]);
  expect(rounds(20)).toEqual([20, 3]);
  expect(rounds(70)).toEqual([60, 41, 20]);
});
