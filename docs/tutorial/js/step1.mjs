// A bot for Ork Island. The editor knows what it can ask and do; in a folder, arena/orkisland.d.mts lists it.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

/** @typedef {import("./arena/orkisland.mjs").State} State */

class Bot { // a new one in each match, so it may remember things in this
  /**
   * Sends every ork to the nearest city.
   * @param {State} s
   */
  play(s) {
    const ways = s.waysTo(s.cities.flatMap((city) => city.cells));
    for (const ork of s.unitsOf(s.me)) s.do(ork, ways.step(ork.cell));
  }
}

serve(orkisland, Bot);
