// The turning points of the match, in words.

import { computed } from "@preact/signals-core";
import type { Look, PlayerInfo } from "../model/data";
import type { MatchEvent } from "../model/frame";
import type { Playback } from "../model/playback";
import { isKnown, type Scores, stretchOf } from "../model/chances";
import { reachOf, Story as Turns, type Turn } from "../model/story";
import * as state from "./state";
import { said, t, tongue } from "./tongues";
import { percent, verdictName } from "./words";

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

// chancesOf returns each player's chance of the first place before each frame; none in a game of which nothing was
// learned.
export const chancesOf = (match: Playback): readonly (readonly number[])[] =>
  isKnown(match.data.game) ? toldOf(match).story.chances(scoresOf(match)) : [];

export function pointsOf(match: Playback): TurningPoint[] {
  const { game } = match.data;
  const { story, words: byTurn } = toldOf(match);
  const scores = scoresOf(match);
  return story.turns(scores).map((turn) => {
    const { round, weight, seat, before, after } = turn;
    const [gainer, loser] = gainerAndLoser(turn);
    const key = [tongue.value, round, gainer, loser].join();
    const words = byTurn.get(key) ?? wordsOf(match, scores, round, gainer, loser);
    byTurn.set(key, words);
    return {
      round,
      weight,
      seat,
      words,
      chance: isKnown(game) ? t("{0} to {1}", percent(before[seat] ?? 0), percent(after[seat] ?? 0)) : "",
    };
  });
}

// leaderSince returns who is in the first place at the last frame, and since which.
export function leaderSince(match: Playback): { readonly seat: number; readonly round: number } | undefined {
  const scores = scoresOf(match);
  const seat = leader(scores, match.last);
  let round = match.last;
  while (round > 0 && leader(scores, round - 1) === seat) {
    round--;
  }
  return seat < 0 ? undefined : { seat, round };
}

function gainerAndLoser({ before, after }: Turn): readonly [gainer: number, loser: number] {
  const gains = before.map((chance, seat) => (after[seat] ?? 0) - chance);
  return [gains.indexOf(Math.max(...gains)), gains.indexOf(Math.min(...gains))];
}

function wordsOf(match: Playback, scores: Scores, round: number, gainer: number, loser: number): string {
  const reach = reachOf(match.data.rounds);
  const first = Math.max(0, round - reach);
  const last = Math.min(match.last - 1, round + reach);
  const label = (seat: number): string => match.data.players[seat]?.label ?? t("nobody");
  const told = match.data.players.flatMap((_, seat) => {
    const found = match.verdictOf(seat);
    return found !== undefined && found.round >= first && found.round <= last
      ? [t("{0} is frozen ({1})", label(seat), verdictName(found.verdict))]
      : [];
  });
  if (told.length === 0) {
    const cause = holdings(match, first, last + 1, [gainer, loser]) ?? rarest(match, first, last, gainer, loser);
    told.push(cause ?? t("{0} gains on {1}", label(gainer), label(loser)));
  }
  const [led, leads] = [leader(scores, first), leader(scores, last + 1)];
  if (leads >= 0 && led !== leads) {
    told.push(t("{0} takes the lead", label(leads)));
  }
  return told.join("; ");
}

// leastShare is how much of all that anybody has of something must come or go to be a cause, and leastChange how many:
// of one alone, an event tells more.
const leastShare = 0.05;
const leastChange = 2;

// several is how many events of a kind are told by their number.
const several = 3;

// holdings says what a player has won or lost most of between two frames, other than points: the gainer first, and
// only if it has won nothing to speak of, what the loser has lost.
function holdings(match: Playback, from: number, to: number, seats: readonly number[]): string | undefined {
  const { legend, players } = match.data;
  const at = (which: number, seat: number, frame: number): number => match.numbers(which, seat)[frame] ?? 0;
  for (const [i, seat] of seats.entries()) {
    const changes = legend.numbers
      .map((name, which) => {
        const all = players.reduce((sum, _, other) => sum + at(which, other, from), 0);
        const [was, is] = [at(which, seat, from), at(which, seat, to)];
        const change = i === 0 ? is - was : was - is;
        return { name, was, is, change, share: change / Math.max(1, all) };
      })
      .slice(1)
      .filter(({ change, share }) => change >= leastChange && share >= leastShare)
      .sort((a, b) => b.share - a.share)
      .slice(0, 2);
    if (changes.length > 0) {
      const words = changes.map(({ name, was, is }) => `${said(name)} ${t("{0} to {1}", was, is)}`);
      return `${players[seat]?.label}: ${words.join(", ")}`;
    }
  }
  return undefined;
}

// What decides comes before what wears down, and that before what follows from either.
const ranks: Readonly<Record<Look, number>> = {
  capture: 0,
  death: 0,
  gain: 0,
  break: 1,
  hit: 1,
  shot: 2,
  heal: 2,
  note: 2,
  birth: 2,
};

// rarest returns the event that tells most: one that decides, of the rarest kind in the
// match, by the player who gains most and against the one who loses most, and nearest to the
// middle.
function rarest(match: Playback, first: number, last: number, gainer: number, loser: number): string | undefined {
  const { players, legend } = match.data;
  let found: { readonly event: MatchEvent; readonly key: readonly number[] } | undefined;
  for (let round = first; round <= last; round++) {
    for (const event of match.events(round)) {
      const kind = legend.events[event.kind];
      const far = kind === undefined ? Infinity : farness(event, kind.look, gainer, loser, players);
      if (kind === undefined || far === Infinity || kind.look === "birth") {
        continue;
      }
      const rank = kind.major ? 0 : ranks[kind.look];
      const key = [rank, match.countOf(event.kind), far, Math.abs(2 * round - first - last)];
      if (found === undefined || isBefore(key, found.key)) {
        found = { event, key };
      }
    }
  }
  if (found === undefined) {
    return undefined;
  }
  const { kind, seat, text } = found.event;
  const words = `${players[seat]?.label}: ${said(legend.events[kind]?.name ?? "")}`;
  const alike = countOf(match, first, last, found.event);
  return alike >= several ? `${words} × ${alike}` : said(text) || words;
}

// countOf returns how many events of one's kind and player there are in some rounds.
function countOf(match: Playback, first: number, last: number, like: MatchEvent): number {
  let count = 0;
  for (let round = first; round <= last; round++) {
    count += match.events(round).filter(({ kind, seat }) => kind === like.kind && seat === like.seat).length;
  }
  return count;
}

// farness returns how little an event has to do with one player's gain and another's loss:
// 0 if it is between the two, Infinity if it tells of neither.
function farness(event: MatchEvent, look: Look, gainer: number, loser: number, players: readonly PlayerInfo[]): number {
  const harm = look === "death" || look === "hit";
  const [own, other] = harm ? [loser, gainer] : [gainer, loser]; // harm is an event of who suffers it
  const named = event.text.includes(players[other]?.label ?? "");
  if (event.seat === own) {
    return named ? 0 : 1;
  }
  return harm && named && event.seat !== gainer ? 2 : Infinity;
}

// isBefore compares lists by their first numbers that differ.
function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((n, at) => n !== b[at]);
  return i >= 0 && (a[i] ?? 0) < (b[i] ?? 0);
}

// leader returns who is alone in the first place; -1 if nobody is.
function leader(scores: Scores, frame: number): number {
  const now = scores.map((of) => of[frame] ?? 0);
  const best = Math.max(...now);
  return now.filter((score) => score === best).length === 1 ? now.indexOf(best) : -1;
}
