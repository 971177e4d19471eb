// Finds the rounds in which a match turned.
//
// The measure is the chance that each player has of the first place. It follows from the
// scores alone. Before a round, a player is expected to end with its score, and for each
// round that is left as many points more as it has gained per round lately. How wrong such
// expectations are in this match is measured: by how much the gains of one stretch of
// rounds differ from those of the stretch before. A lead that is many times as large as
// what can still go wrong is a safe one.
//
// The weight of a round is how much chance changes hands between the stretch before it and
// the one after it: half the sum of the differences, from 0 (all is as it was) to 1 (who was
// sure to lose is sure to win). Where several rounds in a row see all of it change hands, the
// turn is the one around which the gains differ most.

// Scores are those of a match, by seat and then by frame.
export type Scores = readonly ArrayLike<number>[];

export interface Turn {
  readonly round: number;
  readonly weight: number; // from 0 to 1
  readonly before: readonly number[]; // the chances of the first place, by seat
  readonly after: readonly number[];
}

const most = 10;
const leastWeight = 0.06;

// A shorter stretch takes noise for a turn, a longer one is over before it knows.
export const stretchOf = (rounds: number): number => Math.max(3, Math.round(rounds / 25));

// reachOf is how many rounds before and after a turn belong to it.
export const reachOf = (rounds: number): number => Math.floor(stretchOf(rounds) / 2);

// logistic is the scale of a logistic distribution with a standard deviation of 1.
const logistic = Math.sqrt(3) / Math.PI;

// turns returns the heaviest turns of the frames that there are, in order. rounds is how
// many the whole match has.
export function turns(scores: Scores, rounds: number): Turn[] {
  const last = Math.min(...scores.map((of) => of.length)) - 1;
  const stretch = stretchOf(rounds);
  const wrong = error(scores, last, stretch);
  const course: (readonly number[])[] = [];
  for (let frame = 0; frame <= last; frame++) {
    course.push(chances(scores, frame, stretch, rounds - frame, wrong));
  }
  const found: Turn[] = [];
  for (let round = 1; round < last; round++) {
    const before = course[round] ?? [];
    const after = course[Math.min(last, round + stretch)] ?? [];
    const weight = handed(before, after);
    if (weight >= leastWeight) {
      found.push({ round, weight, before, after });
    }
  }
  return heaviest(found, stretch).map((turn) => ({ ...turn, round: steepest(scores, turn.round, last, stretch) }));
}

// steepest returns the round near one, before and after which the players' gains differ most.
function steepest(scores: Scores, near: number, last: number, stretch: number): number {
  const reach = Math.floor(stretch / 2);
  let [best, most] = [near, 0];
  for (let round = Math.max(1, near - reach); round <= Math.min(last - 1, near + reach); round++) {
    const bend = scores.reduce(
      (sum, of) => sum + Math.abs(gain(of, round, Math.min(last, round + stretch)) - gain(of, round - stretch, round)),
      0,
    );
    [best, most] = bend > most ? [round, bend] : [best, most];
  }
  return best;
}

// heaviest returns the heaviest turns that are at least a stretch apart, in order.
function heaviest(found: readonly Turn[], stretch: number): Turn[] {
  const kept: Turn[] = [];
  for (const turn of [...found].sort((a, b) => b.weight - a.weight || a.round - b.round)) {
    if (kept.length < most && kept.every(({ round }) => Math.abs(round - turn.round) >= 2 * stretch)) {
      kept.push(turn);
    }
  }
  return kept.sort((a, b) => a.round - b.round);
}

// chances returns each player's chance of the first place, as expected before a frame with so
// many rounds left.
function chances(scores: Scores, frame: number, stretch: number, left: number, wrong: number): number[] {
  const expected = scores.map((of) => at(of, frame) + gain(of, frame - stretch, frame) * left);
  const scale = logistic * wrong * left + 0.1; // at the end, the score alone decides
  const best = Math.max(...expected);
  const odds = expected.map((points) => Math.exp((points - best) / scale));
  const all = odds.reduce((sum, one) => sum + one, 0);
  return odds.map((one) => one / all);
}

// error returns the standard deviation of gains per round from what they were one stretch
// before, among the players.
function error(scores: Scores, last: number, stretch: number): number {
  let [squares, count] = [0, 0];
  for (let frame = stretch; frame + stretch <= last; frame++) {
    const changes = scores.map((of) => gain(of, frame, frame + stretch) - gain(of, frame - stretch, frame));
    const mean = changes.reduce((sum, one) => sum + one, 0) / changes.length;
    for (const change of changes) {
      squares += (change - mean) ** 2;
      count++;
    }
  }
  return count === 0 ? 0 : Math.sqrt(squares / count);
}

// gain returns the points per round between two frames.
function gain(of: ArrayLike<number>, from: number, to: number): number {
  const first = Math.max(0, from);
  return to > first ? (at(of, to) - at(of, first)) / (to - first) : 0;
}

const at = (of: ArrayLike<number>, frame: number): number => of[frame] ?? 0;

const handed = (before: readonly number[], after: readonly number[]): number =>
  before.reduce((sum, chance, seat) => sum + Math.abs(chance - (after[seat] ?? 0)), 0) / 2;
