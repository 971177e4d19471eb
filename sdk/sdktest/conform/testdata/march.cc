// A bot that marches the same way in every language: see march_test.go.
#include "arena/battleroyale.hpp"
#include "arena/duel.hpp"
#include "arena/moria.hpp"
#include "arena/orkisland.hpp"
#include "arena/starships.hpp"

template <class Base, class Order, int words>
struct March : Base {
  void play(typename Base::State& s) override {
    for (int k = 0; k < 10; k++) {
      const int unit = (7 * k + s.me + s.round) % 40;
      s.command(unit, static_cast<Order>(1 + (3 * s.round + unit + s.me) % words));
    }
  }
};

using Duel = March<arena::duel::Bot, arena::duel::Direction, 4>;
using Royale = March<arena::battleroyale::Bot, arena::battleroyale::Direction, 5>;
using Moria = March<arena::moria::Bot, arena::moria::Direction, 9>;
using Island = March<arena::orkisland::Bot, arena::orkisland::Direction, 5>;
using Ships = March<arena::starships::Bot, arena::starships::Action, 10>;
ARENA_BOT(Royale, Duel, Moria, Island, Ships)
