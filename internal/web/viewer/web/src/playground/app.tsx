// The page in which bots are written and played.

import { render } from "preact";
import { keep } from "../ui/again";
import { speak, t } from "../ui/tongues";
import { Page } from "./page";
import { run } from "./run";
import { keepOffline } from "./offline";
import { begin } from "./start";
import * as state from "./state";

function press(event: KeyboardEvent): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
    event.preventDefault();
    void run();
  }
}

async function show(root: HTMLElement): Promise<void> {
  await speak(undefined, "play.");
  document.title = t("Playground");
  document.addEventListener("keydown", press);
  keep(() => render(<Page />, root));
  try {
    await begin();
    await keepOffline();
  } catch (error) {
    state.problem.value = error instanceof Error ? error.message : String(error);
  }
}

const root = document.getElementById("app");
if (root !== null) {
  void show(root);
}
