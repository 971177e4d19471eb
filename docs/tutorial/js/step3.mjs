// A bot for Ork Island: its orks fight if they win.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

class Bot { // a new one in each match, so it may remember things in this
  // Lets an ork attack if it wins, and else go to the nearest city or path that is not ours.
  play(s) {
    const ways = s.waysTo(this.goals(s));
    for (const ork of s.unitsOf(s.me)) s.do(ork, this.fight(s, ork) || this.wait(s, ork, ways.step(ork.cell)));
  }

  // Returns the cells of all cities and paths that are not ours.
  goals(s) {
    return [...s.cities, ...s.paths].filter((area) => area.owner !== s.me).flatMap((area) => area.cells);
  }

  // Looks for the strongest enemy beside the ork that it beats.
  fight(s, ork) {
    let attack = "";
    let strongest = -1;
    for (const [d, cell] of s.neighbours(ork.cell)) {
      const enemy = s.unitAt(cell);
      // The attacker pays the cost before the fight.
      if (enemy && enemy.owner !== s.me && strongest < enemy.health && enemy.health < ork.health - s.cost(cell)) {
        attack = d;
        strongest = enemy.health;
      }
    }
    return attack;
  }

  // Keeps the ork where it is if an enemy is in its way: fight found that it would not win.
  wait(s, ork, d) {
    const other = s.unitAt(s.dest(ork.cell, d));
    return other && other.owner !== s.me ? "none" : d;
  }
}

serve(orkisland, Bot);
