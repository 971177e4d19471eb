// Tests of the headers. The program ends with 0 if all is well.
#include "orkisland.hpp"

#include <cmath>
#include <iostream>

namespace {

int failures = 0;

template <class A, class B>
void compare(const A& got, const B& want, int line) {
  if (!(got == want)) {
    std::cerr << "core_test.cc:" << line << ": failed\n";
    failures++;
  }
}

#define EQUAL(...) compare(__VA_ARGS__, __LINE__)

const std::string start = R"(match orkisland 1
me 1
name 0 some body
name 1 Zoë
seed 18446744073709551615
cpu_per_round 50000000
cpu_bank 1000000000
wall_per_round 0
wall_bank 0
cpu_start 0
nb_players 2
rows 4
cols 5
nb_rounds 2
cost_grass 1
cost_forest 2
cost_sand 3
cost_city 0
cost_path 0
terrain WWWWWW.F.WW.SCWWWWWW
cities 0 13
paths 0 0 0 6 7
paths 1 0 0
something_new 1 2 3
)";

std::string round(int n) {
  const auto number = std::to_string(n);
  return "round " + number +
         "\nstatus 0 -1000000\nscores 3 4\ncity_owners -1\npath_owners 1 0\nunit_owners 0 1 1\nunit_cells 6 8 11\n"
         "unit_healths 100 99 1\ngo " +
         number + "\n";
}

const std::string match = start + round(0) + round(1) + "scores 5 6\nplaces 2 1\nend\n";

using arena::orkisland::Direction;
using State = arena::orkisland::State;

// Playing plays a round by a function.
struct Playing : arena::orkisland::Bot {
  static inline void (*function)(State&) = nullptr;
  static inline int made = 0;
  static inline std::string calls;

  Playing() { made++; }
  void start(State& s) override { calls += "start " + std::to_string(s.round) + "\n"; }
  void play(State& s) override {
    calls += "play " + std::to_string(s.round) + "\n";
    function(s);
  }
};

std::string play(void (*function)(State&), const std::string& text = match) {
  Playing::function = function;
  return arena::play_lines<Playing>(text);
}

template <class Error>
std::string failure(void (*function)(State&), const std::string& text = match) {
  try {
    play(function, text);
  } catch (const Error& e) {
    return e.what();
  }
  return "nothing was thrown";
}

using Numbers = std::vector<int>;

void fields(State& s) {
  EQUAL(s.me, 1);
  EQUAL(s.names, std::vector<std::string>{"some body", "Zoë"});
  EQUAL(s.players(), 2);
  EQUAL(s.seed, UINT64_MAX);
  EQUAL(s.cost_forest, 2);
  EQUAL(s.terrain[7], 'F');
  EQUAL(s.status, Numbers{0, -1000000});
  EQUAL(s.unit_cells, Numbers{6, 8, 11});
  EQUAL(s.cities.size(), 1u);
  EQUAL(s.cities[0].cells, Numbers{13});
  EQUAL(s.cities[0].owner, -1);
  EQUAL(s.paths.size(), 2u);
  EQUAL(s.paths[0].cells, Numbers{6, 7});
  EQUAL(s.paths[0].owner, 1);
  EQUAL(s.paths[1].cells.size(), 0u);
  EQUAL(s.units_of(1).size(), 2u);
  EQUAL(s.units_of(1)[1].health, 1);
  EQUAL(s.unit_at(6)->id, 0);
  EQUAL(s.unit_at(7) == nullptr, true);
}

void board(State& s) {
  EQUAL(s.cell(1, 2), 7);
  EQUAL(s.row(7), 1);
  EQUAL(s.col(7), 2);
  EQUAL(s.neighbours(0), std::vector<std::pair<Direction, int>>{{Direction::south, 5}, {Direction::east, 1}});
  EQUAL(s.dest(4, Direction::east), -1);
  EQUAL(s.dest(4, Direction::none), 4);
  EQUAL(s.has(3, 4), true);
  EQUAL(s.has(4, 0), false);
  const auto ways = s.ways_to({13, 0, 99, -1});
  Numbers distances;
  for (const int c : {13, 12, 11, 6, 0, -1, 1000000000}) distances.push_back(ways.cost(c));
  EQUAL(distances, Numbers{0, 0, 3, 3, -1, -1, -1});
  EQUAL(ways.path(6), Numbers{7, 8, 13});
  EQUAL(ways.step(6), Direction::east);
  EQUAL(ways.steps(6), 3);
  EQUAL(ways.step(13), Direction::none);
  EQUAL(ways.step(0), Direction::none);
  const auto alone = s.ways_to({13}, [&](int cell) { return s.row(cell) == 2 ? 1 : -1; });
  EQUAL(alone.distance(11), 2);
  EQUAL(alone.distance(8), -1);
}

void commands(State& s) {
  s.command(1, Direction::north);
  s.command(s.units[2], Direction::none);
}

