// Notes what areas pay: see worth_test.go.
import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

serve(orkisland, {
  play(s) {
    if (s.round % 20 !== 0) return;
    const areas = [...s.cities, ...s.paths];
    for (let player = -1; player <= s.players; player++) {
      const i = s.income(player);
      const components = s.components(player).map((group) => `[${group.join(" ")}]`).join("");
      s.logUnit(0, `${i.cities}+${i.paths}+${i.groups}=${i.total} [${components}]`);
      areas.forEach((area, k) => s.logUnit(k, s.worth(player, area), s.incomeWith(player, area, areas[0], areas.at(-1))));
    }
    for (const u of s.unitsOf(s.me)) s.logUnit(u, s.cost(u.cell));
  },
});
