// The page that shows a match.

import { render } from "preact";
import { tellRounds } from "./ui/account";
import { keep } from "./ui/again";
import { tellFrame } from "./ui/hook";
import { listenToWindows } from "./ui/later";
import { meet } from "./ui/newcomer";
import { Page } from "./ui/page";
import { listenToPrinter } from "./ui/paper";
import { listenToScreen } from "./ui/screen";
import "./ui/shared";
import { watch } from "./ui/stage";
import { speak } from "./ui/tongues";
import { listenToKeys, listenToSystem, start, takeFiles } from "./ui/wiring";

async function begin(root: HTMLElement): Promise<void> {
  tellFrame(); // first: the page around it looks for it when this page is loaded
  await speak();
  listenToSystem();
  listenToKeys();
  takeFiles();
  listenToWindows();
  meet();
  const make = (): void => render(<Page />, root);
  keep(make);
  listenToPrinter(make);
  watch();
  listenToScreen();
  tellRounds();
  await start();
}

const root = document.getElementById("app");
if (root !== null) {
  void begin(root);
}
