// The orders of a match of which nothing came.

import { increasing } from "./columns";
import type { Playback } from "./playback";

export interface Failure {
  readonly seat: number;
  readonly unit: number;
  readonly order: string;
  readonly why: string;
}

// failures returns the orders of a round that failed. It takes much less time than to decode
// the whole round.
export function failures(match: Playback, round: number): Failure[] {
  const { q = [], x = [] } = match.raw(round) ?? {};
  const count = q.length / 5;
  const column = (n: number, i: number): number => q[n * count + i] ?? 0;
  return Array.from(increasing(x, 1))
    .filter((i) => i < count)
    .map((i) => ({
      seat: column(0, i),
      unit: column(1, i),
      order: match.text(column(2, i)),
      why: match.text(column(4, i)),
    }));
}
