// Takes what the source of a match brings into the state of the page.

import { batch } from "@preact/signals-core";
import { Playback } from "../model/playback";
import type { Listener } from "./source";
import * as state from "./state";
import { t } from "./tongues";

const livePace = 8; // rounds a second, at least

export const listener: Listener = {
  start(match) {
    const playback = new Playback(match);
    const { live, last } = playback;
    batch(() => {
      state.playback.value = playback;
      state.last.value = last;
      state.seen.value = live ? 0 : Infinity;
      state.complete.value = !live;
      // A live match is watched from its start, at a pace at which something can be seen.
      state.time.value = 0;
      state.clock.value = live ? state.playing : state.stopped;
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
  },
  round(round) {
    const match = state.playback.value;
    // After a lost connection a round may come twice.
    if (match === undefined || round.r < match.last) {
      return;
    }
    const fits = match.append(round);
    batch(() => {
      state.last.value = match.last;
      if (!fits) {
        state.complete.value = true;
        tellDamage(match);
      }
    });
  },
  end(ended, damage, kept) {
    const match = state.playback.value;
    match?.finish(ended, damage, kept);
    batch(() => {
      state.complete.value = true;
      state.connection.value = "none";
      if (match !== undefined) {
        tellDamage(match);
      }
    });
  },
  connected(yes) {
    state.connection.value = yes ? "live" : "lost";
  },
};

function tellDamage(match: Playback): void {
  state.problem.value =
    match.damage === "" ? "" : t("The match breaks off after round {0}: {1}", match.last, match.damage);
}
