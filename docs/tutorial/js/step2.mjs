// A bot for Ork Island: its orks go for what is not theirs.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

class Bot { // a new one in each match, so it may remember things in this
  // Sends every ork to the nearest city or path that is not ours.
  play(s) {
    const ways = s.waysTo(this.goals(s));
    for (const ork of s.unitsOf(s.me)) s.do(ork, ways.step(ork.cell));
  }

  // Returns the cells of all cities and paths that are not ours.
  goals(s) {
    return [...s.cities, ...s.paths].filter((area) => area.owner !== s.me).flatMap((area) => area.cells);
  }
}

serve(orkisland, Bot);
