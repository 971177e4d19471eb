import { describe, expect, test } from "vitest";
import { checkMatch } from "../../src/model/check";
import { columns, type MatchData, type RoundData, type UnitData } from "../../src/model/data";
import type { Frame } from "../../src/model/frame";
import { nextOf, previousOf } from "../../src/model/moments";
import { Playback } from "../../src/model/playback";
import { indexOf } from "../../src/model/units";
import { makeMatch, random } from "../fixture";

const match = makeMatch({ rows: 20, cols: 30, rounds: 200, units: 30 });

// rows turns columns into rows, and the gaps in the first column into numbers.
function rows(columns: readonly number[] = [], width: number): number[][] {
  const count = columns.length / width;
  const all = Array.from({ length: count }, (_, i) =>
    Array.from({ length: width }, (_, k) => columns[k * count + i] ?? 0),
  );
  all.forEach((row, i) => (row[0] = (row[0] ?? 0) + (all[i - 1]?.[0] ?? 0)));
  return all;
}

// plainFrame returns what a frame should be, made in a slow way without a cache.
function plainFrame(data: MatchData, n: number) {
  const unroll = (runs: readonly number[]) =>
    runs.flatMap((v, i) => (i % 2 === 0 ? Array<number>(runs[i + 1] ?? 0).fill(v) : []));
  const cells = unroll(data.start.cells);
  const owners = unroll(data.start.owners);
  const units = new Map(data.start.units.map((u) => [u[0], [...u, 0, 0]]));
  const amend = (amounts: readonly number[] | undefined): void => {
    for (const [id = 0, value = 0, most = 0] of rows(amounts, 3)) {
      const [first = 0, ...rest] = units.get(id) ?? [];
      units.set(id, [first, ...rest.slice(0, 4), (rest[4] ?? 0) + value, (rest[5] ?? 0) + most]);
    }
  };
  amend(data.start.signs);
  for (const round of data.played.slice(0, n)) {
    for (const [cell = 0, kind = 0] of rows(round.c, 2)) {
      cells[cell] = kind;
    }
    for (const [cell = 0, owner = 0] of rows(round.o, 2)) {
      owners[cell] = owner;
    }
    for (const [id = 0, way = 0] of rows(round.m, 2)) {
      const unit = units.get(id) ?? [];
      unit[3] = (unit[3] ?? 0) + way;
    }
    for (const [id = 0] of rows(round.g, 1)) {
      units.delete(id);
    }
    for (const [id = 0, ...change] of rows(round.u, 5)) {
      const unit = units.get(id) ?? [id, 0, 0, 0, 0, 0, 0];
      units.set(id, [id, ...change.map((v, i) => (i === 3 ? v : v + (unit[i + 1] ?? 0))), ...unit.slice(5)]);
    }
    amend(round.k);
  }
  return { cells, owners, units: [...units.values()].toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) };
}

function shown(frame: Frame) {
  const { id, kind, owner, cell, value, most, note, count } = frame.units;
  return {
    cells: [...frame.cells],
    owners: [...frame.owners],
    units: Array.from({ length: count }, (_, i) => [id[i], kind[i], owner[i], cell[i], note[i], value[i], most[i]]),
  };
}

const withRound = (round: Partial<RoundData>): MatchData => ({ ...match, played: [{ r: 0, ...round }] });

