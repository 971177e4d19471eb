// The third script of the page: how a person plays. No exported page has it, as it needs an arena, which may be that of
// the page around this one.

import { asked, leave, sit, orderFor } from "./ui/hand";
import { Hand } from "./ui/handbar";
import { byHand, key } from "./ui/later";

byHand.value = { Hand, orderFor };
if (window.arena !== undefined) {
  window.arena.seat = { asked, leave };
}
if (key !== "") {
  void sit();
}
