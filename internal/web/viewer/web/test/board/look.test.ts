import { expect, test } from "vitest";
import { Look } from "../../src/board/look";
import type { MatchData } from "../../src/model/data";

const numbers = (data: Partial<MatchData>): readonly number[] => {
  const look = new Look({ players: [], ...data } as unknown as MatchData, "light");
  return [0, 1, 2].map((seat) => look.number(seat));
};

test("the hatch is that of a seat, or of the look that the match gives it", () => {
  expect(numbers({})).toEqual([0, 1, 2]);
  expect(numbers({ looks: [3, 0, 2] })).toEqual([3, 0, 2]);
});
