// The second script of the page, loaded when somebody wants what few use: all that has a window of its own.

import { effect, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { unpack } from "../model/decode";
import type { Copy, Curve } from "./curve";
import { script } from "./inpage";
import type { Podium } from "./podium";
import { tell } from "./showing";
import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";

export type Windows = (what: { view: View | undefined }) => JSX.Element | null;

// second are the windows, once they are there. The second script sets it.
export const second = signal<Windows | undefined>(undefined);

// story is what draws the chances over the match, what copies a turning point, and the card at the end, once they are
// there.
export const story = signal<
  { readonly Curve: typeof Curve; readonly Copy: typeof Copy; readonly Podium: typeof Podium } | undefined
>(undefined);

// code is what draws the code of a link, once it is there.
export const code = signal<((what: { link: string }) => JSX.Element | null) | undefined>(undefined);

// welcome is what greets who has no match yet, once it is there.
export const welcome = signal<(() => JSX.Element) | undefined>(undefined);

// noted is what draws the numbers that bots noted, once it is there.
export const noted = signal<((what: { view: View }) => JSX.Element | null) | undefined>(undefined);

// heatMap is the key to the heat map, once it is there.
export const heatMap = signal<((what: { view: View }) => JSX.Element | null) | undefined>(undefined);

// idle is what there is to see while the reader points at nothing, once it is there.
export const idle = signal<((what: { view: View }) => JSX.Element) | undefined>(undefined);

// life is what tells the life of a unit, once it is there.
export const life = signal<((what: { view: View; unit: number }) => JSX.Element | null) | undefined>(undefined);

// keyKept is where the key of a seat is kept, and key the one of the person who plays on this page, or "".
export const keyKept = "arena-seat";
export const key = ((): string => {
  try {
    return new URLSearchParams(location.search).get("me") ?? sessionStorage.getItem(keyKept) ?? "";
  } catch {
    return ""; // the browser denies a page from disk all storage
  }
})();

// byHand is what lets a person order, once it is there. The third script sets it, which only an arena serves.
export const byHand = signal<
  { readonly Hand: Windows; readonly orderFor: (seat: number, bot: string) => Promise<void> } | undefined
>(undefined);

const rest = 1000; // milliseconds after which what nobody waits for is loaded, too, where there is room for it

const asked = new Map<string, Promise<void>>();

// load runs the second script or the third one, which is in the page, or else on the server.
export function load(name: "second" | "third"): Promise<void> {
  const loaded = asked.get(name) ?? fetchScript(name);
  asked.set(name, loaded);
  loaded.catch(() => asked.delete(name));
  return loaded;
}

async function fetchScript(name: string): Promise<void> {
  const packed = document.getElementById(name)?.textContent;
  const script = document.createElement("script");
  const ended = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(t("the server does not answer")));
  });
  if (packed === undefined) {
    script.src = `${name}.js`;
  } else {
    script.textContent = await unpack(packed);
  }
  document.body.append(script);
  await (packed === undefined ? ended : undefined);
}

// listenToWindows loads the second script when the first window is to be opened, a unit is followed, a person plays, the
// time line is pointed at, or turning points are told: in the story, at the end, on paper and on a big screen, which
// has a code, too. The third one greets who has no match.
export function listenToWindows(): void {
  const rested = signal(false);
  const pointed = signal(false); // at the time line
  setTimeout(() => (rested.value = true), rest);
  addEventListener("pointerover", ({ target }) => (pointed.value ||= (target as Element).id === "time"));
  effect(() => {
    const isWanted =
      key !== "" ||
      state.dialog.value !== "none" ||
      state.panel.value === "story" ||
      state.big.value ||
      state.printing.value ||
      (state.complete.value && state.round.value === state.last.value) ||
      state.selection.value.kind === "unit" ||
      state.heat.value ||
      (rested.value && state.layout.value === "wide" && !state.embedded.value) ||
      state.paced.value ||
      pointed.value ||
      (state.last.value > 0 && state.playback.value?.charted === true);
    if (isWanted && second.value === undefined) {
      load("second").catch((error: unknown) => {
        if (state.dialog.value !== "none") {
          state.dialog.value = "none";
          tell(t("This part of the page cannot be loaded"), error);
        }
      });
    }
    if (script() !== undefined && !state.loading.value && state.playback.value === undefined) {
      load("third").catch(() => undefined); // who is not greeted can drop a match as well
    }
  });
}
