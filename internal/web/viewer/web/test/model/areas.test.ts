import { expect, test } from "vitest";
import { areasOf } from "../../src/model/areas";
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
