// Finds the rounds in which a match turned.
//
// The measure is the chance that each player has of the first place; see chances.ts.
//
// The weight of a round is how much chance changes hands between the stretch before it and
// the one after it: half the sum of the differences, from 0 (all is as it was) to 1 (who was
// sure to lose is sure to win). Where several rounds in a row see all of it change hands, the
// turn is the one around which the gains differ most.

import { chances, gain, type Scores, stretchOf, weightsOf } from "./chances";

export interface Turn {
  readonly round: number;
  readonly weight: number; // from 0 to 1
  readonly before: readonly number[]; // the chances of the first place, by seat
  readonly after: readonly number[];
}

const most = 10;
const apart = 2.5; // stretches
const leastWeight = 0.1;
const leastBend = 0.05; // of all gains

// reachOf is how many rounds before and after a turn belong to it.
export const reachOf = (rounds: number): number => Math.floor(stretchOf(rounds) / 2);

// turns returns the heaviest turns of the frames that there are, in order. rounds is how
// many the whole match of the game has.
export function turns(scores: Scores, rounds: number, game: string): Turn[] {
  const stretch = stretchOf(rounds);
  const course = chances(scores, rounds, weightsOf(game));
  const last = course.length - 1;
  const found: Turn[] = [];
  for (let round = 1; round < last; round++) {
    const before = course[round] ?? [];
    const after = course[Math.min(last, round + stretch)] ?? [];
    const weight = handed(before, after);
    if (weight >= leastWeight) {
      found.push({ round, weight, before, after });
    }
  }
  return heaviest(found, stretch).flatMap((turn) => {
    const round = steepest(scores, turn.round, last, stretch);
    return round === undefined ? [] : [{ ...turn, round }];
  });
}

// steepest returns the round near the first of a stretch before and after which the players' gains differ most: of
// several, the last, as that is the one in which points came at once. It may be before that one, as paces lag behind. If they nowhere differ, it returns nothing: then who leads
// only became surer of it.
function steepest(scores: Scores, first: number, last: number, stretch: number): number | undefined {
  let [best, most]: [number | undefined, number] = [undefined, 0];
  for (
    let round = Math.max(1, first - Math.floor(stretch / 2));
    round <= Math.min(last - 1, first + stretch);
    round++
  ) {
    const gains = scores.map((of) => [
      gain(of, round - stretch, round),
      gain(of, round, Math.min(last, round + stretch)),
    ]);
    const bend = gains.reduce((sum, [was = 0, is = 0]) => sum + Math.abs(is - was), 0);
    const all = gains.reduce((sum, [was = 0, is = 0]) => sum + Math.abs(is) + Math.abs(was), 0);
    if (bend >= most && bend > leastBend * all) {
      [best, most] = [round, bend];
    }
  }
  return best;
}

// heaviest returns the heaviest turns that are at least a stretch apart, in order.
function heaviest(found: readonly Turn[], stretch: number): Turn[] {
  const kept: Turn[] = [];
  for (const turn of [...found].sort((a, b) => b.weight - a.weight || a.round - b.round)) {
    if (kept.length < most && kept.every(({ round }) => Math.abs(round - turn.round) >= apart * stretch)) {
      kept.push(turn);
    }
  }
  return kept.sort((a, b) => a.round - b.round);
}

const handed = (before: readonly number[], after: readonly number[]): number =>
  before.reduce((sum, chance, seat) => sum + Math.abs(chance - (after[seat] ?? 0)), 0) / 2;