describe("frames", () => {
  test("are the same in whatever order they are asked for", () => {
    const playback = new Playback(match);
    const next = random(1);
    const asked = [0, 1, 2, 31, 32, 33, 200, 199, 64, 63, ...Array.from({ length: 60 }, () => next(201))];
    for (const n of asked) {
      expect(playback.frame(n).number).toBe(n);
      expect(shown(playback.frame(n)), `frame ${n}`).toEqual(plainFrame(match, n));
    }
  });

  test("are the nearest there is outside the match", () => {
    const playback = new Playback(match);
    expect(playback.last).toBe(200);
    expect(playback.frame(-5).number).toBe(0);
    expect(playback.frame(1e9).number).toBe(200);
    expect(playback.frame(Number.NaN).number).toBe(0);
    expect(playback.frame(7.9).number).toBe(7);
  });

  test("share what did not change", () => {
    const playback = new Playback({ ...match, played: [{ r: 0 }, { r: 1, c: [5, 1] }] });
    expect(playback.frame(1).cells).toBe(playback.frame(0).cells);
    expect(playback.frame(1).units).toBe(playback.frame(0).units);
    expect(playback.frame(2).cells).not.toBe(playback.frame(1).cells);
    expect(playback.frame(0).cells).toBe(playback.frame(0).cells);
  });

  test("have the window and the caption of the round before, unless it changed them", () => {
    const playback = new Playback({
      ...match,
      played: [{ r: 0, w: [1, 2, 3, 4], a: "go" }, { r: 1 }, { r: 2, w: [], a: "" }],
    });
    expect(playback.frame(0).window).toBeUndefined();
    expect(playback.frame(2)).toMatchObject({ window: { row: 1, col: 2, rows: 3, cols: 4 }, caption: "go" });
    expect(playback.frame(3)).toMatchObject({ window: undefined, caption: "" });
  });
});

describe("signs of units", () => {
  const unit = (id: number, cell: number): UnitData => [id, 0, 0, cell, 0];
  const signs = [
    { name: "health", form: "bar" },
    { name: "shots", form: "dots" },
  ] as const;
  // Unit 2 has health 5 of 9 and 3 shots, 7 has one shot. The keys are 4, 5 and 15.
  const start = {
    ...match.start,
    units: [unit(7, 9), unit(2, 1), unit(4, 3)],
    signs: [4, 1, 10, 5, 3, 1, 9, 0, 0],
  };
  const shooters = { ...match, legend: { ...match.legend, signs }, start };
  const played = [
    { r: 0, m: [4, 1] },
    { r: 1, k: [4, 11, -1, 4, 0, 0] }, // 2 is hurt, 7 gets 4 more
    { r: 2, k: [5, 12, -3, 8, 0, 0], u: [8, 0, 0, 5, 0], g: [4] }, // 2 has none, 8 is new
    { r: 3, g: [7] },
  ];
  const had = (playback: Playback, n: number): readonly (readonly number[])[] => {
    const { id, value, most, count } = playback.frame(n).units;
    return Array.from({ length: count }, (_, i) => [
      id[i] ?? -1,
      ...value.slice(2 * i, 2 * i + 2),
      ...most.slice(2 * i, 2 * i + 2),
    ]);
  };

  test("are as before until they change", () => {
    const playback = new Playback({ ...shooters, played });
    expect(playback.damage).toBe("");
    const before = [
      [2, 5, 3, 9, 0],
      [4, 0, 0, 0, 0],
      [7, 0, 1, 0, 0],
    ];
    expect(had(playback, 0)).toEqual(before);
    expect(had(playback, 1)).toEqual(before);
    expect(had(playback, 2)).toEqual([
      [2, 4, 3, 9, 0],
      [4, 0, 0, 0, 0],
      [7, 0, 5, 0, 0],
    ]);
    expect(had(playback, 3)).toEqual([
      [2, 4, 0, 9, 0],
      [7, 0, 5, 0, 0],
      [8, 0, 8, 0, 0],
    ]);
    expect(had(playback, 4)).toEqual([
      [2, 4, 0, 9, 0],
      [8, 0, 8, 0, 0],
    ]);
    expect(playback.frame(4).units.most.length).toBe(4);
  });

  test("share what does not change", () => {
    const playback = new Playback({ ...shooters, played });
    expect(playback.frame(1).units.value).toBe(playback.frame(0).units.value);
    expect(playback.frame(2).units.value).not.toBe(playback.frame(1).units.value);
  });

  test("are of units that are there, and of the legend", () => {
    const damage = (k: readonly number[], legend: MatchData["legend"] = shooters.legend): string =>
      new Playback({ ...shooters, legend, start: { ...start, signs: [] }, played: [{ r: 0, k }] }).damage;
    expect(damage([6, 1, 0])).toContain("a sign of unit 3 changes but it is not there");
    expect(damage([2, 4, 1, 0])).toContain("the list k is cut short");
    expect(damage([4, 1, 0], { ...shooters.legend, signs: [] })).toContain("is not there");
    expect(() => checkMatch({ ...shooters, start: { ...start, signs: [2, 3e9, 0] }, played: [] })).toThrow(
      "3000000000",
    );
  });
});

