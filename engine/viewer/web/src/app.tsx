// The page that shows a match.

import { render } from "preact";
import { Page } from "./ui/page";
import { watch } from "./ui/stage";
import { listenToKeys, listenToSystem, start, takeFiles } from "./ui/wiring";

const root = document.getElementById("app");
if (root !== null) {
  listenToSystem();
  listenToKeys();
  takeFiles();
  render(<Page />, root);
  watch();
  void start();
}
