// Makes a list of what happened shorter.

import type { Entry } from "./entries";

// fold makes one entry of small ones of a kind that happened to one player in a round: they would drown what matters.
export function fold(entries: readonly Entry[], small: ReadonlySet<string>): readonly Entry[] {
  const kept: Entry[] = [];
  const places = new Map<string, number>(); // of the entries of this round that stand for others
  let round = -1;
  for (const entry of entries) {
    if (entry.round !== round) {
      places.clear();
      round = entry.round;
    }
    const alike = `${entry.seat} ${entry.kind}`;
    const place = small.has(entry.kind) ? places.get(alike) : undefined;
    const first = place === undefined ? undefined : kept[place];
    if (place === undefined || first === undefined) {
      places.set(alike, kept.length);
      kept.push(entry);
    } else {
      kept[place] = { ...first, times: first.times + 1 };
    }
  }
  return kept;
}
