// How a match ended: what a list of matches shows of each.

import type { Legend, MatchData, PlayerInfo } from "./data";
import type { Frame } from "./frame";
import { Playback } from "./playback";

export interface Ending {
  readonly title: string;
  readonly seed: string;
  readonly damage: string; // why the rest is missing; "" if it isn't
  readonly players: readonly PlayerInfo[];
  readonly legend: Legend;
  readonly frame: Frame;
}

// endingOf also takes a match of which only the last frame is given.
export function endingOf(data: MatchData): Ending {
  const { title, seed, players, legend } = data;
  const playback = new Playback(data);
  return { title, seed, players, legend, damage: playback.damage, frame: playback.frame(playback.last) };
}
