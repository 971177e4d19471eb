// Finds the rounds in which a match turned.
//
// The measure is the chance that each player has of the first place; see chances.ts.
//
// The weight of a round is how much chance changes hands between the stretch before it and
// the one after it: half the sum of the differences, from 0 (all is as it was) to 1 (who was
// sure to lose is sure to win). Where several rounds in a row see all of it change hands, the
// turn is the one around which the gains differ most.

import { gain, Judge, learnedOf, type Scores, stretchOf } from "./chances";
import { Trace } from "./trace";

export interface Turn {
  readonly round: number;
  readonly weight: number; // from 0 to 1
  readonly seat: number; // whose turn it is: see whose
  readonly from: number; // frames: what happened between these is why
  readonly to: number;
  readonly before: readonly number[]; // the chances of the first place, by seat
  readonly after: readonly number[];
}

const likely = 0.4; // a chance that says something
const most = 10;
const apart = 2.5; // stretches
const leastWeight = 0.1;
const leastBend = 0.05; // of all gains

// A Story finds the turns of a match of so many rounds, also while more of them come.
export class Story {
  readonly #judge: Judge;
  readonly #stretch: number;
  readonly #weights = new Trace(); // by round

  constructor(
    readonly rounds: number,
    game: string,
  ) {
    this.#judge = new Judge(rounds, learnedOf(game));
    this.#stretch = stretchOf(rounds);
  }

  // chances returns each player's chance before each of the frames that there are.
  chances(scores: Scores): readonly (readonly number[])[] {
    return this.#judge.chances(scores);
  }

  // turns returns the heaviest turns of the frames that there are, in order. Only a stretch of them is looked at anew:
  // what it has become of a turn is known a stretch later.
  turns(scores: Scores): Turn[] {
    const course = this.chances(scores);
    const last = course.length - 1;
    const end = (round: number): number => Math.min(last, round + this.#stretch);
    const after = (round: number): readonly number[] => course[end(round)] ?? [];
    this.#weights.cut(Math.max(0, this.#weights.values.length - this.#stretch));
    for (let round = this.#weights.values.length; round < last; round++) {
      const [was, is] = [course[round] ?? [], after(round)];
      this.#weights.push(round < 1 || whose(was, is) < 0 ? 0 : handed(was, is));
    }
    return this.#heaviest(last).flatMap((found) => {
      const round = steepest(scores, found, last, this.#stretch);
      const weight = this.#weights.values[found] ?? 0;
      const [before, is] = [course[found] ?? [], after(found)];
      return round === undefined
        ? []
        : [{ round, weight, seat: whose(before, is), from: Math.min(round, found), to: end(found), before, after: is }];
    });
  }

  // #heaviest returns the rounds of the heaviest turns that are far enough from each other, in order.
  #heaviest(last: number): number[] {
    const far = Math.ceil(apart * this.#stretch);
    const kept: number[] = [];
    let free: (readonly [from: number, to: number])[] = [[1, last]];
    while (kept.length < most && free.length > 0) {
      const best = free
        .map(([from, to]) => this.#weights.most(from, to))
        .reduce((a, b) => (this.#weightOf(b) > this.#weightOf(a) ? b : a));
      if (this.#weightOf(best) < leastWeight) {
        break;
      }
      kept.push(best);
      free = free
        .flatMap(([from, to]): (readonly [number, number])[] => [
          [from, Math.min(to, best - far + 1)],
          [Math.max(from, best + far), to],
        ])
        .filter(([from, to]) => from < to);
    }
    return kept.sort((a, b) => a - b);
  }

  #weightOf(round: number): number {
    return this.#weights.values[round] ?? 0;
  }
}

// turns returns the turns of a match that is over.
export const turns = (scores: Scores, rounds: number, game: string): Turn[] => new Story(rounds, game).turns(scores);

// steepest returns the round near the first of a stretch before and after which the players' gains differ most: of
// several, the last, as that is the one in which points came at once. It may be before that one, as paces lag behind. If they nowhere differ, it returns nothing: then who leads
// only became surer of it.
function steepest(scores: Scores, first: number, last: number, stretch: number): number | undefined {
  let [best, most]: [number | undefined, number] = [undefined, 0];
  for (let round = Math.max(1, first - Math.floor(stretch / 2)); round < Math.min(last, first + stretch); round++) {
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

// whose returns who gains most, if a first place has become likely by it, or else who was the likeliest and loses most;
// -1 if neither is so: nothing has turned.
export function whose(before: readonly number[], after: readonly number[]): number {
  const gains = after.map((chance, seat) => chance - (before[seat] ?? 0));
  const [gainer, loser] = [gains.indexOf(Math.max(...gains)), gains.indexOf(Math.min(...gains))];
  if ((after[gainer] ?? 0) >= likely) {
    return gainer;
  }
  const chance = before[loser] ?? 0;
  return chance >= likely && chance === Math.max(...before) ? loser : -1;
}

const handed = (before: readonly number[], after: readonly number[]): number =>
  before.reduce((sum, chance, seat) => sum + Math.abs(chance - (after[seat] ?? 0)), 0) / 2;
