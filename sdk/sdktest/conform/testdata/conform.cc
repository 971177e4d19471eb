// The bot that answers the same in every language: see main.go.
#include "arena/battleroyale.hpp"
#include "arena/duel.hpp"
#include "arena/moria.hpp"
#include "arena/orkisland.hpp"
#include "arena/starships.hpp"

#include <cmath>
#include <iostream>

namespace {

// Sum is a sum over everything that the bot was sent.
struct Sum {
  static constexpr std::int64_t modulus = 1000003;
  std::int64_t total = 17;

  void add(std::int64_t n) { total = (total * 31 + (n % modulus + modulus) % modulus) % modulus; }
  void add_text(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  }

  void take(std::int64_t n) { add(n); }
  void take(int n) { add(n); }
  void take(std::uint64_t seed) { add_text(std::to_string(seed)); }
  void take(const std::string& text) { add_text(text); }
  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
  void take(const std::vector<Number>& numbers) {
    for (const auto n : numbers) add(n);
  }
  void take(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& w : words) text += (text.empty() ? "" : " ") + w;
    add_text(text);
  }
  void take(const arena::orkisland::City& city) {
    add(city.id);
    take(city.cells);
  }
  void take(const arena::orkisland::Path& path) {
    add(path.id);
    add(path.from);
    add(path.to);
    take(path.cells);
  }
  template <class Record, std::enable_if_t<std::is_class_v<Record>, int> = 0>
  void take(const std::vector<Record>& records) {
    for (const auto& one : records) {
      take(one);
      add(7);
    }
    total = (total + Sum::modulus) % Sum::modulus;
  }

  template <class T>
  void operator()(std::string_view name, const T& value) {
    if constexpr (std::is_same_v<T, std::vector<std::string>>) {
      if (name == "names") {
        for (const auto& text : value) {
          add_text(text);
          add(7);
        }
        return;
      }
    }
    take(value);
    if (name != "cities" && name != "paths") add(7);
  }
};

template <class Base, class Order>
struct Conform : Base {
  static constexpr const char* name = "conform";

  static constexpr int count();

  void play(typename Base::State& s) override {
    std::cout << "this must not disturb the answer\n";
    Sum sum;
    s.each_field(sum);
    const int total = static_cast<int>(sum.total);
    const int drawn = static_cast<int>(s.rand().below(1000));
    for (int k = 0; k < 10; k++) {
      const int unit = (total + 7 * k) % 40;
      s.command(unit, static_cast<Order>(1 + (3 * s.round + unit + s.me + total) % count()));
    }
    s.log("sum", total, "drawn " + std::to_string(drawn));
    s.mark(arena::Pos{total % 10, drawn % 10});
    s.arrow(arena::Pos{1, 2}, arena::Pos{total % 50, -3});
    s.label(arena::Pos{drawn % 5, 0}, "ä✓ two\nwords\n");
    s.log_unit(total % 40, "of\t", 40, "units");
    s.chart("drawn", drawn / 2.0);
    s.chart(" sum\n", -total);
    s.chart("none", NAN);
    if (s.round == 2) {
      std::string text;
      for (int i = 0; i < 200; i++) text += "äb✓";
      s.log(text);
    }
  }
};

#define GAME(game, Order)                                                          \
  using game = Conform<arena::game::Bot, arena::game::Order>;                      \
  template <>                                                                      \
  constexpr int game::count() {                                                    \
    return static_cast<int>(std::size(arena::game::WORDS_##Order)) - 1;            \
  }

#define WORDS_Direction direction_words
#define WORDS_Action action_words

GAME(duel, Direction)
GAME(battleroyale, Direction)
GAME(moria, Direction)
GAME(orkisland, Direction)
GAME(starships, Action)

}  // namespace

ARENA_BOT(battleroyale, duel, moria, orkisland, starships)
