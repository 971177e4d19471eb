// A bot for Ork Island: its orks go where it pays.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

class Bot { // a new one in each match, so it may remember things in this
  // Finds the ways to each city and path, which never change in a match.
  start(s) {
    this.ways = [...s.cities, ...s.paths].map((area) => s.waysTo(area.cells));
  }

  // Gives each ork a place. Those that are nearest to theirs go first.
  play(s) {
    this.enemies = s.units.filter((u) => u.owner !== s.me);
    const goals = this.share(this.goals(s));
    goals.sort((a, b) => compare(far(a.ways, a.ork.cell), far(b.ways, b.ork.cell)));
    const taken = new Set(goals.map((g) => g.ork.cell)); // where our orks will be
    for (const g of goals) {
      const d = this.step(s, g, taken);
      taken.delete(g.ork.cell);
      taken.add(s.dest(g.ork.cell, d));
      s.do(g.ork, d);
    }
  }

  // Returns what each place is worth to each ork.
  goals(s) {
    const goals = [];
    for (const [place, area] of [...s.cities, ...s.paths].entries()) {
      const ways = this.ways[place];
      const worth = this.worth(s, area, ways);
      const guard = this.guard(s, area);
      for (const ork of s.unitsOf(s.me)) {
        let value = worth / (far(ways, ork.cell) + 8);
        if (ork.health - ways.cost(ork.cell) <= guard) value /= 12; // it would starve on the way, or lose there
        goals.push({ ork, place, ways, value });
      }
    }
    return goals;
  }

  // Returns what it is worth to send somebody to a place.
  worth(s, area, ways) {
    const points = s.worth(s.me, area);
    if (area.owner !== s.me) {
      return Math.sqrt(points + 0.4 * s.worth(area.owner, area)); // what an enemy loses is good, too
    }
    let alarm = 0.05; // nobody need be sent to a place of its own if no enemy is near
    for (const enemy of this.enemies) alarm = Math.max(alarm, 1 - far(ways, enemy.cell) / 30);
    return alarm * Math.sqrt(points);
  }

  // Returns the health of the strongest enemy in a place, or -1.
  guard(s, area) {
    const there = area.cells.map((cell) => s.unitAt(cell)).filter((u) => u && u.owner !== s.me);
    return Math.max(-1, ...there.map((u) => u.health));
  }

  // Gives each ork a goal, the best first. While there is a place for each, no two go to the same.
  share(goals) {
    goals.sort((a, b) => compare(b.value, a.value));
    const shared = [];
    const busy = new Set();
    const taken = new Set();
    for (const again of [false, true]) {
      for (const g of goals) {
        if (!busy.has(g.ork.id) && (again || !taken.has(g.place))) {
          busy.add(g.ork.id);
          taken.add(g.place);
          shared.push(g);
        }
      }
    }
    return shared;
  }

  // Returns the best of the four steps and of staying.
  step(s, g, taken) {
    let best = "none";
    let highest = -Infinity;
    for (const d of ["north", "south", "east", "west", "none"]) {
      const to = s.dest(g.ork.cell, d);
      if (d !== "none" && (taken.has(to) || s.cost(to) < 0)) continue;
      const value = this.judge(s, g, to);
      if (value > highest) {
        best = d;
        highest = value;
      }
    }
    return best;
  }

  // Returns how good it is for an ork to be on a cell: nearer to its goal, winning a fight, out of danger.
  judge(s, g, to) {
    let value = 0.3 * (far(g.ways, g.ork.cell) - far(g.ways, to));
    const health = g.ork.health - (to !== g.ork.cell ? s.cost(to) : 0);
    const other = s.unitAt(to);
    const fight = other !== undefined && other.owner !== s.me;
    if (fight && other.health > health) return value - 10;
    if (fight && other.health < health) value += 10;
    else if (health < 0) return value + 3; // it starves, and is reborn with full health
    return value - this.fear(s, to, health);
  }

  // Returns how bad enemies are that would win on a cell: most beside it, less two steps away.
  fear(s, cell, health) {
    const [row, col, cost] = [s.row(cell), s.col(cell), s.cost(cell)];
    let worst = 0;
    for (const enemy of this.enemies) {
      const steps = Math.abs(s.row(enemy.cell) - row) + Math.abs(s.col(enemy.cell) - col);
      if (steps > 0 && steps <= 2 && enemy.health - cost > health) worst = Math.max(worst, steps === 1 ? 8 : 3);
    }
    return worst;
  }
}

// Returns how far a cell is: the steps, and twice the health that they cost.
function far(ways, cell) {
  const cost = ways.cost(cell);
  return cost >= 0 ? ways.steps(cell) + 2 * cost : Infinity;
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

serve(orkisland, Bot);
