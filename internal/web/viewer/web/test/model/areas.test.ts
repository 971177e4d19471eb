import { expect, test } from "vitest";
import { areasOf, groupsOf, placeAt } from "../../src/model/areas";
import type { Legend } from "../../src/model/data";
import type { Frame } from "../../src/model/frame";
import { Playback } from "../../src/model/playback";
import { makeMatch } from "../fixture";

const { legend } = makeMatch({ rows: 5, cols: 8, rounds: 0, units: 4 });
const { units } = new Playback(makeMatch({ rows: 5, cols: 8, rounds: 0, units: 4 })).frame(0);

function frameOf(cells: readonly number[], owners: readonly number[]): Frame {
  const board = { cells: Uint8Array.from(cells), owners: Int8Array.from(owners) };
  return { ...board, number: 0, units, numbers: [], window: undefined, caption: "" };
}

test("places are what is owned, and what is rare; one ends where its kind or owner does", () => {
  const cells = Array.from({ length: 40 }, () => 1);
  const owners = Array.from({ length: 40 }, () => -1);
  [owners[0], owners[1], owners[8]] = [2, 2, 2];
  owners[2] = 3; // beside the first, of another player
  owners[7] = 2; // at the other side of the board, which is not beside the first
  cells[39] = 3; // rare
  expect(areasOf(legend, frameOf(cells, owners))).toEqual([
    { kind: 1, owner: 2, cell: 0, all: [0, 8, 1] },
    { kind: 1, owner: 3, cell: 2, all: [2] },
    { kind: 1, owner: 2, cell: 7, all: [7] },
    { kind: 3, owner: -1, cell: 39, all: [39] },
  ]);
});

test("groups are places that roads of the same owner join, and pay by their cells and their number", () => {
  // C is a city, = a road; the small letter below is the owner.
  const [kinds, held] = ["CC==C.C=C", "aaaaa.abb"];
  const legend = {
    rows: 1,
    cols: kinds.length,
    group: 2,
    cells: [{}, { use: "place", pays: 1 }, { use: "road", pays: 3 }],
  } as unknown as Legend;
  const frame = {
    cells: [...kinds].map((letter) => ".C=".indexOf(letter)),
    owners: [...held].map((letter) => "ab".indexOf(letter)),
  } as unknown as Frame;
  expect(groupsOf(legend, frame).map(({ owner, places, pays }) => [owner, places, pays])).toEqual([
    [0, 2, 3 + 6 + 2 * 4],
    [0, 1, 1 + 2 * 2],
    [1, 1, 4 + 2 * 2],
  ]);
  expect(groupsOf(legend, frame, 7)).toEqual([{ owner: 1, all: [7, 8], places: 1, pays: 8 }]);
  expect(groupsOf(legend, frame, 5)).toEqual([]);
  expect(placeAt(legend, frame, 0)).toEqual([0, 1]);
  expect(placeAt(legend, frame, 5)).toBeUndefined();
});