describe("units", () => {
  const { units } = new Playback(match).frame(0);
  const last = Math.max(...units.id);

  test("come while none goes", () => {
    const after = new Playback(withRound({ u: [last + 3, 0, 1, 5, 0], k: [last + 3, 9, 9] })).frame(1).units;
    expect(after.count).toBe(units.count + 1);
    expect([...after.id]).toEqual([...units.id, last + 3]);
    expect([after.owner.at(-1), after.cell.at(-1), after.value.at(-1)]).toEqual([1, 5, 9]);
  });

  test("get another note, and share what does not change", () => {
    const after = new Playback({ ...withRound({ u: [last, 0, 0, 0, 1], t: ["afraid"] }) });
    const changed = after.frame(1).units;
    expect(after.text(changed.note.at(-1) ?? 0)).toBe("afraid");
    expect([...changed.note].slice(0, -1)).toEqual([...units.note].slice(0, -1));
    expect(changed.cell).toBe(after.frame(0).units.cell);
    expect(changed.note).not.toBe(after.frame(0).units.note);
  });
});

describe("rounds", () => {
  test("have their texts in place of indices, and cells in place of ways", () => {
    const at = match.start.units[9]?.[3] ?? 0;
    const playback = new Playback({
      ...match,
      played: [
        { r: 0, t: ["north", "moved"], q: [1, 9, 1, 40 - at, 2] },
        {
          r: 1,
          t: ["hit"],
          q: [2, 1, 999, 8, 1, 0, 7, 600, 0, 0],
          x: [1],
          e: [2, 3, 40, 7, 600, 1, 9, -1, 8, 9, 1, 0, 30, 0, 3, 0],
        },
      ],
    });
    expect(playback.round(0)?.orders).toEqual([
      { seat: 1, unit: 9, text: "north", to: 40, outcome: "moved", failed: false },
    ]);
    expect(playback.round(1)?.orders).toEqual([
      { seat: 2, unit: 999, text: "north", to: 7, outcome: "", failed: false },
      { seat: 1, unit: 8, text: "", to: -1, outcome: "", failed: true },
    ]);
    expect(playback.round(1)?.events).toEqual([
      { kind: 2, cell: 40, to: -1, unit: 9, by: 8, seat: 1, pays: 30, text: "hit" },
      { kind: 3, cell: 7, to: 8, unit: -1, by: 9, seat: 0, pays: 0, text: "" },
    ]);
    expect(playback.round(2)).toBeUndefined();
    expect(playback.text(3)).toBe("hit");
  });

  test("have notes, lines, times and verdicts", () => {
    const round = new Playback(match).round(150);
    expect(round?.notes[1]).toMatchObject({ seat: 0, kind: "arrow", unit: -1, text: "" });
    expect(round?.lines).toEqual([{ seat: 2, text: "warning in round 150" }]);
    expect(round?.verdicts).toEqual([{ seat: 3, kind: "late", detail: "no answer within 50 ms" }]);
    expect(round?.used).toHaveLength(4);
    expect(round?.used[0]?.status).toBeGreaterThan(0.1);
  });
});

