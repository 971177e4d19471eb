// A bot for Ork Island: each ork has a goal of its own.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

class Bot { // a new one in each match, so it may remember things in this
  // Finds the ways to each city and path, which never change in a match.
  start(s) {
    this.ways = [...s.cities, ...s.paths].map((area) => s.waysTo(area.cells));
  }

  // Lets an ork attack if it wins, and else go to a city or path of its own.
  play(s) {
    let free = [...this.ways];
    for (const ork of s.unitsOf(s.me)) {
      let d = this.fight(s, ork);
      if (!d) {
        if (free.length === 0) free = [...this.ways]; // more orks than places: another one for each
        const nearest = free.reduce((a, b) => (b.cost(ork.cell) < a.cost(ork.cell) ? b : a));
        d = this.wait(s, ork, nearest.step(ork.cell));
        free.splice(free.indexOf(nearest), 1);
      }
      s.do(ork, d);
    }
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
