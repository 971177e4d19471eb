// Why two matches begin differently.

import type { MatchData } from "../model/data";
import type { Part } from "../model/parting";
import { t } from "../ui/tongues";

// startWords names the seeds first: boards of other seeds differ whatever the settings are.
export function startWords(one: MatchData, other: MatchData, part: Part): string {
  const what = t(part);
  if (one.seed !== other.seed) {
    return t("They begin with other {0}: the seeds are {1} and {2}.", what, one.seed, other.seed);
  }
  const settings = one.settings.filter(({ name, value }) =>
    other.settings.some((theirs) => theirs.name === name && theirs.value !== value),
  );
  if (settings.length > 0) {
    const names = settings.map(({ name }) => name).join(", ");
    return t("They begin with other {0}: these settings differ: {1}.", what, names);
  }
  return t("They begin with other {0}.", what);
}
