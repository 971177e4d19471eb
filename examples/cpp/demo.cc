// A short bot for each game, in C++:
//
//   arena play battleroyale examples/cpp/demo.cc examples/null examples/null examples/null

#include <set>

#include "arena/battleroyale.hpp"
#include "arena/moria.hpp"
#include "arena/orkisland.hpp"
#include "arena/starships.hpp"

namespace {

bool is_in(std::string_view letters, char letter) { return letters.find(letter) != std::string_view::npos; }

// Orks go to the nearest city or path that is not ours, and attack those that are weaker.
struct Orks : arena::orkisland::Bot {
  static constexpr const char* name = "cppdemo";

  void play(State& s) override {
    std::vector<int> goals;
    const auto add = [&](const auto& areas) {
      for (const auto& area : areas) {
        if (area.owner != s.me) goals.insert(goals.end(), area.cells.begin(), area.cells.end());
      }
    };
    add(s.cities);
    add(s.paths);
    const auto ways = s.ways_to(goals);
    for (const auto& ork : s.units_of(s.me)) {
      auto step = ways.step(ork.cell);
      for (const auto& [direction, cell] : s.neighbours(ork.cell)) {
        const auto* other = s.unit_at(cell);
        if (other != nullptr && other->owner != s.me && other->health < ork.health - 3) {
          step = direction;
          break;
        }
      }
      s.command(ork, step);
    }
  }
};

// Farmers go to the nearest tile that is not ours, knights to the nearest enemy.
struct Knights : arena::battleroyale::Bot {
  void play(State& s) override {
    using arena::battleroyale::Direction;
    using arena::battleroyale::Kind;
    std::vector<int> tiles, units;
    for (std::size_t i = 0; i < s.colours.size(); i++) {
      if (s.colours[i] != '0' + s.me) tiles.push_back(static_cast<int>(i));
    }
    for (const auto& u : s.units) {
      if (u.owner != s.me) units.push_back(u.cell);
    }
    const auto fields = s.ways_to(tiles), enemies = s.ways_to(units);
    for (const auto& knight : s.units_of(s.me, Kind::knight)) {
      // At less than the greatest damage the next attack may make it an enemy's, so it rests.
      const bool hurt = knight.health <= s.damage_max && enemies.cost(knight.cell) > 1;
      s.command(knight, hurt ? Direction::none : enemies.step(knight.cell));
    }
    for (const auto& farmer : s.units_of(s.me, Kind::farmer)) s.command(farmer, fields.step(farmer.cell));
  }
};

// Dwarves go to the nearest cave that is not ours, and keep away from Sauron's units.
struct Dwarves : arena::moria::Bot {
  void play(State& s) override {
    using arena::moria::Direction;
    using arena::moria::Kind;
    std::vector<int> caves;
    for (std::size_t i = 0; i < s.cells.size(); i++) {
      if (is_in("CT0123", s.cells[i]) && s.cells[i] != '0' + s.me) caves.push_back(static_cast<int>(i));
    }
    const auto ways = s.ways_to(caves);
    const auto deadly = [&](int cell) {
      for (const auto& u : s.units) {
        if ((u.kind != Kind::troll && u.kind != Kind::balrog) || u.cell < 0) continue;
        if (std::max(std::abs(s.row(u.cell) - s.row(cell)), std::abs(s.col(u.cell) - s.col(cell))) <= 2) return true;
      }
      return false;
    };
    for (const auto& dwarf : s.units_of(s.me, Kind::dwarf)) {
      const auto ahead = ways.step(dwarf.cell);
      auto prey = Direction::unspecified, safe = Direction::unspecified;
      for (const auto& [direction, cell] : s.neighbours(dwarf.cell)) {
        const auto* other = s.unit_at(cell);
        if (prey == Direction::unspecified && other != nullptr && other->owner != s.me && other->kind <= Kind::orc) prey = direction;
        const bool open = is_in("OCT0123", s.cells[static_cast<std::size_t>(cell)]) && other == nullptr && !deadly(cell);
        if (safe == Direction::unspecified && open) safe = direction;
      }
      const bool danger = deadly(dwarf.cell) || deadly(s.dest(dwarf.cell, ahead));
      if (danger) {
        s.command(dwarf, safe == Direction::unspecified ? Direction::none : safe);
      } else {
        s.command(dwarf, prey == Direction::unspecified ? ahead : prey);
      }
    }
  }
};

// Starships make the move that takes or comes near to a bonus, and do not crash.
struct Ships : arena::starships::Bot {
  void play(State& s) override {
    using arena::starships::Action;
    std::set<int> rockets, taken;
    for (const auto& m : s.missiles) {
      for (int ahead = 0; ahead <= 4; ahead++) rockets.insert(s.cell(s.row(m.cell), (s.col(m.cell) + ahead) % s.cols));
    }
    const auto thing = [&](int cell) { return s.cells[static_cast<std::size_t>(cell)]; };
    for (const auto& ship : s.units_of(s.me)) {
      if (!ship.alive()) continue;
      auto best = Action::default_;
      int least = INT32_MAX;
      for (const auto word : {Action::default_, Action::up, Action::down, Action::fast, Action::fast_up, Action::fast_down,
                              Action::slow, Action::slow_up, Action::slow_down}) {
        const int to = s.dest(ship.cell, word);
        if (to < 0 || taken.count(to) > 0 || (s.col(to) - s.round % s.cols - 1 + 2 * s.cols) % s.cols >= s.nb_win_cols) continue;
        bool crash = false, bonus = false;
        for (const int cell : swept(s, ship.cell, to)) {
          crash = crash || thing(cell) == 'X' || rockets.count(cell) > 0 || s.unit_at(cell) != nullptr;
          bonus = bonus || is_in("PM", thing(cell));
        }
        if (crash || !leaves_a_way(s, to)) continue;
        int cost = bonus ? -1 : 1000;
        for (int cell = 0; cell < s.rows * s.cols; cell++) {
          const int ahead = (s.col(cell) - s.col(to) + s.cols) % s.cols;
          const int rows = std::abs(s.row(cell) - s.row(to));
          // If there are more rows than columns, the ship would fly past it.
          if (is_in("PM", thing(cell)) && rows <= ahead && ahead < s.nb_win_cols) cost = std::min(cost, ahead + 3 * rows);
        }
        if (cost < least) {
          best = word;
          least = cost;
        }
      }
      s.command(ship, best);
      taken.insert(s.dest(ship.cell, best));
    }
  }

  // leaves_a_way reports whether a starship can go on from a cell in the next round.
  static bool leaves_a_way(const State& s, int from) {
    using arena::starships::Action;
    for (const auto next : {Action::default_, Action::up, Action::down}) {
      const int to = s.dest(from, next);
      if (to < 0) continue;
      const auto cells = swept(s, from, to);
      if (std::none_of(cells.begin(), cells.end(), [&](int c) { return s.cells[static_cast<std::size_t>(c)] == 'X'; })) return true;
    }
    return false;
  }

  // swept returns the cells that a starship passes through: all of the rectangle but the
  // first.
  static std::vector<int> swept(const State& s, int from, int to) {
    std::vector<int> cells;
    const int ahead = (s.col(to) - s.col(from) + s.cols) % s.cols;
    for (int row = std::min(s.row(from), s.row(to)); row <= std::max(s.row(from), s.row(to)); row++) {
      for (int k = 0; k <= ahead; k++) {
        const int cell = s.cell(row, (s.col(from) + k) % s.cols);
        if (cell != from) cells.push_back(cell);
      }
    }
    return cells;
  }
};

}  // namespace

ARENA_BOT(Orks, Knights, Dwarves, Ships)
