// A bot for Ork Island that does nothing yet.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

class Bot { // a new one in each match, so it may remember things in this
  play(s) {
  }
}

serve(orkisland, Bot);
