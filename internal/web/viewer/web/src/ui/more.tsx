// All that keys do, for who has none.

import type { JSX } from "preact";
import { act } from "./actions";
import type { Action } from "./keys";
import { entries } from "./matches";
import { Icon, type IconName } from "./parts";
import { goOn } from "./showing";
import * as sound from "./sound";
import { camera } from "./stage";
import * as state from "./state";
import { t } from "./tongues";
import { isServed, openWhatIf } from "./whatif";

type Item = readonly [icon: IconName, label: string, what: Action | (() => void)];

const always = (): readonly Item[] => [
  ["help", "legend: the rules and all signs", "legend"],
  ["all", "everything that happened, to search", "all"],
  ["about", "about the match", "about"],
  ["table", "the board as a table", "table"],
  ["previousEvent", t("the great event before"), "previousAny"],
  ["nextEvent", t("the next great event"), "nextAny"],
  ["start", "To the start", "start"],
  ["end", "To the end", "end"],
  ["reverse", "Play backwards", "reverse"],
  ["forward10", "slower where much happens, faster where little does", "pace"],
  ["director", "director: goes where it is lively", "director"],
  ["orders", "arrows for orders", "orders"],
  ["failed", "only orders that failed, and why", "failed"],
  ["notes", "notes of the bots", "notes"],
  ["fit", "heat map: where what happened how often", "heat"],
  ["notes", t(sound.on.value ? "no sound" : "sound: soft ticks for great events"), sound.toggle],
  ["pen", "Draw and write", "pen"],
  ["plus", "Nearer", "zoomIn"],
  ["minus", "Farther", "zoomOut"],
  ["system", "big screen", "big"],
  ["dark", "light, dark, as the system", "theme"],
];

export function More(): JSX.Element {
  const several: readonly Item[] =
    entries.value.length === 0
      ? []
      : [
          ["all", "all matches, if there are several", "matches"],
          ["back", "Previous match", () => goOn(-1)],
          ["forward", "Next match", () => goOn(1)],
        ];
  const served: readonly Item[] = isServed()
    ? [["branch", "what if? play on from here with another bot", openWhatIf]]
    : [];
  const keys: Item = ["help", "Help: keys", "help"];
  return (
    <ul class="more">
      {[...several, ...always(), ...served, keys].map(([icon, label, what]) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => {
              state.dialog.value = "none";
              if (typeof what === "string") {
                act(what, camera);
              } else {
                what();
              }
            }}
          >
            <Icon name={icon} />
            {t(label)}
          </button>
        </li>
      ))}
    </ul>
  );
}
