import { expect, test } from "vitest";
import {
  entriesOf,
  everything,
  failedKind,
  kindsOf,
  lineKind,
  noteKind,
  select,
  verdictKind,
} from "../../src/model/entries";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";

const match = new Playback(makeMatch({ rows: 10, cols: 12, rounds: 160, units: 30 }));
const all = entriesOf(match);

test("the list has all events, notes with words, lines and verdicts, by round", () => {
  const rounds = Array.from({ length: match.last }, (_, n) => match.round(n)!);
  const told = rounds.flatMap((r) => [
    ...r.events,
    ...r.verdicts,
    ...r.lines,
    ...r.orders.filter((order) => order.failed),
    ...r.notes.filter((note) => note.text !== ""),
  ]);
  expect(all).toHaveLength(told.length);
  expect(all.map(({ round }) => round)).toEqual(all.map(({ round }) => round).toSorted((a, b) => a - b));
  expect(kindsOf(match)).toEqual(expect.arrayContaining([...new Set(all.map(({ kind }) => kind))]));
});

test.each([
  ["a player", { seat: 2 }, (e: (typeof all)[number]) => e.seat === 2],
  ["a kind", { kind: lineKind }, (e: (typeof all)[number]) => e.kind === lineKind],
  ["a note's kind", { kind: noteKind }, (e: (typeof all)[number]) => e.kind === noteKind],
  ["orders that failed", { kind: failedKind }, (e: (typeof all)[number]) => e.kind === failedKind],
  ["a verdict", { kind: verdictKind }, (e: (typeof all)[number]) => e.kind === verdictKind],
  ["a unit that does it or to which it is done", { unit: 9 }, (e: (typeof all)[number]) => [e.unit, e.by].includes(9)],
  ["words in any case", { text: " WARNING in " }, (e: (typeof all)[number]) => e.text.includes("warning in")],
])("is filtered by %s", (_, change, wanted) => {
  const found = select(all, { ...everything, ...change });
  expect(found).toEqual(all.filter(wanted));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
});

test("filters hold together", () => {
  const found = select(all, { seat: 2, kind: lineKind, unit: -1, text: "round 10" });
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringContaining("round 10"),
    ...found.slice(1).map((e) => e.text),
  ]);
  expect(found.every((e) => e.seat === 2 && e.kind === lineKind)).toBe(true);
});

test("a unit's entries are also those of what it does to others", () => {
  const entry = { round: 1, seat: 0, kind: "hurt", cell: 3, unit: 4, by: 9, text: "ork 4 is hurt by ork 9" };
  expect(select([entry], { ...everything, unit: 9 })).toEqual([entry]);
  expect(select([entry], { ...everything, unit: 8 })).toEqual([]);
});
