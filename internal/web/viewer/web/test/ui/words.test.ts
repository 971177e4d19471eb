import { expect, test } from "vitest";
import {
  count,
  marginWords,
  order,
  outcomeWords,
  parsePlace,
  places,
  roundText,
  shares,
  signed,
  time,
  verdictName,
} from "../../src/ui/words";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";

test("CPU time is said in the unit that fits", () => {
  expect([-1, 0, 850, 1000, 12_345, 999_000, 1_500_000, 12_000_000].map(time)).toEqual([
    "not known",
    "0 µs",
    "850 µs",
    "1.0 ms",
    "12 ms",
    "999 ms",
    "1.5 s",
    "12 s",
  ]);
});

test("equal scores share a place", () => {
  expect(places([5, 9, 5, 1])).toEqual([2, 1, 2, 4]);
});

test("players are in the order of their places, and of their seats if they share one", () => {
  expect(order([5, 9, 5, 1])).toEqual([1, 0, 2, 3]);
});

test("the scores are shares of their sum", () => {
  expect(shares([30, 10, 0, -20])).toEqual([0.75, 0.25, 0, 0]);
  expect(shares([0, 0])).toEqual([0.5, 0.5]);
  expect([signed(0.0234), signed(-0.5), signed(0)]).toEqual(["+2.3 %", "-50.0 %", "0.0 %"]);
});

test("the first is so far before the second", () => {
  expect(marginWords([100, 50, 125])).toBe("25 ahead, 25 %");
  expect(marginWords([1297, 20])).toBe("1277 ahead, 65 times as much");
  expect(marginWords([5, 0])).toBe("5 ahead");
  expect(marginWords([7, 7, 1])).toBe("");
  expect(marginWords([7])).toBe("");
});

test("what if is answered by the player's places and scores", () => {
  const match = makeMatch({ rows: 5, cols: 8, rounds: 1 });
  const end = (name: string, scores: number[]): Playback => {
    const players = match.players.map((player, seat) => (seat === 0 ? { ...player, label: name } : player));
    const start = { ...match.start, numbers: [scores, [0, 0, 0, 0]] };
    return new Playback({ ...match, players, start, played: [] });
  };
  const before = end("dummy", [0, 9, 9, 9]);
  expect(outcomeWords(before, end("null", [7, 9, 5, 5]), 0, 150)).toBe(
    "null instead of dummy, from round 150 on: place 2 (was 4), score 7 (was 0).",
  );
  expect(outcomeWords(before, end("dummy", [9, 1, 1, 1]), 0, 0)).toBe(
    "dummy, from round 0 on: place 1 (was 4), score 9 (was 0).",
  );
});

test("the slider says round and end", () => {
  expect(roundText(137, 200, 200)).toBe("round 137 of 200");
  expect(roundText(200, 200, 200)).toBe("end, after 200 rounds");
  expect(roundText(50, 50, 200)).toBe("round 50 of 200");
  expect([count(1, "line"), count(2, "line")]).toEqual(["1 line", "2 lines"]);
});

test("a verdict has words, and an unknown one its own", () => {
  expect(verdictName({ seat: 0, kind: "wall", detail: "" })).toBe("too late");
  expect(verdictName({ seat: 0, kind: "new", detail: "" })).toBe("new");
});

test("one finds units by number and cells by row and column", () => {
  const { legend } = makeMatch({ rows: 20, cols: 30, rounds: 1 });
  const cases = {
    "12": { unit: 12 },
    "ork 7": { unit: 7 },
    "3,4": { cell: 94 },
    " 3 ; 4": { cell: 94 },
    "0 0": { cell: 0 },
  };
  for (const [text, want] of Object.entries(cases)) {
    expect(parsePlace(text, legend), text).toEqual(want);
  }
  for (const text of ["", "x", "20,0", "0,30", "1,2,3", "-"]) {
    expect(parsePlace(text, legend), text).toBeUndefined();
  }
});
