// Takes what the source of a match brings into the state of the page.

import { batch } from "@preact/signals-core";
import type { RoundData } from "../model/data";
import { turn } from "../model/decode";
import { Playback } from "../model/playback";
import type { Listener } from "./source";
import * as state from "./state";
import { turnsOf } from "./story";
import { t } from "./tongues";

const livePace = 8; // rounds a second, at least

// Rounds that come at once are taken together, a part at a time: between two parts the page answers.
const most = 100;
const pause = 50; // milliseconds
const part = 50; // rounds of a stored match: they are not waited for

let opening: Playback | undefined; // a match of more rounds than usual, until all are read
let waiting: RoundData[] = [];
let ending: (() => void) | undefined; // for when all rounds are told
let timer: ReturnType<typeof setTimeout> | undefined;

function tell(): void {
  timer = undefined;
  const match = state.playback.value;
  if (match === undefined || opening !== undefined) {
    return;
  }
  // After a lost connection a round may come twice.
  const fits = waiting.splice(0, most).every((round) => round.r < match.last || match.append(round));
  batch(() => {
    state.last.value = match.last;
    if (!fits) {
      waiting = [];
      state.complete.value = true;
      tellDamage(match);
    }
    if (waiting.length === 0) {
      ending?.();
      ending = undefined;
    }
  });
  if (waiting.length > 0) {
    timer = setTimeout(tell, pause);
  }
}

function tellSoon(): void {
  timer ??= setTimeout(tell, pause);
}

function forgetRounds(): void {
  clearTimeout(timer);
  [waiting, ending, timer] = [[], undefined, undefined];
}

export const listener: Listener = {
  async start(match) {
    forgetRounds();
    const playback = new Playback({ ...match, played: [] });
    opening = playback;
    for (const round of match.played) {
      if (playback.last % part === 0 && playback.last > 2 * most) {
        turnsOf(playback);
        await turn();
        if (opening !== playback) {
          return false;
        }
      }
      if (!playback.append(round)) {
        break;
      }
    }
    opening = undefined;
    const { live, last } = playback;
    // A person has taken rounds back: who has seen them need not see all again.
    const goesOn = live && state.connection.value === "live" && state.playback.value?.data.seed === match.seed;
    batch(() => {
      state.playback.value = playback;
      state.last.value = last;
      state.seen.value = live ? 0 : Infinity;
      state.complete.value = !live;
      // A live match is watched from its start, at a pace at which something can be seen.
      state.time.value = 0;
      state.clock.value = goesOn ? state.following : live ? state.playing : state.stopped;
      state.direction.value = 1;
      state.speed.value = live ? Math.max(livePace, state.speed.value) : state.speed.value;
      state.connection.value = live ? "live" : "none";
      state.selection.value = state.none;
      state.hover.value = -1;
      state.notes.value = match.players.map(() => false);
      state.chart.value = 0;
      state.loading.value = false;
      tellDamage(playback);
    });
    tellSoon(); // what has come meanwhile
    return true;
  },
  round(round) {
    waiting.push(round);
    tellSoon();
  },
  end(ended, damage, kept) {
    ending = () => {
      const match = state.playback.value;
      match?.finish(ended, damage, kept);
      state.complete.value = true;
      state.connection.value = "none";
      if (match !== undefined) {
        tellDamage(match);
      }
    };
    tellSoon();
  },
  connected(yes) {
    state.connection.value = yes ? "live" : "lost";
  },
};

function tellDamage(match: Playback): void {
  state.problem.value =
    match.damage === "" ? "" : t("The match breaks off after round {0}: {1}", match.last, match.damage);
}
