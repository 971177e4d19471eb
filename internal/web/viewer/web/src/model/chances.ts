// The chance that each player has of the first place, before each round. It follows from the scores alone: how far
// a player is ahead, and what it has gained per round lately. How much either tells in a game, with so much of the
// match left, was learned from hundreds of matches; see bench/chances.ts.

import learned from "./chances.json" with { type: "json" };

// Scores are those of a match, by seat and then by frame.
export type Scores = readonly ArrayLike<number>[];

// Weights are how much lead and pace tell, at each knot.
export type Weights = readonly (readonly number[])[];

// knots are shares of the match that are left. Between two of them the weights are those of both, in parts.
export const knots: readonly number[] = [0, 0.1, 0.25, 0.5, 0.75, 1];

// surest is the most that any player's chance is before the end: the matches learned from carry no more.
export const surest = 0.99;

// anyGame has the weights of a game that nothing was learned of. They find its turns, but are no chances.
export const anyGame = "";

// Learned is what is known of a game.
export interface Learned {
  readonly gain: number; // of a player in a round, as it is usual
  readonly weights: Weights;
}

const tables: Readonly<Record<string, Learned>> = learned;

export const isKnown = (game: string): boolean => game !== anyGame && Object.hasOwn(tables, game);

// learnedOf returns what is known of a game, or else of any.
export const learnedOf = (game: string): Learned => tables[isKnown(game) ? game : anyGame] ?? { gain: 0, weights: [] };

// A shorter stretch takes noise for a turn, a longer one is over before it knows.
export const stretchOf = (rounds: number): number => Math.max(3, Math.round(rounds / 25));

// Sight is what can be seen before a round: of each player how far ahead its score and its pace leave it, as
// multiples of what may still go wrong.
export interface Sight {
  readonly left: number; // the share of the match
  readonly features: readonly (readonly number[])[]; // by seat: lead, pace
}

// A Watch sees the frames of a match one after the other, and each only once, as it looks back only. What may go wrong
// is measured by how much the gains of one stretch of rounds differ from those of the stretch before, until then; as if
// they had differed by all of the pace in a stretch before the match: by the usual one where hardly anybody has gained
// anything yet.
export class Watch {
  readonly #rounds: number;
  readonly #stretch: number;
  readonly #gain: number; // that is usual
  #differences = 0;
  #count = 0;

  constructor(rounds: number, usual: number) {
    this.#gain = usual;
    this.#rounds = rounds;
    this.#stretch = stretchOf(rounds);
  }

  // see returns what can be seen before a frame. It is called with each frame, in order.
  see(scores: Scores, frame: number): Sight {
    const stretch = this.#stretch;
    const middle = frame - stretch;
    const paces = scores.map((of) => gain(of, middle, frame));
    if (middle >= stretch) {
      const changes = scores.map((of, seat) => (paces[seat] ?? 0) - gain(of, middle - stretch, middle));
      const mean = sum(changes) / changes.length;
      this.#differences += sum(changes.map((change) => Math.abs(change - mean)));
      this.#count += changes.length;
    }
    const left = this.#rounds - frame;
    const before = stretch * scores.length;
    const pace = Math.max(sum(paces.map(Math.abs)) / scores.length, this.#gain);
    const wrong = (this.#differences + before * pace) / (this.#count + before);
    const scale = wrong * left + 0.01 * Math.abs(sum(scores.map((of) => at(of, frame)))) + 1;
    return {
      left: left / Math.max(1, this.#rounds),
      features: scores.map((of, seat) => [at(of, frame) / scale, ((paces[seat] ?? 0) * left) / scale]),
    };
  }
}

const framesOf = (scores: Scores): number => Math.min(...scores.map((of) => of.length));

// sights returns what can be seen before each frame of a match of so many rounds.
export function sights(scores: Scores, rounds: number, usual: number): Sight[] {
  const watch = new Watch(rounds, usual);
  return Array.from({ length: framesOf(scores) }, (_, frame) => watch.see(scores, frame));
}

// A Judge has each player's chance before each frame of a match of so many rounds.
export class Judge {
  readonly #watch: Watch;
  readonly #rounds: number;
  readonly #weights: Weights;
  readonly #chances: number[][] = [];

  constructor(rounds: number, { gain, weights }: Learned) {
    this.#watch = new Watch(rounds, gain);
    this.#rounds = rounds;
    this.#weights = weights;
  }

  // chances returns those before all frames that there are. Those that it has returned stay.
  chances(scores: Scores): readonly (readonly number[])[] {
    const frames = framesOf(scores);
    for (let frame = this.#chances.length; frame < frames; frame++) {
      const sight = this.#watch.see(scores, frame);
      this.#chances.push(
        frame >= this.#rounds ? ended(scores.map((of) => at(of, frame))) : clamped(odds(sight, this.#weights)),
      );
    }
    return this.#chances;
  }
}

// chances returns each player's chance before each frame of a match of so many rounds.
export const chances = (scores: Scores, rounds: number, of: Learned): readonly (readonly number[])[] =>
  new Judge(rounds, of).chances(scores);

// odds returns the chances as the weights have them.
export function odds({ left, features }: Sight, weights: Weights): number[] {
  const shares = sharesOf(left);
  const tells = [0, 1].map((feature) => sum(shares.map((share, knot) => share * (weights[knot]?.[feature] ?? 0))));
  const points = features.map((own) => sum(own.map((value, feature) => value * (tells[feature] ?? 0))));
  const most = Math.max(...points);
  const parts = points.map((one) => Math.exp(one - most));
  const all = sum(parts);
  return parts.map((part) => part / all);
}

// sharesOf returns how much of the weights at each knot counts with so much of the match left.
export function sharesOf(left: number): number[] {
  const shares = knots.map(() => 0);
  const above = Math.max(
    1,
    knots.findIndex((knot) => knot >= left),
  );
  const [low = 0, high = 1] = [knots[above - 1], knots[above]];
  const part = Math.min(1, Math.max(0, (left - low) / (high - low)));
  shares[above - 1] = 1 - part;
  shares[above] = part;
  return shares;
}

const clamped = (odds: readonly number[]): number[] =>
  odds.map((chance) => Math.min(surest, Math.max(1 - surest, chance)));

// ended returns who has won: of several who did, each has a part.
export function ended(scores: readonly number[]): number[] {
  const best = Math.max(...scores);
  const winners = scores.filter((score) => score === best).length;
  return scores.map((score) => (score === best ? 1 / winners : 0));
}

// gain returns the points per round between two frames.
export function gain(of: ArrayLike<number>, from: number, to: number): number {
  const first = Math.max(0, from);
  return to > first ? (at(of, to) - at(of, first)) / (to - first) : 0;
}

const at = (of: ArrayLike<number>, frame: number): number => of[frame] ?? 0;

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);
