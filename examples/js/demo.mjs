// A short bot for each game, in JavaScript. The arena lends it the SDK; for node alone, put the folder arena of sdk/js
// beside it:
//
//   arena play battleroyale examples/js/demo.mjs examples/null examples/null examples/null

import { battleroyale } from "./arena/battleroyale.mjs";
import { moria } from "./arena/moria.mjs";
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";
import { starships } from "./arena/starships.mjs";

/** Orks go to the nearest city or path that is not ours, and attack those that are weaker. */
class Orks {
  static name = "jsdemo";

  play(s) {
    const goals = [...s.cities, ...s.paths].filter((area) => area.owner !== s.me).flatMap((area) => area.cells);
    const ways = s.waysTo(goals);
    for (const ork of s.unitsOf(s.me)) {
      const weaker = s.neighbours(ork.cell).find(([, cell]) => {
        const other = s.unitAt(cell);
        return other !== undefined && other.owner !== s.me && other.health < ork.health - 3;
      });
      s.do(ork, weaker?.[0] ?? ways.step(ork.cell));
    }
  }
}

/** Farmers go to the nearest tile that is not ours, knights to the nearest enemy. */
class Knights {
  play(s) {
    const tiles = [...s.colours].map((_, cell) => cell);
    const fields = s.waysTo(tiles.filter((cell) => s.colours[cell] !== String(s.me)));
    const enemies = s.waysTo(s.units.filter((u) => u.owner !== s.me).map((u) => u.cell));
    for (const knight of s.unitsOf(s.me, "knight")) {
      // At less than the greatest damage the next attack may make it an enemy's, so it rests.
      const hurt = knight.health <= s.damageMax && enemies.cost(knight.cell) > 1;
      s.do(knight, hurt ? "none" : enemies.step(knight.cell));
    }
    for (const farmer of s.unitsOf(s.me, "farmer")) s.do(farmer, fields.step(farmer.cell));
  }
}

/** Dwarves go to the nearest cave that is not ours, and keep away from Sauron's units. */
class Dwarves {
  play(s) {
    const caves = [...s.cells].map((_, cell) => cell).filter((cell) => "CT0123".includes(s.cells[cell]) && s.cells[cell] !== String(s.me));
    const ways = s.waysTo(caves);
    const sauron = s.units.filter((u) => (u.kind === "troll" || u.kind === "balrog") && u.cell >= 0);
    const deadly = (cell) => sauron.some((u) => Math.max(Math.abs(s.row(u.cell) - s.row(cell)), Math.abs(s.col(u.cell) - s.col(cell))) <= 2);
    for (const dwarf of s.unitsOf(s.me, "dwarf")) {
      const steps = s.neighbours(dwarf.cell);
      const prey = steps.find(([, cell]) => {
        const other = s.unitAt(cell);
        return other !== undefined && other.owner !== s.me && ["dwarf", "wizard", "orc"].includes(other.kind);
      });
      const ahead = ways.step(dwarf.cell);
      const safe = steps.find(([, cell]) => "OCT0123".includes(s.cells[cell]) && !deadly(cell) && s.unitAt(cell) === undefined);
      if (deadly(dwarf.cell) || deadly(s.dest(dwarf.cell, ahead))) s.do(dwarf, safe?.[0] ?? "none");
      else s.do(dwarf, prey?.[0] ?? ahead);
    }
  }
}

/** Starships make the move that takes or comes near to a bonus, and do not crash. */
class Ships {
  play(s) {
    const bonuses = [];
    for (let cell = 0; cell < s.cells.length; cell++) if ("PM".includes(s.cells[cell])) bonuses.push(cell);
    const rockets = new Set(s.missiles.flatMap((m) => [0, 1, 2, 3, 4].map((ahead) => s.cell(s.row(m.cell), (s.col(m.cell) + ahead) % s.cols))));
    const taken = new Set();
    for (const ship of s.unitsOf(s.me)) {
      if (!ship.alive) continue;
      let best = "default";
      let least = Infinity;
      for (const word of ["default", "up", "down", "fast", "fast_up", "fast_down", "slow", "slow_up", "slow_down"]) {
        const to = s.dest(ship.cell, word);
        if (to < 0 || taken.has(to) || (s.col(to) - (s.round % s.cols) - 1 + 2 * s.cols) % s.cols >= s.nbWinCols) continue;
        const swept = this.swept(s, ship.cell, to);
        if (swept.some((cell) => s.cells[cell] === "X" || rockets.has(cell) || s.unitAt(cell) !== undefined)) continue;
        // A way out of there in the next round is needed, too.
        if (!["default", "up", "down"].some((next) => s.dest(to, next) >= 0 && !this.swept(s, to, s.dest(to, next)).some((cell) => s.cells[cell] === "X"))) continue;
        let cost = swept.some((cell) => "PM".includes(s.cells[cell])) ? -1 : 1000;
        for (const cell of bonuses) {
          const ahead = (s.col(cell) - s.col(to) + s.cols) % s.cols;
          const rows = Math.abs(s.row(cell) - s.row(to));
          // If there are more rows than columns, the ship would fly past it.
          if (rows <= ahead && ahead < s.nbWinCols) cost = Math.min(cost, ahead + 3 * rows);
        }
        if (cost < least) [best, least] = [word, cost];
      }
      s.do(ship, best);
      taken.add(s.dest(ship.cell, best));
    }
  }

  /** The cells that a starship passes through: all of the rectangle but the first. */
  swept(s, from, to) {
    const cells = [];
    const ahead = (s.col(to) - s.col(from) + s.cols) % s.cols;
    for (let row = Math.min(s.row(from), s.row(to)); row <= Math.max(s.row(from), s.row(to)); row++) {
      for (let k = 0; k <= ahead; k++) {
        const cell = s.cell(row, (s.col(from) + k) % s.cols);
        if (cell !== from) cells.push(cell);
      }
    }
    return cells;
  }
}

serve(orkisland, Orks, battleroyale, Knights, moria, Dwarves, starships, Ships);
