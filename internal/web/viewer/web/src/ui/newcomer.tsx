// A card for who sees a game the first time.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";

const savedAs = "arena-viewer-games";

// met are the games that the reader knows; nothing if the browser keeps nothing, or there was a link: it leads to
// something else.
const met = signal<readonly string[] | undefined>(undefined);

export function meet(): void {
  try {
    if (location.hash === "") {
      met.value = (localStorage.getItem(savedAs) ?? "").split(" ");
    }
  } catch {
    return; // the browser denies a page from disk all storage: nobody is told the same again and again
  }
  const know = ({ target }: Event): void => {
    const game = state.playback.value?.data.game;
    if (game === undefined || met.value?.includes(game) !== false || (target as Element).closest?.(".newcomer")) {
      return;
    }
    met.value = [...met.value, game];
    localStorage.setItem(savedAs, met.value.join(" "));
  };
  for (const act of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(act, know, { passive: true });
  }
}

export function Newcomer({ view: { data } }: { view: View }): JSX.Element | null {
  const { rules } = data.legend;
  const hidden = state.embedded.value || state.big.value || state.printing.value;
  if (rules === undefined || hidden || met.value?.includes(data.game) !== false) {
    return null;
  }
  return (
    <section class="newcomer" aria-label={data.title}>
      <p>{said(rules)}</p>
      <button type="button" class="again" onClick={() => (state.dialog.value = "legend")}>
        {t("What all signs mean (L)")}
      </button>
    </section>
  );
}
