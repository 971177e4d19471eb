// The buttons that lead from match to match.

import type { JSX } from "preact";
import { chosen, entries, openList } from "./matches";
import { Button } from "./parts";
import { goOn } from "./showing";
import * as state from "./state";
import { t } from "./tongues";

export function Several(): JSX.Element | null {
  const all = entries.value;
  if (all.length === 0) {
    return null;
  }
  const now = all.findIndex((entry) => entry.key === chosen.value);
  return (
    <div class="group" role="group" aria-label={t("Matches")}>
      <Button icon="back" label="Previous match" keys="," class="spare" onClick={() => goOn(-1)} />
      <button type="button" class="which" title={t("All matches (G)")} onClick={openList}>
        {now < 0 || state.reading.value !== "" ? "…" : now + 1} / {all.length}
      </button>
      <Button icon="forward" label="Next match" keys="." class="spare" onClick={() => goOn(1)} />
    </div>
  );
}
