// Decides which part of the board is worth a look, as the director of a broadcast does.

import type { Playback } from "../model/playback";
import { modulo, type Part } from "./camera";

const nearer = 2.2; // as near as a place is shown; 1 is the whole board
const past = 2; // rounds that still count
const hold = 4; // seconds for which a place is shown at least
const again = 0.5; // seconds between two looks for another place
const better = 1.3; // as lively as another place must be, at least, to be shown instead
const least = 3; // heat of a place that is shown
const farJump = 8; // frames that are not passed by playing
const most = 400; // events that are looked at

// A Director returns the part of the board to show at a time of the match, in frames; nothing if
// that is all of it. It is told what time it is, in seconds, until which round it may look, and
// in which rounds the match turned.
type Director = (
  match: Playback,
  now: number,
  time: number,
  until: number,
  turns: readonly { readonly round: number }[],
) => Part | undefined;

export function newDirector(): Director {
  let before = 0; // the time of the match
  let goal: Part | undefined;
  let since = -hold;
  let next = 0; // when it looks again

  return (match, now, time, until, turns) => {
    const jumped = Math.abs(time - before) > farJump;
    before = time;
    if (now < next && !jumped) {
      return goal;
    }
    next = now + again;
    const { rows, cols, events } = match.data.legend;
    const round = Math.floor(time);
    const hot: { x: number; y: number; weight: number }[] = [];
    // The start, the end, and a great capture with which the match turns are for the whole board.
    let all = round < 1 || (round === match.last && !match.live);
    for (let r = Math.max(0, round - past); r <= until; r++) {
      const far = Math.abs(r - round);
      const { row = 0, col = 0 } = match.frame(r).window ?? {};
      for (const { kind, cell } of match.events(r)) {
        const { look = "note", major = false } = events[kind] ?? {};
        if (cell >= 0 && !/birth|heal|note/.test(look) && hot.length < most) {
          // Where the board scrolls, a fight moves on with the part in play.
          hot.push({
            x: modulo((cell % cols) + 0.5 - col, cols),
            y: modulo(Math.floor(cell / cols) + 0.5 - row, rows),
            weight: (major || look === "death" ? 4 : 1.5) / (1 + far / 4),
          });
        }
        all ||= major && look === "capture" && far < 2 && turns.some((turn) => Math.abs(turn.round - r) < 2);
      }
    }
    const seen = match.frame(round).window ?? { rows, cols };
    const reach = Math.min(seen.rows, seen.cols) / nearer / 2;
    const heat = (at: { x: number; y: number }): number =>
      hot.reduce((sum, { x, y, weight }) => sum + (Math.hypot(x - at.x, y - at.y) < reach ? weight : 0), 0);
    let best = goal && !jumped ? heat(goal) * better : 0;
    let found = goal;
    if (best < least * better) {
      [best, found] = [least, undefined];
    }
    for (const one of hot) {
      const here = heat(one);
      if (here > best) {
        [best, found] = [here, { ...one, zoom: nearer }];
      }
    }
    if (all || jumped || (now - since >= hold && found !== goal)) {
      goal = all ? undefined : found;
      since = now;
    }
    return goal;
  };
}
