// What the editor tells of the word under the pointer.

import { hoverTooltip, type Tooltip } from "@codemirror/view";
import { knownAt, type Known } from "./members";
import type { Language, Word } from "./site";

function element({ texts }: Known): HTMLElement {
  const list = document.createElement("dl");
  list.className = "known";
  for (const { head, about } of texts) {
    list.append(Object.assign(document.createElement("dt"), { textContent: head }));
    list.append(Object.assign(document.createElement("dd"), { textContent: about }));
  }
  return list;
}

export const hover = (language: Language, words: () => readonly Word[]) =>
  hoverTooltip(({ state }, at): Tooltip | null => {
    const known = knownAt(language, state.doc.toString(), at, words());
    return known === undefined
      ? null
      : { pos: known.from, end: known.to, above: true, create: () => ({ dom: element(known) }) };
  });
