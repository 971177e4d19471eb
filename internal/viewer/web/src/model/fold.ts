// In an exported page the rounds are folded: field by field, each a list with an
// entry for every round, null for none. It packs better.

// unfold gives back a match with its rounds as they are elsewhere. What is no
// folded match stays as it is, for others to check.
export function unfold(match: unknown): unknown {
  if (typeof match !== "object" || match === null || !("folded" in match)) {
    return match;
  }
  const { folded, ...rest } = match;
  const played: Record<string, unknown>[] = [];
  for (const [name, entries] of Object.entries(folded as Record<string, readonly unknown[]>)) {
    entries.forEach((entry, round) => {
      const fields = (played[round] ??= {});
      if (entry !== null) {
        fields[name] = entry;
      }
    });
  }
  return { ...rest, played };
}
