import { expect, test } from "vitest";
import type { MatchData, RoundData } from "../../src/model/data";
import { difference, incomparable, partingOf } from "../../src/model/parting";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";

const options = { rows: 12, cols: 12, rounds: 60, units: 12 };

// changed returns the match with another round.
function changed(round: number, change: (was: RoundData) => Partial<RoundData>): MatchData {
  const match = makeMatch(options);
  return { ...match, played: match.played.map((was) => (was.r === round ? { ...was, ...change(was) } : was)) };
}

const part = (other: MatchData) => partingOf(new Playback(makeMatch(options)), new Playback(other));

test("matches that are alike never part", () => {
  expect(part(makeMatch(options))).toEqual({ kind: "never" });
});

test("CPU times, notes and output don't count", () => {
  const noted = changed(20, () => ({ p: [9, 9, 9, 9, 1, 1, 1, 1], d: [], l: [{ seat: 0, text: "another word" }] }));
  expect(part(noted)).toEqual({ kind: "never" });
});

test("a text that is other once makes a command other rounds later, too", () => {
  const match = makeMatch(options);
  const spoken = match.played.findIndex((each) => (each.q?.length ?? 0) > 0);
  const other = changed(spoken, ({ t = [] }) => ({ t: t.map((text) => `${text}!`) }));
  expect(part(other)).toMatchObject({ kind: "orders", round: spoken });
  // Where nothing is said with it yet, the data of the rounds after it are equal.
  const early = {
    ...match,
    texts: ["a"],
    played: match.played.map((each) => ({ ...each, t: [], q: [], x: [], e: [], u: [], m: [], g: [], k: [] })),
  };
  const order = (each: RoundData): RoundData => (each.r === 7 ? { ...each, q: [0, 1, 1, 0, 1] } : each);
  const speaking = (...texts: string[]) => new Playback({ ...early, texts, played: early.played.map(order) });
  expect(partingOf(speaking("a"), speaking("b"))).toMatchObject({ kind: "orders", round: 7 });
  expect(partingOf(speaking("a", "b"), speaking("a\nb"))).toMatchObject({ kind: "orders", round: 7 });
  expect(partingOf(speaking("a"), speaking("a"))).toEqual({ kind: "never" });
});

test("a shorter match is alike until it ends", () => {
  const match = makeMatch(options);
  expect(part({ ...match, played: match.played.slice(0, 33) })).toEqual({ kind: "length", round: 33 });
});

test("the first other command is told, with its seat", () => {
  const match = makeMatch(options);
  const round = match.played.find((each) => each.r >= 30 && (each.q?.length ?? 0) > 0)!;
  const count = round.q!.length / 5;
  const last = count - 1;
  const seat = round.q![last]!;
  const orders = new Playback(match).round(round.r)!.orders.filter((order) => order.seat === seat);
  const without = changed(round.r, ({ q = [] }) => ({ q: q.filter((_, i) => i % count !== last), x: [] }));
  expect(part(without)).toEqual({
    kind: "orders",
    round: round.r,
    seats: [seat],
    first: [orders.at(-1), undefined],
  });
});

test("a board that differs after the same commands", () => {
  const ordered = makeMatch(options).played.findIndex((each) => (each.q?.length ?? 0) > 0);
  const scored = changed(40, ({ n = Array<number>(8).fill(0) }) => ({
    n: n.map((value, i) => value + Number(i === 2)),
  }));
  expect(part(scored)).toEqual({ kind: "board", round: 41, part: "numbers", known: ordered >= 0 && ordered <= 40 });
  const quiet = (data: MatchData): Playback =>
    new Playback({ ...data, played: data.played.map((each) => (each.r < 30 ? each : { ...each, q: [], x: [] })) });
  expect(partingOf(quiet(makeMatch(options)), quiet(scored))).toMatchObject({ round: 41, known: true });
  const { start } = makeMatch(options);
  const atTheEnd = changed(59, ({ n = Array<number>(8).fill(0) }) => ({ n: n.map((value) => value + 1) }));
  expect(part(atTheEnd)).toMatchObject({ round: 60, part: "numbers" });
  const cells = [1, 144];
  expect(part({ ...makeMatch(options), start: { ...start, cells } })).toMatchObject({
    round: 0,
    part: "cells",
    known: false,
  });
});

test("a player who is frozen on one side only", () => {
  const frozen = changed(25, () => ({ v: [{ seat: 2, kind: "crash", detail: "exit status 1" }] }));
  expect(part(frozen)).toEqual({ kind: "frozen", round: 25, seats: [2] });
});

test("what can't be compared is said in words", () => {
  const match = makeMatch(options);
  expect(incomparable(match, match)).toBe("");
  expect(incomparable(match, { ...match, game: "other", title: "Other" })).toContain("Made up and Other");
  expect(incomparable(match, { ...match, players: match.players.slice(1) })).toContain("4 and 3 players");
  expect(incomparable(match, makeMatch({ ...options, rows: 14 }))).toContain("12 × 12 and 14 × 12");
  const numbers = { ...match.legend, numbers: ["score", "gold"] };
  expect(incomparable(match, { ...match, legend: numbers })).toContain("different versions");
});

test("a difference goes as far as one of the matches, and the other one stays at its end", () => {
  expect(difference([0, 1, 5], [0, 4, 3, 9, 2])).toEqual([0, 3, -2, 4, -3]);
  expect(difference([0, 4, 3, 9], [0, 1])).toEqual([0, -3, -2, -8]);
  expect(difference([], [0, 1])).toEqual([0, 1]);
});
