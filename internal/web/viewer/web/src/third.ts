// The third script of the page, which no exported page has: how a person plays, which needs an arena, which may be that
// of the page around this one, and what greets who has no match.

import { asked, leave, sit, orderFor } from "./ui/hand";
import { Hand } from "./ui/handbar";
import { byHand, key, welcome } from "./ui/later";
import { Welcome } from "./ui/welcome";

welcome.value = Welcome;
byHand.value = { Hand, orderFor };
if (window.arena !== undefined) {
  window.arena.seat = { asked, leave };
}
if (key !== "") {
  void sit();
}
