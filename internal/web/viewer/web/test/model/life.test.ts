import { describe, expect, test } from "vitest";
import { failures } from "../../src/model/failures";
import { Life, pathOf } from "../../src/model/life";
import { Playback } from "../../src/model/playback";
import { indexOf } from "../../src/model/units";
import { nearest } from "../../src/ui/life";
import { makeMatch } from "../fixture";

const data = makeMatch({ rows: 10, cols: 12, rounds: 90, units: 16 });
const match = new Playback(data);
const units = Array.from({ length: 24 }, (_, unit) => unit).filter((unit) => match.has(unit));
const rounds = Array.from({ length: match.last }, (_, n) => match.round(n)!);

const cellOf = (unit: number, frame: number): number => {
  const found = match.frame(frame).units;
  return found.cell[indexOf(found, unit)] ?? -1;
};
const ownerOf = (unit: number, frame: number): number | undefined => {
  const found = match.frame(frame).units;
  return found.owner[indexOf(found, unit)];
};

test("the orders that failed are found without decoding the others", () => {
  expect(rounds.flatMap((_, n) => failures(match, n)).length).toBeGreaterThan(9);
  for (const { number, orders } of rounds) {
    const slow = orders.filter((order) => order.failed);
    expect(failures(match, number)).toEqual(
      slow.map(({ seat, unit, text, outcome }) => ({ seat, unit, order: text, why: outcome })),
    );
  }
});

describe("the life of a unit", () => {
  test.each(units)("%i has its chapters where it is there, with their owners", (unit) => {
    const { chapters } = new Life(match, unit).readTo();
    for (let frame = 0; frame <= match.last; frame++) {
      const own = chapters.filter(({ from, to }) => frame >= from && frame <= to).map(({ owner }) => owner);
      const owner = ownerOf(unit, frame);
      expect(own).toEqual(owner === undefined ? [] : [owner]);
    }
  });

  test.each(units)("%i has all that happened to it and all orders that failed", (unit) => {
    const { episodes } = new Life(match, unit).readTo();
    const lasted = (what: string): number =>
      episodes.filter((e) => e.what === what).reduce((sum, { round, last }) => sum + last - round + 1, 0);
    const happened = rounds.flatMap((r) => r.events).filter((event) => event.unit === unit);
    const looks = happened.map((event) => data.legend.events[event.kind]?.look);
    for (const look of ["birth", "death", "hit", "capture"] as const) {
      expect(lasted(look), look).toBe(looks.filter((one) => one === look).length);
    }
    const failed = rounds.flatMap((r) => r.orders).filter((order) => order.unit === unit && order.failed);
    expect(lasted("failed")).toBe(failed.length);
  });

  test("goes on with a match that goes on", () => {
    const live = new Playback({ ...data, played: data.played.slice(0, 30), live: true });
    const life = new Life(live, 9).readTo();
    const before = life.episodes.length;
    data.played.slice(30).forEach((round) => live.append(round));
    expect(life.readTo().episodes.length).toBeGreaterThan(before);
    expect(life.episodes).toEqual(new Life(match, 9).readTo().episodes);
  });

  test("tells of another owner, if no event does, and of rounds in a row at once", () => {
    const at = cellOf(9, 0);
    const still = { q: [1, 9, 1, -at, 2], x: [0] };
    const changed = new Playback({
      ...data,
      played: [
        { r: 0, t: ["north", "water"], ...still },
        { r: 1, ...still },
        { r: 2, u: [9, 0, 1, 0, 0] },
        { r: 3, ...still },
      ],
    });
    const life = new Life(changed, 9).readTo();
    expect(life.episodes).toEqual([
      { round: 0, last: 1, what: "failed", text: "north: water" },
      { round: 2, last: 2, what: "owner", text: "now of cleo" },
      { round: 3, last: 3, what: "failed", text: "north: water" },
    ]);
    expect(life.chapters).toEqual([
      { from: 0, to: 2, owner: 1 },
      { from: 3, to: Infinity, owner: 2 },
    ]);
    expect(pathOf(changed, 9, 2, 20)).toEqual({ past: [at, at, at], future: [at] });
    expect(pathOf(changed, 9, 3, 20)).toEqual({ past: [at], future: [at, at] });
  });
});

test("a trail has the cells before and after, and no more than asked for", () => {
  const unit = units.find((one) => new Life(match, one).readTo().chapters[0]?.to === Infinity && cellOf(one, 0) >= 0)!;
  const cells = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, i) => cellOf(unit, from + i));
  expect(pathOf(match, unit, 40, 20)).toEqual({ past: cells(20, 40), future: cells(40, 60) });
  expect(pathOf(match, unit, 3, 20).past).toEqual(cells(0, 3));
  expect(pathOf(match, unit, 88, 20).future).toEqual(cells(88, 90));
  expect(pathOf(match, 999, 3, 20)).toEqual({ past: [], future: [] });
});

test.each([
  [12.3, 10],
  [7.2, 10],
  [15.9, 15],
  [40, 40],
  [31.5, 30],
])("a click at %d of the strip goes to round %i", (place, round) => {
  const one = (first: number, last = first) => ({ round: first, last, what: "hit", text: "" }) as const;
  expect(nearest([one(10), one(14, 18), one(30)], place, 3)).toBe(round);
});
