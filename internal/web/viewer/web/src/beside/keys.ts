// The keys of the clock, in this page and in both frames.

import * as clock from "../ui/clock";
import { type Action, actionOf, type Focus } from "../ui/keys";
import * as state from "../ui/state";

const acts: Partial<Record<Action, () => void>> = {
  play: clock.play,
  reverse: clock.reverse,
  forward: () => clock.step(1),
  back: () => clock.step(-1),
  forward10: () => clock.step(10),
  back10: () => clock.step(-10),
  start: () => clock.jump(0),
  end: clock.toEnd,
  faster: () => clock.changeSpeed(1),
  slower: () => clock.changeSpeed(-1),
  theme: () => {
    const next = { system: "light", light: "dark", dark: "system" } as const;
    state.theme.value = next[state.theme.value];
  },
};
state.speeds.forEach((speed, i) => {
  acts[`speed${i + 1}` as Action] = () => (state.speed.value = speed);
});

// focusOf asks no element for its class: those of a frame have classes of their own.
function focusOf(target: Element): Focus {
  if (target.matches("[type=range]")) {
    return "range";
  }
  if (target.matches("input, select")) {
    return "text";
  }
  return target.closest("button, a") === null ? "page" : "button";
}

export function press(event: KeyboardEvent): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.ownerDocument.querySelector("dialog[open]") !== null) {
    return;
  }
  const action = actionOf(event, focusOf(target));
  const act = action && acts[action];
  if (act !== undefined) {
    event.preventDefault();
    event.stopPropagation(); // a frame would do it as well
    act();
  }
}
