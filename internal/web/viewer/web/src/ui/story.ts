// The turning points of the match, in words.

import { computed, signal } from "@preact/signals-core";
import type { Playback } from "../model/playback";
import { isKnown, type Scores, stretchOf } from "../model/chances";
import { Story as Turns, type Turn } from "../model/story";
import type { causeOf } from "./cause";
import * as state from "./state";
import { t, tongue } from "./tongues";
import { percent } from "./words";

export interface TurningPoint {
  readonly round: number;
  readonly weight: number; // see model/story.ts
  readonly seat: number; // whose turn it is: see model/story.ts
  readonly words: string;
  readonly chance: string; // of that player, before and after; "" in a game of which nothing was learned
}

const recent = 3; // turning points

// ticked returns the last turning points before a round, the newest first.
export const ticked = (points: readonly TurningPoint[], round: number): readonly TurningPoint[] =>
  points
    .filter((point) => point.round <= round)
    .slice(-recent)
    .toReversed();

// A match without turning points still has events that are worth a look.
const greatest = 20;

// teller says why a match turned, once the second script is there, which sets it.
export const teller = signal<typeof causeOf | undefined>(undefined);

// In a live match the words of a turn stay as they were found: only the newest are looked for.
interface Told {
  readonly story: Turns;
  readonly words: Map<string, string>; // by turn
}

const told = new WeakMap<Playback, Told>();

const found = computed((): readonly TurningPoint[] => {
  const { playback, last } = state;
  const match = playback.value;
  return match === undefined || last.value < 1 ? [] : pointsOf(match);
});

// A turning point is told when the rounds by which it was found have been seen.
export const turningPoints = computed((): readonly TurningPoint[] => {
  const { horizon, last, rounds } = state;
  const most = horizon.value === last.value ? Infinity : horizon.value - stretchOf(rounds.value);
  return found.value.filter((point) => point.round <= most);
});

// stops are the rounds that the reader is led to.
export const stops = computed((): readonly Pick<TurningPoint, "round" | "weight" | "seat">[] => {
  const { playback, last } = state;
  const match = last.value >= 0 ? playback.value : undefined;
  const stops = found.value.length > 0 ? turningPoints.value : (match?.moments(greatest) ?? []);
  return stops.filter((stop) => stop.round <= state.horizon.value);
});

// heaviest returns the turning points that weigh most, in order.
export const heaviest = (count: number): readonly TurningPoint[] =>
  turningPoints.value
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, count)
    .sort((a, b) => a.round - b.round);

const scoresOf = (match: Playback): Scores => match.data.players.map((_, seat) => match.numbers(0, seat));

function toldOf(match: Playback): Told {
  const rounds = Math.max(match.data.rounds, match.last);
  let known = told.get(match);
  if (known?.story.rounds !== rounds) {
    known = { story: new Turns(rounds, match.data.game), words: new Map() };
    told.set(match, known);
  }
  return known;
}

// turnsOf returns the turns so far. If it is called now and then while rounds come, it never takes long.
export const turnsOf = (match: Playback): Turn[] => toldOf(match).story.turns(scoresOf(match));

// chancesOf returns each player's chance of the first place before each frame; none in a game of which nothing was
// learned.
export const chancesOf = (match: Playback): readonly (readonly number[])[] =>
  isKnown(match.data.game) ? toldOf(match).story.chances(scoresOf(match)) : [];

export function pointsOf(match: Playback): TurningPoint[] {
  const { game, players } = match.data;
  const byTurn = toldOf(match).words;
  return turnsOf(match).map((turn) => {
    const { round, weight, seat, from, to, before, after } = turn;
    const [gainer, loser] = partiesOf(before, after);
    const key = [tongue.value, from, to, gainer, loser].join();
    let words = byTurn.get(key) ?? teller.value?.(match, turn);
    if (words === undefined) {
      words = t("{0} gains on {1}", players[gainer]?.label ?? "", players[loser]?.label ?? "");
    } else {
      byTurn.set(key, words);
    }
    return {
      round,
      weight,
      seat,
      words,
      chance: isKnown(game) ? t("{0} to {1}", percent(before[seat] ?? 0), percent(after[seat] ?? 0)) : "",
    };
  });
}

// partiesOf returns who gains most, and who loses most.
export function partiesOf(before: readonly number[], after: readonly number[]): readonly [number, number] {
  const gains = after.map((chance, seat) => chance - (before[seat] ?? 0));
  return [gains.indexOf(Math.max(...gains)), gains.indexOf(Math.min(...gains))];
}

// leader returns who is alone in the first place; -1 if nobody is.
export function leader(match: Playback, frame: number): number {
  const now = match.data.players.map((_, seat) => match.numbers(0, seat)[frame] ?? 0);
  const best = Math.max(...now);
  return now.indexOf(best) === now.lastIndexOf(best) ? now.indexOf(best) : -1;
}

// leaderSince returns who is in the first place at the last frame, and since which.
export function leaderSince(match: Playback): { readonly seat: number; readonly round: number } | undefined {
  const seat = leader(match, match.last);
  let round = match.last;
  while (round > 0 && leader(match, round - 1) === seat) {
    round--;
  }
  return seat < 0 ? undefined : { seat, round };
}