void notes(State& s) {
  if (s.round > 0) return;
  std::string text;
  for (int i = 0; i < 300; i++) text += "é";
  s.mark(7);
  s.arrow(7, 8);
  s.arrow(arena::Pos{1, 2}, arena::Pos{9, -1});
  s.label(8, "a", 1);
  s.log("two\nlines\t", 2, Direction::north, true, 'c');
  s.log();
  s.log_unit(1, text);
  s.log(std::string(500, 'x'));
  s.chart("army", 12);
  s.chart(" two\nwords", -0.1);
  s.chart("none", NAN);
}

void many_notes(State& s) {
  for (int i = 0; i < 1000; i++) s.log(std::string(300, 'x'));
}

void draws() {
  // The same are in the tests of the SDKs for Python and JavaScript.
  arena::Rand zero(0);
  EQUAL(zero.next(), 0xE220A8397B1DCDAFu);
  EQUAL(zero.next(), 0x6E789E6AA1B965F4u);
  arena::Rand r(42);
  std::vector<std::uint32_t> drawn;
  for (int i = 0; i < 5; i++) drawn.push_back(r.below(1000));
  EQUAL(drawn, std::vector<std::uint32_t>{741, 159, 278, 344, 38});
  EQUAL(r.below(UINT32_MAX), 3729011193u);
  EQUAL(r.below(1), 0u);
  Numbers items = {0, 1, 2, 3, 4, 5, 6, 7};
  r.shuffle(items);
  EQUAL(items, Numbers{0, 7, 5, 4, 1, 3, 2, 6});
  const std::string letters = "abc";
  EQUAL(r.choice(letters), 'b');
}

// A bot reads its parameters when it begins; this program sets its environment itself.
void parameters() {
  EQUAL(arena::param("spread", 3), 3);
#ifndef _WIN32
  setenv("ARENA_PARAMS", "spread=7 fear=0.25", 1);
  EQUAL(arena::param("spread", 3), 7);
  EQUAL(arena::param("fear", 0.5), 0.25);
  EQUAL(arena::param("read", 4), 4);
  unsetenv("ARENA_PARAMS");
#endif
}

}  // namespace

int main() {
  parameters();
  EQUAL(play(fields), std::string("done 0\ndone 1\n"));
  play(board);
  EQUAL(play(commands), std::string("do 1 north\ndo 2 none\ndone 0\ndo 1 north\ndo 2 none\ndone 1\n"));
  std::string text;
  for (int i = 0; i < 200; i++) text += "é";
  EQUAL(play(notes), "mark 1 2\narrow 1 2 1 3\narrow 1 2 9 -1\nlabel 1 3 a 1\nlog two lines  2 north true c\nlog \nlogunit 1 " +
                         text + "\nlog " + std::string(400, 'x') + "\nchart 12 army\nchart -0.1  two words\ndone 0\ndone 1\n");
  const auto size = play(many_notes).size();
  EQUAL(size > (64 << 10) && size < (66 << 10), true);
  draws();

  Playing::made = 0;
  Playing::calls.clear();
  const auto twice = play([](State& s) { s.log(s.rand().below(1000)); }, match + match);
  EQUAL(twice.substr(0, twice.size() / 2), twice.substr(twice.size() / 2));
  EQUAL(Playing::made, 2);
  EQUAL(Playing::calls, std::string("start 0\nplay 0\nplay 1\nstart 0\nplay 0\nplay 1\n"));

  Playing::made = 0;
  play([](State&) {}, start + round(0) + match);  // a match without an end
  EQUAL(Playing::made, 2);

  auto moved = round(1);
  moved.replace(moved.find("unit_cells 6"), 12, "unit_cells 7");
  play(
      [](State& s) {
        EQUAL(s.unit_at(6) == nullptr, s.round == 1);
        EQUAL(s.unit_at(7) == nullptr, s.round == 0);
      },
      start + round(0) + moved);

  auto slow = match;
  slow.replace(slow.find("cpu_start 0"), 11, "cpu_start 1000000000000");
  play([](State& s) { EQUAL(s.budget().round > 50000000, s.round == 0); }, slow);

  play([](State& s) { EQUAL(s.budget().bank <= 1000000000 && s.budget().bank + s.budget().round > 0, true); });
  EQUAL(failure<std::invalid_argument>([](State& s) { s.command(1, Direction::unspecified); }), std::string("arena: direction unspecified"));
  EQUAL(failure<std::runtime_error>(fields, "match moria 1\n"), std::string("arena: this bot doesn't play moria"));
  EQUAL(failure<std::runtime_error>(fields, "me x\nmatch orkisland 1\nme x\n"), std::string("arena: can't read \"x\""));
  EQUAL(failure<std::runtime_error>(fields, "go 0\n"), std::string("arena: asked for an answer before a match began"));

  // Any pieces will do, and both ends of lines.
  std::string windows;
  for (const char c : match) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100}}) {
    arena::detail::Talk<Playing> talk;
    std::string answers;
    Playing::function = fields;
    for (std::size_t at = 0; at < windows.size(); at += piece) {
      talk.feed(std::string_view(windows).substr(at, piece), [&](const std::string& answer) { answers += answer; });
    }
    EQUAL(answers, std::string("done 0\ndone 1\n"));
  }
  if (failures == 0) std::cout << "all is well\n";
  return failures == 0 ? 0 : 1;
}
