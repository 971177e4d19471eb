// The page on paper.

import { draw } from "./stage";
import * as state from "./state";

// listenToPrinter makes the page again for paper, and for the screen afterwards. The browser
// takes its picture as soon as it has told, so this can't wait for the next frame of the screen.
export function listenToPrinter(make: () => void): void {
  const change = (printing: boolean): void => {
    state.printing.value = printing;
    make();
    draw();
  };
  addEventListener("beforeprint", () => change(true));
  addEventListener("afterprint", () => change(false));
}
