// Notes what areas pay: see worth_test.go.
#include "arena/orkisland.hpp"

struct Appraiser : arena::orkisland::Bot {
  void play(State& s) override {
    if (s.round % 20 != 0) return;
    for (int player = -1; player <= s.players(); player++) {
      const auto i = s.income(player);
      std::string components;
      for (const auto& group : s.components(player)) {
        components += "[";
        for (const int city : group) components += (components.back() == '[' ? "" : " ") + std::to_string(city);
        components += "]";
      }
      const auto sum = std::to_string(i.cities) + "+" + std::to_string(i.paths) + "+" + std::to_string(i.groups);
      s.log_unit(0, sum + "=" + std::to_string(i.total()) + " [" + components + "]");
      int k = 0;
      const auto note = [&](const auto& area) {
        s.log_unit(k++, s.worth(player, area), s.income_with(player, area, s.cities.front(), s.paths.back()));
      };
      for (const auto& city : s.cities) note(city);
      for (const auto& path : s.paths) note(path);
    }
    for (const auto& u : s.units_of(s.me)) s.log_unit(u, s.cost(u.cell));
  }
};

ARENA_BOT(Appraiser)
