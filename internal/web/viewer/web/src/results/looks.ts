// The colours of bots and the forms of their lines, which are the same whatever is shown beside them.

const count = 8; // of looks, in style.css

// looksOf gives each bot its own look. Of two with the same, the later one has the next that is free.
export function looksOf(bots: readonly number[]): number[] {
  const taken = new Map<number, number>();
  for (const bot of bots.toSorted((a, b) => a - b)) {
    let look = bot % count;
    while (taken.size < count && [...taken.values()].includes(look)) {
      look = (look + 1) % count;
    }
    taken.set(bot, look);
  }
  return bots.map((bot) => taken.get(bot) ?? 0);
}
