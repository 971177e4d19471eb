// What the editor tells of the word under the pointer: the same as it tells when it completes that word.

import { hoverTooltip, type Tooltip } from "@codemirror/view";
import type { Word } from "./site";

// A Known is a word of the State, or of a command, and what there is to know about it.
export interface Known {
  readonly from: number; // in its line
  readonly to: number;
  readonly texts: readonly { readonly head: string; readonly about: string }[];
}

// knownAt finds the word at a place of a line: after a dot, or in quotes. Several things may have the same name.
export function knownAt(line: string, at: number, words: readonly Word[]): Known | undefined {
  for (const { index, 0: found } of line.matchAll(/\.\w+|(["'])\w+\1/g)) {
    const from = index + 1;
    const inQuotes = !found.startsWith(".");
    const to = index + found.length - (inQuotes ? 1 : 0);
    if (from <= at && at <= to) {
      const word = line.slice(from, to);
      const texts = words.filter(({ label }) => label === (inQuotes ? `"${word}"` : word)).map(textOf);
      return texts.length === 0 ? undefined : { from, to, texts };
    }
  }
  return undefined;
}

const textOf = ({ label, detail = "", info = "" }: Word): { head: string; about: string } => ({
  head: detail === "" ? label : label + (detail.startsWith("(") ? "" : ": ") + detail,
  about: info,
});

function element({ texts }: Known): HTMLElement {
  const list = document.createElement("dl");
  list.className = "known";
  for (const { head, about } of texts) {
    list.append(Object.assign(document.createElement("dt"), { textContent: head }));
    list.append(Object.assign(document.createElement("dd"), { textContent: about }));
  }
  return list;
}

export const hover = (words: () => readonly Word[]) =>
  hoverTooltip(({ state }, at): Tooltip | null => {
    const { from: start, text } = state.doc.lineAt(at);
    const known = knownAt(text, at - start, words());
    return known === undefined
      ? null
      : { pos: start + known.from, end: start + known.to, above: true, create: () => ({ dom: element(known) }) };
  });
