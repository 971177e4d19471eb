// The page that shows two matches side by side.

import { effect } from "@preact/signals-core";
import { render } from "preact";
import { keep } from "../ui/again";
import { parseLink } from "../ui/link";
import * as state from "../ui/state";
import { inAddress, speak } from "../ui/tongues";
import { showTime } from "../ui/transport";
import { press } from "./keys";
import { Beside } from "./page";
import { keepTogether, left, right } from "./sides";

const linkDelay = 300; // milliseconds; browsers refuse to change the address more often

// keepLink keeps the round in the address, for who loads the page again when a bot has played again.
function keepLink(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const link = `#r=${state.round.value}${inAddress()}`;
    clearTimeout(timer);
    if (left.playback.value !== undefined && right.playback.value !== undefined) {
      timer = setTimeout(() => history.replaceState(null, "", link), linkDelay);
    }
  });
}

async function begin(root: HTMLElement): Promise<void> {
  await speak(undefined, "beside.");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const take = (): void => {
    state.still.value = still.matches;
  };
  still.addEventListener("change", take);
  take();
  document.addEventListener("keydown", press);
  state.time.value = parseLink(location.hash).round ?? 0;
  keepTogether();
  keepLink();
  document.title = `${left.file}, ${right.file}`;
  keep(() => render(<Beside />, root));
  effect(() => showTime(state.time.value / Math.max(1, state.rounds.value), 1));
}

const root = document.getElementById("app");
if (root !== null) {
  void begin(root);
}
