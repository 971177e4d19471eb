// A card for who sees a game the first time.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { Button } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";

const savedAs = "arena-viewer-games";

// met are the games that the reader knows; nothing if the browser keeps nothing.
const met = signal<readonly string[] | undefined>(undefined);

export function meet(): void {
  try {
    met.value = (localStorage.getItem(savedAs) ?? "").split(" ");
  } catch {
    return; // the browser denies a page from disk all storage: nobody is told the same again and again
  }
  for (const act of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(act, ({ target }) => (target as Element).closest?.(".newcomer") || know(), { passive: true });
  }
}

// know keeps the card of a match away from now on. Over a live match, which goes on, there was none.
function know(): void {
  const { data, live } = state.playback.value ?? {};
  if (data !== undefined && live === false && met.value?.includes(data.game) === false) {
    met.value = [...met.value, data.game];
    localStorage.setItem(savedAs, met.value.join(" "));
  }
}

export function Newcomer({ view: { data, frame, playback } }: { view: View }): JSX.Element | null {
  const { rules } = data.legend;
  const atEnd = frame.number === playback.last; // which has a card of its own
  const hidden = state.embedded.value || state.big.value || state.printing.value || playback.live || atEnd;
  if (rules === undefined || hidden || met.value?.includes(data.game) !== false) {
    return null;
  }
  return (
    <section class="newcomer" aria-label={data.title}>
      <Button icon="close" class="small" label="Close the card" onClick={know} />
      <p>{said(rules)}</p>
      <button type="button" class="again" onClick={() => (state.dialog.value = "legend")}>
        {t("What all signs mean (L)")}
      </button>
    </section>
  );
}