describe("the match as a whole", () => {
  const playback = new Playback(match);

  test("has numbers by frame, and times by round", () => {
    expect(playback.numbers(0, 1)).toHaveLength(201);
    expect(playback.numbers(0, 1)[200]).toBe(match.played.reduce((sum, r) => sum + (r.n?.[1] ?? 0), 0));
    const cpu = playback.traces(match.legend.numbers.length)[2]?.values ?? [];
    expect(cpu).toHaveLength(200);
    expect(cpu[7]).toBe(match.played[7]?.p?.[2]);
    expect(playback.numbers(9, 9)).toHaveLength(0);
  });

  test("has the rounds with major events or verdicts, and one can go from one to the next", () => {
    const rounds = playback.eventRounds();
    expect(rounds).toContain(150);
    const major = match.played.filter(
      (r) => r.v || r.e?.some((k, i, all) => i < all.length / columns.e.length && match.legend.events[k]?.major),
    );
    expect(rounds).toEqual(major.map((r) => r.r));
    const [first = -1, second = -1] = rounds;
    expect(nextOf(rounds, -1)).toBe(first);
    expect(nextOf(rounds, first)).toBe(second);
    expect(previousOf(rounds, second)).toBe(first);
    expect(previousOf(rounds, first)).toBeUndefined();
    expect(nextOf(rounds, 200)).toBeUndefined();
  });

  test("knows which rounds are most worth a look: those with what is rare", () => {
    const great = playback.moments(5);
    expect(great).toHaveLength(5);
    expect(great.map((moment) => moment.round)).toEqual(great.map((moment) => moment.round).toSorted((a, b) => a - b));
    expect(great.find((moment) => moment.round === 150)).toMatchObject({ seat: 3 });
    const all = playback.moments(1000);
    expect(all.map((moment) => moment.round)).toEqual(playback.eventRounds());
    const least = Math.min(...great.map((moment) => moment.weight));
    expect(all.filter((moment) => moment.weight > least).length).toBeLessThan(5);
  });

  test("tells whose event makes a round worth a look", () => {
    const hurtAndKilled = [2, 1, 40, 7, 0, 0, 9, 8, 11, 12, 3, 2, 0, 0, 0, 0];
    expect(new Playback(withRound({ e: hurtAndKilled })).moments(1)).toEqual([{ round: 0, weight: 1, seat: 2 }]);
  });

  test("knows when units died or changed sides", () => {
    const found = new Map<number, number[]>();
    for (let r = 0; r < playback.last; r++) {
      const [before, after] = [playback.frame(r).units, playback.frame(r + 1).units];
      for (let i = 0; i < before.count; i++) {
        const id = before.id[i] ?? -1;
        const j = indexOf(after, id);
        if (j < 0 || after.owner[j] !== before.owner[i]) {
          found.set(id, [...(found.get(id) ?? []), r]);
        }
      }
    }
    expect(found.size).toBeGreaterThan(5);
    for (const [id, [first = -1, second]] of found) {
      expect(playback.turnOf(id, 0, 200)).toBe(first);
      expect(playback.turnOf(id, 0, first)).toBeUndefined();
      expect(playback.turnOf(id, first + 1, 200)).toBe(second);
    }
  });

  test("knows who was frozen, and when", () => {
    expect(playback.verdictOf(3)?.round).toBe(150);
    expect(playback.verdictOf(0)).toBeUndefined();
  });

  test("finds a unit where it is, or in the nearest frame with it", () => {
    const dead = match.played.find((r) => (r.g?.length ?? 0) > 0);
    const id = dead?.g?.[0] ?? -1;
    const end = dead?.r ?? -1;
    const { units } = playback.frame(end);
    expect(playback.where(id, 190)).toEqual({ frame: end, cell: units.cell[indexOf(units, id)] });
    expect(playback.where(id, 0)?.frame).toBe(0);
    const born = match.played
      .flatMap((r) => rows(r.u, 7).map(([id = 0]) => ({ id, frame: r.r + 1 })))
      .find((u) => u.id >= 30);
    expect(playback.where(born?.id ?? -1, 0)?.frame).toBe(born?.frame);
    expect(playback.where(999_999, 0)).toBeUndefined();
  });
});

