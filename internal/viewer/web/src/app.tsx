// The page that shows a match.

import { effect } from "@preact/signals-core";
import { render } from "preact";
import { tellRounds } from "./ui/account";
import { Page } from "./ui/page";
import { watch } from "./ui/stage";
import { listenToKeys, listenToSystem, start, takeFiles } from "./ui/wiring";

// keep makes the page again when any part of the state changes that it shows; once
// for all changes of a moment.
function keep(make: () => void): void {
  let made = false;
  effect(() => {
    if (made) {
      queueMicrotask(() => keep(make)); // this effect, which reads nothing any more, is over
      return;
    }
    made = true;
    make();
  });
}

const root = document.getElementById("app");
if (root !== null) {
  listenToSystem();
  listenToKeys();
  takeFiles();
  keep(() => render(<Page />, root));
  watch();
  tellRounds();
  void start();
}
