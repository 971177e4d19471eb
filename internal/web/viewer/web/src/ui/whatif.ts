// What if another bot had played on from here? The arena that serves the page can tell.

import { signal } from "@preact/signals-core";
import { parseLong } from "../model/decode";
import { pause } from "./clock";
import { inline, script } from "./inpage";
import { chosen, courses, keepBoth } from "./matches";
import { choose } from "./showing";
import { body } from "./source";
import * as state from "./state";
import { t } from "./tongues";
import { outcomeWords } from "./words";

const toView = "arena view FILE";

export const bots = signal<readonly string[]>([]); // that may play on
export const possible = signal(false); // whether the arena plays on
export const progress = signal(""); // of the match that is played, or why there is none

// openWhatIf pauses: the question is about this round.
export function openWhatIf(): void {
  pause();
  progress.value = "";
  state.dialog.value = "whatIf";
  void learnBots();
}

// isServed reports whether an arena serves this page.
export const isServed = (): boolean =>
  location.protocol.startsWith("http") && inline(document) === undefined && script() === undefined;

async function learnBots(): Promise<void> {
  bots.value = [];
  possible.value = false;
  if (!isServed()) {
    progress.value = t("No arena is behind this page. To play on, type: {0}", toView);
    return;
  }
  try {
    const answer = await fetch("bots");
    if (answer.status === 404) {
      progress.value = t(
        "This arena does not play on for the page; arena view does, if no other machine can reach it.",
      );
      return;
    }
    bots.value = JSON.parse(await body(answer)) as readonly string[];
    possible.value = true;
    progress.value =
      bots.value.length === 0
        ? t("There are no bots in the bots folder. To name another, type: {0}", `${toView} --bots DIR`)
        : "";
  } catch {
    progress.value = t("The arena does not answer.");
  }
}

const matchIn = '"match":'; // no command has it, as it would have a backslash before the second quote

// playOn asks for the match as it would have gone on, and shows it beside the one that it was.
export async function playOn(seat: number, bot: string, orders: string): Promise<void> {
  if (!/^(\d+\.\d+)?$/.test(chosen.value)) {
    progress.value = t(
      "This match was given to the page, and the arena does not have its file. To play on, type: {0}",
      toView,
    );
    return;
  }
  const round = state.round.value;
  const before = state.playback.value;
  const key = chosen.value;
  progress.value = t("The bots are started, and play…");
  try {
    const text = await body(
      await fetch("branch", {
        method: "POST",
        body: JSON.stringify({ match: chosen.value, round, seat, bot, orders }),
        headers: { "X-Arena": "branch" },
      }),
    );
    const at = text.indexOf(matchIn);
    const { command } = JSON.parse(`${text.slice(0, at)}"":0}`) as { readonly command: string };
    const match = await parseLong(text.slice(at + matchIn.length, text.lastIndexOf("}")));
    await choose(keepBoth(command, () => Promise.resolve(match)));
    const after = state.playback.value;
    if (before !== undefined && after !== undefined && state.problem.value === "") {
      courses.value = new Map([...courses.value, [key, after], [chosen.value, before]]);
      state.outcome.value = outcomeWords(before, after, seat, round);
    }
  } catch (error) {
    progress.value = error instanceof Error ? error.message : String(error);
  }
}
