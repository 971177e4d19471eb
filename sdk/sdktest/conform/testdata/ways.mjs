// Notes for every unit how it would go to some targets: see ways_test.go.
import { battleroyale } from "./arena/battleroyale.mjs";
import { duel } from "./arena/duel.mjs";
import { moria } from "./arena/moria.mjs";
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

const make = (game) => ({
  play(s) {
    const targets = [];
    for (let c = 0; c < s.rows * s.cols; c++) if ((c * 7919 + s.round) % 97 === 0) targets.push(c);
    for (const options of game === moria ? [{ kind: "dwarf" }, { kind: "wizard" }] : [undefined]) {
      const ways = s.waysTo(targets, options);
      for (const u of s.units) {
        const step = u.cell < 0 ? null : ways.step(u.cell);
        if (step !== null) s.logUnit(u, ways.cost(u.cell), ways.steps(u.cell), step, ways.path(u.cell).length);
      }
    }
  },
});

serve(...[orkisland, moria, battleroyale, duel].flatMap((game) => [game, make(game)]));
