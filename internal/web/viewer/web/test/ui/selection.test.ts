import { beforeEach, describe, expect, test } from "vitest";
import { Playback } from "../../src/model/playback";
import { indexOf } from "../../src/model/units";
import { goTo } from "../../src/ui/actions";
import { play } from "../../src/ui/clock";
import { listener } from "../../src/ui/listener";
import { complaint, find, follow, here, nextUnit, pin, release } from "../../src/ui/selection";
import * as state from "../../src/ui/state";
import { makeMatch } from "../fixture";

const match = makeMatch({ rows: 10, cols: 12, rounds: 60, units: 12 });
// A unit that dies, and the last frame that has it.
const dead = match.played.find((round) => (round.g?.length ?? 0) > 0);
const [victim, death] = [dead?.g?.[0] ?? -1, dead?.r ?? -1];
// An ork that never dies.
const { units: survivors } = new Playback(match).frame(60);
const survivor = [...survivors.id].find((_, i) => survivors.kind[i] === 0) ?? -1;

beforeEach(() => {
  state.layout.value = "wide";
  state.panel.value = "players";
  listener.start(match);
});

describe("a selection", () => {
  test("is a cell or a unit, never both", () => {
    expect(state.selection.value).toEqual({ kind: "none" });
    pin(17);
    expect(state.selection.value).toEqual({ kind: "cell", cell: 17 });
    expect([state.board.value.pinned, state.board.value.followed]).toEqual([17, -1]);
    expect(follow(9)).toBe(true);
    expect(state.selection.value).toEqual({ kind: "unit", unit: 9, since: 0 });
    expect([state.board.value.pinned, state.board.value.followed]).toEqual([-1, 9]);
    pin(18);
    expect(state.selection.value).toEqual({ kind: "cell", cell: 18 });
    release();
    expect(state.selection.value).toEqual({ kind: "none" });
    expect([state.board.value.pinned, state.board.value.followed]).toEqual([-1, -1]);
  });

  test("of a cell ends when the cell is pinned again, but not when it is found again", () => {
    pin(17);
    pin(17);
    expect(state.selection.value.kind).toBe("none");
    find("1,5");
    find("1,5");
    expect(complaint.value).toBe("");
    expect(state.selection.value).toEqual({ kind: "cell", cell: 17 });
  });

  test("is one of the match: another match begins without one", () => {
    pin(17);
    listener.start(match);
    expect(state.selection.value.kind).toBe("none");
  });

  test("shows its panel where panels share a place", () => {
    state.layout.value = "narrow";
    pin(17);
    expect(state.panel.value).toBe("here");
    state.panel.value = "charts";
    pin(17); // lets go of it
    expect(state.panel.value).toBe("charts");
    follow(9);
    expect(state.panel.value).toBe("here");
  });
});

test("a complaint goes with anything else that is selected", () => {
  for (const select of [() => pin(17), () => follow(9), release]) {
    find("zzz");
    expect(complaint.value).not.toBe("");
    select();
    expect(complaint.value).toBe("");
  }
});

describe("following", () => {
  test("looks at the cell of the unit, wherever it goes", () => {
    follow(survivor);
    const cells = [10, 30, 60].map((frame) => {
      state.time.value = frame;
      const units = state.view.value?.frame.units;
      expect(here()).toBe(units?.cell[indexOf(units, survivor)]);
      return here();
    });
    expect(new Set(cells).size).toBeGreaterThan(1);
  });

  test("goes to where the unit is, and stops there", () => {
    play();
    state.time.value = 60;
    expect(follow(victim)).toBe(true);
    expect([state.clock.value.kind, state.round.value]).toEqual(["stopped", death]);
    const cell = here();
    expect(cell).toBeGreaterThanOrEqual(0);
    state.time.value = 60;
    expect([here(), state.fate.value]).toEqual([cell, death]); // where it died
    expect(state.board.value.followed).toBe(-1);
  });

  test("a unit that is there leaves the clock as it is", () => {
    play();
    follow(9);
    expect(state.clock.value.kind).toBe("playing");
  });

  test("a unit that there never was changes nothing", () => {
    pin(17);
    expect(follow(999_999)).toBe(false);
    find("999999");
    expect(complaint.value).toBe("there is no unit 999999 in this match");
    find("?");
    expect(complaint.value).toBe("type a unit's number, or a cell as row,column");
    expect(state.selection.value).toEqual({ kind: "cell", cell: 17 });
  });

  test("goes through the units of a player, and begins again", () => {
    const units = state.view.value?.frame.units;
    const mine = [...(units?.id ?? [])].filter((_, i) => units?.owner[i] === 2);
    const seen = [...mine, ...mine].map(() => {
      nextUnit(2);
      return state.board.value.followed;
    });
    expect(seen).toEqual([...mine, ...mine]);
  });
});

describe("a link", () => {
  test("selects a unit or a cell of the board", () => {
    goTo({ cell: 17 });
    expect(state.selection.value).toEqual({ kind: "cell", cell: 17 });
    goTo({ unit: 9, round: 12 });
    expect(state.selection.value).toEqual({ kind: "unit", unit: 9, since: 12 });
    expect(state.time.value).toBe(12);
    goTo({ cell: 120 });
    expect(state.selection.value).toEqual({ kind: "unit", unit: 9, since: 12 });
  });

  test("to another round stops the clock, to the same round it doesn't", () => {
    play();
    goTo({ round: 0 });
    expect(state.clock.value.kind).toBe("playing");
    goTo({ round: 5 });
    expect(state.clock.value.kind).toBe("stopped");
  });
});
