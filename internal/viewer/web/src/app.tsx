// The page that shows a match.

import { render } from "preact";
import { tellRounds } from "./ui/account";
import { keep } from "./ui/again";
import { tellFrame } from "./ui/hook";
import { Page } from "./ui/page";
import { listenToPrinter } from "./ui/paper";
import { listenToScreen } from "./ui/screen";
import { watch } from "./ui/stage";
import { listenToKeys, listenToSystem, start, takeFiles } from "./ui/wiring";

const root = document.getElementById("app");
if (root !== null) {
  listenToSystem();
  listenToKeys();
  takeFiles();
  const make = (): void => render(<Page />, root);
  keep(make);
  listenToPrinter(make);
  watch();
  listenToScreen();
  tellRounds();
  tellFrame();
  void start();
}
