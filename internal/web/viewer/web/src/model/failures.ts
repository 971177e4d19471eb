// The orders of a match of which nothing came.

import { increasing } from "./columns";
import { columns, orderAt } from "./data";
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
  const { q = [], x } = match.raw(round) ?? {};
  const count = q.length / columns.q.length;
  const column = (n: number, i: number): number => q[n * count + i] ?? 0;
  return Array.from(increasing(x, columns.x))
    .filter((i) => i < count)
    .map((i) => ({
      seat: column(orderAt.seat, i),
      unit: column(orderAt.unit, i),
      order: match.text(column(orderAt.text, i)),
      why: match.text(column(orderAt.outcome, i)),
    }));
}
