// The page that is shown while a match is played again: it asks for the match until there is one.

import type { Progress } from "./data";
import { at, wait } from "./element";

const state = at("state");

function say(text: string, bad: boolean): void {
  if (state.textContent !== text) {
    state.textContent = text;
  }
  state.classList.toggle("bad", bad);
}

// ask asks for the match, and returns whether to ask again.
async function ask(): Promise<boolean> {
  const answer = await fetch(`${location.pathname}/play`, { method: "POST", headers: { "X-Arena": "play" } });
  if (answer.status === 503) {
    say("Too many matches are waiting to be played; trying again.", true);
    return true;
  }
  const { state: now, ahead, reason } = (await answer.json()) as Progress;
  switch (now) {
    case "kept":
      location.reload();
      return false;
    case "failed":
      say(`It can't be shown: ${reason ?? ""}`, true);
      return false;
    case "playing":
      say("It is being played.", false);
      return true;
    default:
      say(
        ahead === 0
          ? "It is about to be played."
          : ahead === 1
            ? "One match is before it."
            : `${ahead} matches are before it.`,
        false,
      );
      return true;
  }
}

async function stay(): Promise<void> {
  for (;;) {
    try {
      if (!(await ask())) {
        return;
      }
    } catch {
      say("Not connected; trying again.", true);
    }
    await wait(1000);
  }
}

void stay();
