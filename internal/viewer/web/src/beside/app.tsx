// The page that shows two matches side by side.

import { effect } from "@preact/signals-core";
import { render } from "preact";
import { keep } from "../ui/again";
import { parseLink } from "../ui/link";
import * as state from "../ui/state";
import { showTime } from "../ui/transport";
import { press } from "./keys";
import { Beside } from "./page";
import { keepTogether } from "./sides";

const root = document.getElementById("app");
if (root !== null) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const take = (): void => {
    state.still.value = still.matches;
  };
  still.addEventListener("change", take);
  take();
  document.addEventListener("keydown", press);
  state.time.value = parseLink(location.hash).round ?? 0;
  keepTogether();
  keep(() => render(<Beside />, root));
  effect(() => showTime(state.time.value / Math.max(1, state.rounds.value), 1));
}
