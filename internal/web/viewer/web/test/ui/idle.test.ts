import { expect, test } from "vitest";
import { Playback } from "../../src/model/playback";
import { liveliest, unitsOf } from "../../src/ui/idle";
import type { View } from "../../src/ui/state";
import { makeMatch } from "../fixture";

const playback = new Playback(makeMatch({ rows: 10, cols: 12, rounds: 20, units: 12 }));
const { data } = playback;
const frame = playback.frame(3);
const major = data.legend.events.findIndex((event) => event.major);
const small = data.legend.events.findIndex((event) => !event.major);

function viewOf(...events: readonly (readonly [kind: number, cell: number])[]): View {
  const round = {
    ...playback.round(3)!,
    events: events.map(([kind, cell]) => ({ kind, cell, to: -1, unit: -1, by: -1, seat: 0, pays: 0, text: "" })),
  };
  return { playback, data, frame, round };
}

test("the liveliest cell is the one with most events, and great ones weigh more", () => {
  expect(liveliest(viewOf([small, 5], [small, 7], [small, 7], [small, -1], [small, -1], [small, -1]))?.cell).toBe(7);
  const found = liveliest(viewOf([major, 5], [small, 7], [small, 7], [small, 5]));
  expect(found).toEqual({ cell: 5, kinds: [data.legend.events[major]!.name, data.legend.events[small]!.name] });
  expect(liveliest(viewOf([small, -1]))).toBeUndefined();
  expect(liveliest({ ...viewOf(), round: undefined })).toBeUndefined();
});

test("units on the board are counted by kind and player", () => {
  const { units } = frame;
  const there = Array.from({ length: units.count }, (_, i) => i).filter(
    (i) => (units.owner[i] ?? -1) >= 0 && (units.cell[i] ?? -1) >= 0,
  );
  const counted = unitsOf(viewOf());
  expect(counted.flatMap(({ bySeat }) => bySeat).reduce((a, b) => a + b)).toBe(there.length);
  for (const { name, bySeat } of counted) {
    const of = there.filter((i) => data.legend.units[units.kind[i]!]?.name === name);
    expect(bySeat).toEqual(data.players.map((_, seat) => of.filter((i) => units.owner[i] === seat).length));
  }
});
