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
import { fold } from "../../src/model/fold";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";

const match = new Playback(makeMatch({ rows: 10, cols: 12, rounds: 160, units: 30 }));
const all = entriesOf(match);
const alone = { great: false, times: 1 };

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
  ["weight", { great: true }, (e: (typeof all)[number]) => e.great],
  ["words in any case", { text: " WARNING in " }, (e: (typeof all)[number]) => e.text.includes("warning in")],
])("is filtered by %s", (_, change, wanted) => {
  const found = select(all, { ...everything, ...change });
  expect(found).toEqual(all.filter(wanted));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all.length);
});

test("filters hold together", () => {
  const found = select(all, { ...everything, seat: 2, kind: lineKind, text: "round 10" });
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringContaining("round 10"),
    ...found.slice(1).map((e) => e.text),
  ]);
  expect(found.every((e) => e.seat === 2 && e.kind === lineKind)).toBe(true);
});

test("a unit's entries are also those of what it does to others", () => {
  const entry = { round: 1, seat: 0, kind: "hurt", cell: 3, unit: 4, by: 9, text: "ork 4 is hurt by ork 9", ...alone };
  expect(select([entry], { ...everything, unit: 9 })).toEqual([entry]);
  expect(select([entry], { ...everything, unit: 8 })).toEqual([]);
});

test("great are verdicts, and events that the game calls great", () => {
  const major = new Set(match.data.legend.events.filter((event) => event.major).map(({ name }) => name));
  expect(all.filter(({ great }) => great).map(({ kind }) => kind)).toEqual(
    all.map(({ kind }) => kind).filter((kind) => major.has(kind) || kind === verdictKind),
  );
});

test("small entries of a kind, a player and a round become one, and none is lost", () => {
  const entry = (round: number, seat: number, kind: string) => ({
    round,
    seat,
    kind,
    cell: 1,
    unit: 2,
    by: 3,
    text: kind,
    ...alone,
  });
  const told = [entry(1, 0, "hit"), entry(1, 1, "hit"), entry(1, 0, "won"), entry(1, 0, "hit"), entry(2, 0, "hit")];
  const folded = fold([...told, entry(2, 0, "won"), entry(2, 0, "won")], new Set(["hit"]));
  expect(folded.map(({ round, seat, kind, times }) => `${round} ${seat} ${kind} ${times}`)).toEqual([
    "1 0 hit 2",
    "1 1 hit 1",
    "1 0 won 1",
    "2 0 hit 1",
    "2 0 won 1",
    "2 0 won 1",
  ]);
  const hits = new Set(match.data.legend.events.map(({ name }) => name));
  expect(fold(all, hits).reduce((sum, { times }) => sum + times, 0)).toBe(all.length);
});

test("numbers for charts are no entries", () => {
  const note = { seat: 0, kind: "chart", cell: -1, to: -1, unit: -1, text: "army", value: 3 } as const;
  const { data } = match;
  const charted = new Playback({
    ...data,
    played: data.played.map((round) => ({ ...round, d: [...(round.d ?? []), note] })),
  });
  expect(charted.charted).toBe(true);
  expect(match.charted).toBe(false);
  expect(entriesOf(charted)).toEqual(all);
});
