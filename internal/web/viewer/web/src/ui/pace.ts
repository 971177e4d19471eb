// How fast a match plays by itself: slower where something great happens, faster where nothing does.

import { computed, effect } from "@preact/signals-core";
import type { Moment } from "../model/moments";
import * as state from "./state";
import { stops } from "./story";

const slow = 0.4;
const fast = 2.5;
const near = 2; // rounds before and after a great moment
const far = 10; // rounds from any
const rarest = 20; // of so many rounds, one is great

// paceAt returns by how much the speed is multiplied at a time, where great moments are in these rounds, in order.
export function paceAt(great: readonly number[], time: number): number {
  let [low, high] = [0, great.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (great[middle] ?? 0) < time ? [middle + 1, high] : [low, middle];
  }
  const away = Math.min(time - (great[low - 1] ?? -Infinity), (great[low] ?? Infinity) - time);
  return away <= near ? slow : away > far ? fast : 1;
}

const great = computed((): readonly number[] => {
  const match = state.playback.value;
  const most = Math.ceil(state.last.value / rarest);
  const moments: readonly Pick<Moment, "round">[] = [...(match?.moments(most) ?? []), ...stops.value];
  return moments.map(({ round }) => round).sort((a, b) => a - b);
});

effect(() => {
  const rounds = great.value;
  state.pace.value = (time) => paceAt(rounds, time);
});
