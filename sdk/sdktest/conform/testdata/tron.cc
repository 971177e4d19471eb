// Says what it sees of a game with all that a schema can have: see tron_test.go.
#include "arena/tron.hpp"

struct Bot : arena::tron::Bot {
  void play(State& s) override {
    for (const auto& u : s.units) s.command(u, 3);
    for (const auto& t : s.things) s.log(t.id, t.x, t.label, t.cells.size());
    s.mark(arena::Pos{1, 2});
    s.log(s.words.size(), s.word, s.scores[0]);
  }
};

ARENA_BOT(Bot)