describe("a live match", () => {
  test("grows round by round into the same as one that is whole", () => {
    const live = new Playback({ ...match, played: [], live: true, ended: false });
    const whole = new Playback(match);
    expect(live.last).toBe(0);
    for (const round of match.played) {
      expect(live.events(round.r), "not there yet, though the board asks").toEqual([]);
      expect(live.append(round)).toBe(true);
      expect(live.events(round.r)).toEqual(whole.events(round.r));
    }
    expect(live.live).toBe(true);
    live.finish(true, "");
    expect([live.last, live.live, live.ended, live.damage]).toEqual([whole.last, false, true, ""]);
    expect(live.eventRounds()).toEqual(whole.eventRounds());
    for (const n of [0, 50, 100, 200]) {
      expect(shown(live.frame(n))).toEqual(shown(whole.frame(n)));
    }
  });

  test("tells at its end where the files of bots are", () => {
    const kept = [{ seat: 1, dir: "kept/orkisland-7-1", files: "log.txt (3 bytes)" }];
    const live = new Playback({ ...match, played: [], live: true, ended: false });
    expect(live.kept).toEqual([]);
    live.finish(true, "", kept);
    expect(live.kept).toEqual(kept);
    expect(new Playback({ ...match, kept }).kept).toEqual(kept);
  });
});

describe("a damaged round ends the match there and says why", () => {
  const units = match.start.units.length;
  const cases: [string, Partial<RoundData>, string][] = [
    ["another number", { r: 5 }, "its number is 5, not 0"],
    ["a cell off the board", { c: [600, 0] }, "cell 600 changes, but there are 600"],
    ["a kind that is not there", { c: [0, 4] }, "the kind of a cell is 4, not from 0 to 3"],
    ["an owner who is not there", { o: [0, 4] }, "an owner is 4"],
    ["a list cut short", { m: [1] }, "the list m is cut short"],
    ["a move of nobody", { m: [units + 5, 1] }, `unit ${units + 5} moves but is not there`],
    ["a move off the board", { m: [0, 600] }, "unit 0 moves off the board"],
    ["a move past the board", { m: [0, 601] }, "a way is 601, not from -600 to 600"],
    ["an order past the board", { q: [0, 0, 0, -601, 0] }, "a way is -601, not from -600 to 600"],
    ["a failure twice", { q: [0, 0, 0, 0, 0], x: [0, 0] }, "numbers that should increase do not"],
    ["a loss of nobody", { g: [units + 5] }, `unit ${units + 5} is gone but was not there`],
    ["a unit twice", { m: [1, 0, 0, 0] }, "numbers that should increase do not"],
    ["a unit of no kind", { u: [1, 9, 0, 0, 0] }, "the kind of unit 1 is "],
    ["a unit of a stranger", { u: [99, 0, 4, 0, 0] }, "the owner of unit 99 is "],
    ["half a number", { m: [0.5, 1] }, "m.0 is no whole number"],
    ["a text that never came", { t: ["a"], q: [0, 0, 2, 0, 0] }, "a text is 2, not from 0 to 1"],
    ["numbers of too few players", { n: [1, 2] }, "the number of numbers is 2, not 8"],
    ["a number that is none", { n: [1, 2, 3, 4, 5, 6, 7, Number.NaN] }, "n.7 is no whole number"],
    ["a window of no size", { w: [0, 0, 0, 5] }, "the window's rows is 0"],
    ["an event of no kind", { e: [9, 0, 0, -1, -1, -1, 0, 0] }, "the kind of an event is 9"],
    [
      "a note of a stranger",
      { d: [{ seat: 4, kind: "mark", cell: 0, to: -1, unit: -1, text: "" }] },
      "a player is 4, not from 0 to 3",
    ],
  ];
  test.each(cases)("%s", (_, round, why) => {
    const playback = new Playback(withRound(round));
    expect(playback.last).toBe(0);
    expect(playback.ended).toBe(false);
    expect(playback.damage).toContain("round 0 is damaged: ");
    expect(playback.damage).toContain(why);
    expect(shown(playback.frame(1))).toEqual(plainFrame(match, 0));
  });
});
