// Notes for every unit how it would go to some targets: see ways_test.go.
#include "arena/battleroyale.hpp"
#include "arena/duel.hpp"
#include "arena/moria.hpp"
#include "arena/orkisland.hpp"

template <class State>
std::vector<int> targets(const State& s) {
  std::vector<int> cells;
  for (int c = 0; c < s.rows * s.cols; c++) {
    if ((c * 7919 + s.round) % 97 == 0) cells.push_back(c);
  }
  return cells;
}

template <class State, class Ways>
void note(State& s, const Ways& ways) {
  for (const auto& u : s.units) {
    if (u.cell < 0 || ways.step(u.cell) == decltype(ways.step(u.cell))::unspecified) continue;
    s.log_unit(u.id, ways.cost(u.cell), ways.steps(u.cell), ways.step(u.cell), ways.path(u.cell).size());
  }
}

template <class Base>
struct Bot : Base {
  void play(typename Base::State& s) override { note(s, s.ways_to(targets(s))); }
};

struct Moria : arena::moria::Bot {
  void play(State& s) override {
    note(s, s.ways_to(targets(s), arena::moria::Kind::dwarf));
    note(s, s.ways_to(targets(s), arena::moria::Kind::wizard));
  }
};

ARENA_BOT(Bot<arena::orkisland::Bot>, Moria, Bot<arena::battleroyale::Bot>, Bot<arena::duel::Bot>)
