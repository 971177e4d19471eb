// The third script of the page: how a person plays. No exported page has it, as it needs an arena.

import { sit, orderFor } from "./ui/hand";
import { Hand } from "./ui/handbar";
import { byHand, key } from "./ui/later";

byHand.value = { Hand, orderFor };
if (key !== "") {
  void sit();
}
