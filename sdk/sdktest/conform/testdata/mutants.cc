// Plays damaged transcripts, from a file with the length before each: see mutants_test.go.
#include "arena/battleroyale.hpp"
#include "arena/moria.hpp"
#include "arena/orkisland.hpp"
#include "arena/starships.hpp"

#include <iostream>

template <class State>
void everything(State& s) {
  std::size_t fields = 0;
  s.each_field([&](std::string_view, const auto&) { fields++; });
  s.rand().next();
  s.mark(5);
}

template <class Base>
struct Bot : Base {
  void play(typename Base::State& s) override {
    everything(s);
    for (const auto& u : s.units_of(s.me)) {
      const auto ways = s.ways_to({0, 7, u.cell, -3, 1000000000});
      const auto step = ways.step(u.cell);
      s.command(u, step);
      s.log_unit(u.id, ways.distance(u.cell), ways.path(u.cell).size(), s.neighbours(u.cell).size());
      break;
    }
  }
};

struct Starships : arena::starships::Bot {
  void play(State& s) override {
    everything(s);
    for (const auto& u : s.units_of(s.me)) s.command(u, arena::starships::Action::shoot);
  }
};

int main(int, char** argv) {
  std::ifstream file(argv[1], std::ios::binary);
  int answered = 0, refused = 0;
  for (std::string length; std::getline(file, length);) {
    std::string text(std::stoul(length), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    try {
      const auto answers = arena::play_lines<Bot<arena::battleroyale::Bot>, Bot<arena::moria::Bot>, Bot<arena::orkisland::Bot>, Starships>(text);
      if (!answers.empty() && answers.back() != '\n') return 2;
      answered++;
    } catch (const std::exception&) {
      refused++;
    }
  }
  std::cout << "answered " << answered << " refused " << refused << "\n";
}
