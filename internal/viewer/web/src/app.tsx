// The page that shows a match.

import { effect } from "@preact/signals-core";
import { render } from "preact";
import { tellRounds } from "./ui/account";
import { Page } from "./ui/page";
import { listenToPrinter } from "./ui/paper";
import { watch } from "./ui/stage";
import { speak } from "./ui/tongues";
import { listenToKeys, listenToSystem, start, takeFiles } from "./ui/wiring";

// keep makes the page again when the state that it shows changes, once for all changes
// that are made together.
function keep(make: () => void): void {
  let made = false;
  effect(() => {
    if (made) {
      queueMicrotask(() => keep(make)); // this effect reads nothing, so it never runs again
      return;
    }
    made = true;
    make();
  });
}

async function begin(root: HTMLElement): Promise<void> {
  await speak();
  listenToSystem();
  listenToKeys();
  takeFiles();
  const make = (): void => render(<Page />, root);
  keep(make);
  listenToPrinter(make);
  watch();
  tellRounds();
  await start();
}

const root = document.getElementById("app");
if (root !== null) {
  void begin(root);
}
