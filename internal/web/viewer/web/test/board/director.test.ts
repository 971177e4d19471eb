import { describe, expect, test } from "vitest";
import { newDirector } from "../../src/board/director";
import type { MatchData, RoundData } from "../../src/model/data";
import { Playback } from "../../src/model/playback";
import { columns, makeMatch, type Options } from "../fixture";

const [killed, hurt, healed, captured] = [1, 2, 3, 5];

type Planted = readonly [round: number, kind: number, row: number, col: number];

// planted is a match in which nothing happens but what is given.
function planted(events: readonly Planted[], options: Options = {}): Playback {
  const made = makeMatch({ rounds: 60, rows: 40, cols: 60, units: 12, ...options });
  const nowhere = made.legend.rows * made.legend.cols;
  const played = made.played.map(({ v: _v, ...round }, r): RoundData => {
    const here = events.filter(([at]) => at === r);
    const rows = here.map(([, kind, row, col]) => [kind, row * made.legend.cols + col, nowhere, -1, -1, 0, 0, 0]);
    return { ...round, e: columns(rows, false) };
  });
  return new Playback({ ...made, played } satisfies MatchData);
}

const fight = (round: number, row: number, col: number): Planted[] =>
  [0, 1, 2].flatMap((more): Planted[] => [
    [round + more, killed, row, col + more],
    [round + more, hurt, row + 1, col],
  ]);

// at asks a director at a time, in seconds, and a frame. It may look twelve rounds ahead.
const at = (
  direct: ReturnType<typeof newDirector>,
  match: Playback,
  now: number,
  time: number,
  { until = time + 12, turns = [] as number[] } = {},
) =>
  direct(
    match,
    now,
    time,
    until,
    turns.map((round) => ({ round })),
  );

describe("a director", () => {
  test("finds a fight, and shows all of the board where nothing happens", () => {
    const match = planted(fight(20, 30, 10));
    const director = newDirector();
    const found = at(director, match, 0, 20);
    expect(found?.zoom).toBeGreaterThan(1.5);
    expect(Math.abs((found?.x ?? 0) - 11)).toBeLessThan(2);
    expect(Math.abs((found?.y ?? 0) - 31)).toBeLessThan(2);
    expect(at(director, match, 9, 50)).toBeUndefined();
  });

  test("sees a fight come, but nothing behind the horizon", () => {
    const match = planted(fight(20, 30, 10));
    expect(at(newDirector(), match, 0, 15)).toBeDefined();
    expect(at(newDirector(), match, 0, 15, { until: 15 })).toBeUndefined();
  });

  test("takes no births, healings and lone hits for a fight", () => {
    const match = planted([
      [20, healed, 5, 5],
      [20, healed, 5, 6],
      [20, 0, 5, 6],
      [21, hurt, 5, 6],
    ]);
    expect(at(newDirector(), match, 0, 20)).toBeUndefined();
  });

  test("stays for four seconds, and then only leaves for what is livelier", () => {
    const match = planted([...fight(10, 5, 5), ...fight(12, 30, 50), ...fight(13, 31, 50), ...fight(30, 5, 50)]);
    const director = newDirector();
    const first = at(director, match, 0, 9, { until: 11 });
    expect(first?.x).toBeLessThan(10);
    expect(at(director, match, 3.5, 13)).toBe(first);
    const second = at(director, match, 4.5, 13.5);
    expect(second?.x).toBeGreaterThan(40);
    expect(at(director, match, 9, 14)).toBe(second);
    expect(at(director, match, 14, 20, { until: 22 })).toBeUndefined(); // it is over
  });

  test("does not leave for a place that is as lively", () => {
    const match = planted([...fight(10, 5, 5), ...fight(10, 30, 50)]);
    const director = newDirector();
    const first = at(director, match, 0, 10);
    expect(at(director, match, 10, 10.5)).toBe(first);
  });

  test("goes at once where the reader jumps", () => {
    const match = planted([...fight(10, 5, 5), ...fight(40, 30, 50)]);
    const director = newDirector();
    at(director, match, 0, 10);
    expect(at(director, match, 0.1, 40)?.x).toBeGreaterThan(40);
  });

  test("shows the whole board at the start, at the end, and where a capture turns the match", () => {
    const match = planted([...fight(0, 5, 5), ...fight(30, 5, 5), [31, captured, 5, 5], ...fight(57, 5, 5)]);
    const director = newDirector();
    expect(at(director, match, 0, 0)).toBeUndefined();
    expect(at(director, match, 1, 1)).toBeUndefined(); // for a while
    expect(at(director, match, 5, 2)).toBeDefined();
    expect(at(director, match, 6, 30)).toBeDefined();
    expect(at(director, match, 7, 31, { turns: [31] })).toBeUndefined();
    expect(at(newDirector(), match, 0, 59)).toBeDefined();
    expect(at(newDirector(), match, 0, 60)).toBeUndefined();
  });

  test("finds a fight across the seam of a board that wraps and scrolls", () => {
    const wide = { rows: 20, cols: 120, window: true, wrap: true };
    const shifted = planted(
      [
        [20, killed, 10, 118],
        [20, killed, 10, 119],
        [21, killed, 10, 0],
        [21, killed, 10, 1],
        [21, killed, 10, 2],
        [20, hurt, 3, 90],
      ],
      wide,
    );
    const data: MatchData = {
      ...shifted.data,
      start: { ...shifted.data.start, window: [0, 100, 20, 40] },
      played: shifted.data.played.map(({ w: _w, ...round }) => round),
    };
    const found = at(newDirector(), new Playback(data), 0, 20);
    expect(found?.x).toBeGreaterThan(17); // cells from the beginning of the part in play
    expect(found?.x).toBeLessThan(24);
  });
});
