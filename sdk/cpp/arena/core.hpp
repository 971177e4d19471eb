// What bots in C++17 for all games of the arena have in common. Include the header of the
// game, such as "arena/orkisland.hpp", which includes this one.
//
// What the program prints to std::cout or stdout goes to standard error: it is free for
// debugging, and is shown with the bot's name.
#ifndef ARENA_CORE_HPP
#define ARENA_CORE_HPP

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <io.h>
#else
#include <cerrno>
#include <unistd.h>
#endif
#ifndef __wasi__
#include <fstream>
#endif

// ARENA_THROW throws an exception. Where the compiler has none, as for WASI, it says what
// is wrong and ends the program.
#ifdef __cpp_exceptions
#define ARENA_THROW(error, text) throw error(text)
#else
#define ARENA_THROW(error, text) ::arena::detail::fail(text)
#endif

namespace arena {

namespace detail {

[[noreturn]] inline void fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(1);
}

}  // namespace detail

// Pos is a cell of a board: row from the top and column from the left, from 0.
struct Pos {
  int row, col;
};

// Rand is a source of random draws (SplitMix64), the same in all languages of the SDKs.
class Rand {
 public:
  explicit Rand(std::uint64_t seed = 0) : state_(seed) {}

  // next returns 64 random bits.
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  // below returns a number from 0 to n-1. It is the upper 32 bits of next() * n / 2^32.
  std::uint32_t below(std::uint32_t n) {
    if (n == 0) ARENA_THROW(std::invalid_argument, "arena: below(0): n must be from 1");
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }

  // choice returns one of the items.
  template <class List>
  auto& choice(List& items) {
    return items[below(static_cast<std::uint32_t>(items.size()))];
  }

  // shuffle puts the items in random order: from the last to the second, each is swapped
  // with one up to itself.
  template <class List>
  void shuffle(List& items) {
    for (std::size_t i = items.size(); i > 1; i--) {
      std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  std::uint64_t state_;
};

// Budget is the CPU time in nanoseconds that is left: of this round, and of the bank for
// the match. Both are INT64_MAX if it is not limited.
struct Budget {
  std::int64_t round, bank;
};

namespace detail {

// move_output gives the protocol a file of its own and points standard output at
// standard error, so that nothing that is printed can break an answer.
inline int move_output() {
  std::fflush(stdout);
#if defined(_WIN32)
  const int out = _dup(1);
  _dup2(2, 1);
#elif defined(__wasi__)  // which can't: what is printed is shown as such
  const int out = 1;
#else
  const int out = ::dup(1);
  ::dup2(2, 1);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
#endif
  return out;
}

inline const int output = move_output();

inline void write_all(std::string_view text) {
  while (!text.empty()) {
#ifdef _WIN32
    const auto n = _write(output, text.data(), static_cast<unsigned>(text.size()));
    if (n <= 0) std::exit(0);
#else
    const auto n = ::write(output, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) std::exit(0);  // the arena has gone
#endif
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

inline long read_some(char* to, std::size_t room) {
#ifdef _WIN32
  return _read(0, to, static_cast<unsigned>(room));
#else
  for (;;) {
    const auto n = ::read(0, to, room);
    if (n >= 0 || errno != EINTR) return static_cast<long>(n);
  }
#endif
}

inline std::int64_t cpu_time() {
#ifdef CLOCK_PROCESS_CPUTIME_ID
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return std::int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
#else
  return static_cast<std::int64_t>(std::clock()) * (1000000000 / CLOCKS_PER_SEC);
#endif
}

// few limits a time, so that no sum of times overflows.
inline std::int64_t few(std::int64_t time) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  return std::clamp(time, -most, most);
}

[[noreturn]] inline void unreadable(std::string_view text) {
  ARENA_THROW(std::runtime_error, "arena: can't read \"" + std::string(text.substr(0, 60)) + "\"");
}

// Words reads the words of a line.
class Words {
 public:
  explicit Words(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool skip() {
    while (at_ < end_ && *at_ == ' ') at_++;
    return at_ < end_;
  }

  template <class Number, std::enable_if_t<std::is_integral_v<Number>, int> = 0>
  void next(Number& value) {
    skip();
    const auto [rest, error] = std::from_chars(at_, end_, value);
    if (error != std::errc() || (rest < end_ && *rest != ' ')) {
      unreadable({at_, static_cast<std::size_t>(end_ - at_)});
    }
    at_ = rest;
  }

  void next(std::string& value) {
    skip();
    const char* from = at_;
    while (at_ < end_ && *at_ != ' ') at_++;
    value.assign(from, at_);
  }

  // next reads all words that are left.
  template <class T>
  void next(std::vector<T>& values) {
    values.clear();
    while (skip()) next(values.emplace_back());
  }

 private:
  const char* at_;
  const char* end_;
};

template <class T>
bool read(std::string_view text, T& value) {
  Words(text).next(value);
  return true;
}

inline void append(std::string& to, std::string_view text) { to.append(text); }
inline void append(std::string& to, const std::string& text) { to.append(text); }
inline void append(std::string& to, const char* text) { to.append(text); }
inline void append(std::string& to, bool value) { to.append(value ? "true" : "false"); }
inline void append(std::string& to, char letter) { to.push_back(letter); }

template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
void append(std::string& to, T value) {
  to.append(std::to_string(value));
}

template <class T, std::enable_if_t<std::is_enum_v<T>, int> = 0>
void append(std::string& to, T value) {
  to.append(word(value));
}

// text_of reduces a text to one line that a note may have.
inline std::string text_of(std::string text) {
  constexpr std::size_t most = 400;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  if (text.size() > most) {
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) end--;
    text.resize(end);
  }
  return text;
}

template <class... Values>
std::string joined(const Values&... values) {
  std::string text;
  int count = 0;
  ((count++ ? text.push_back(' ') : void(), append(text, values)), ...);
  return text_of(std::move(text));
}

// exact writes a number with as few digits as tell it from all others.
inline std::string exact(double value) {
  char text[32];
  for (int digits = 15; digits <= 17; digits++) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

inline int column(const std::vector<int>& values, std::size_t id) {
  return id < values.size() ? values[id] : -1;
}

inline std::int64_t column(const std::vector<std::int64_t>& values, std::size_t id) {
  return id < values.size() ? values[id] : -1;
}

// cells_of returns the number of cells of a board.
inline std::size_t cells_of(int rows, int cols) {
  if (rows <= 0 || cols <= 0 || rows > (1 << 24) / cols) ARENA_THROW(std::runtime_error, "arena: no such board");
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}

// Frontier is a queue of cells, the nearest first: a radix heap. A cell waits in the list
// for the highest bit in which its length differs from that of the cell taken last, which
// works because lengths never decrease.
class Frontier {
 public:
  void push(std::int64_t length, int cell) { lists_[highest(length ^ last_)].emplace_back(length, cell); }

  // pop takes one of the nearest cells; it returns false if there is none.
  bool pop(std::int64_t& length, int& cell) {
    if (lists_[0].empty()) {
      std::size_t k = 1;
      while (k < lists && lists_[k].empty()) k++;
      if (k == lists) return false;
      last_ = std::min_element(lists_[k].begin(), lists_[k].end())->first;
      moving_.swap(lists_[k]);
      for (const auto& [l, c] : moving_) push(l, c);
      moving_.clear();
    }
    length = lists_[0].back().first;
    cell = lists_[0].back().second;
    lists_[0].pop_back();
    return true;
  }

 private:
  using Reached = std::pair<std::int64_t, int>;
  static constexpr std::size_t lists = 64;

  // highest returns the number of the highest bit that is set, from 1; 0 if none is.
  static std::size_t highest(std::int64_t bits) {
#ifdef __GNUC__
    return bits == 0 ? 0 : static_cast<std::size_t>(64 - __builtin_clzll(static_cast<unsigned long long>(bits)));
#else
    std::size_t n = 0;
    for (; bits != 0; bits >>= 1) n++;
    return n;
#endif
  }

  std::int64_t last_ = 0;
  std::vector<Reached> lists_[lists], moving_;
};

// Conversation is one answer, and what the bot's notes and time add up to.
struct Conversation {
  std::string out;
  std::size_t noted = 0;
  Rand rand;
  bool drawn = false;
  std::int64_t spent = 0, bank = 0, extra = 0;
};

}  // namespace detail

// Seat is what every State has: the player's place in the match, its notes, its random
// draws and its budget.
template <class State>
class Seat {
 public:
  int me = 0;                         // the player's own number, from 0
  std::vector<std::string> names;     // of all players
  std::uint64_t seed = 0;             // of the player's own random draws
  std::int64_t cpu_per_round = 0;     // CPU time that each round may use, in nanoseconds; 0 means no limit
  std::int64_t cpu_bank = 0;          // CPU time beyond that, for the whole match, in nanoseconds
  std::int64_t wall_per_round = 0;    // wall-clock time that an answer may take; 0 means no limit
  std::int64_t wall_bank = 0;         // wall-clock time beyond that, for the whole match
  std::int64_t cpu_start = 0;         // CPU time beyond that of the first round, for what comes before

  // players returns the number of players.
  int players() const { return static_cast<int>(names.size()); }

  // rand returns the player's own random draws. The match seeds them, so that it can be
  // played again.
  Rand& rand() {
    if (!talk_.drawn) talk_.rand = Rand(seed);
    talk_.drawn = true;
    return talk_.rand;
  }

  // budget returns the CPU time that is left at this moment.
  Budget budget() const {
    if (cpu_per_round == 0) return {INT64_MAX, INT64_MAX};
    const std::int64_t left = detail::few(cpu_per_round) + talk_.extra - (detail::cpu_time() - talk_.spent);
    return {std::max<std::int64_t>(left, 0), std::max<std::int64_t>(talk_.bank + std::min<std::int64_t>(left, 0), 0)};
  }

  // mark makes a cell stand out in the viewer. Notes don't affect the match.
  void mark(Pos cell) { note("mark " + at(cell)); }
  void mark(int cell) { mark(pos(cell)); }

  // arrow draws an arrow from one cell to another.
  void arrow(Pos from, Pos to) { note("arrow " + at(from) + " " + at(to)); }
  void arrow(int from, int to) { arrow(pos(from), pos(to)); }

  // label writes a few characters on a cell. Values are divided by spaces.
  template <class... Values>
  void label(Pos cell, const Values&... values) {
    note("label " + at(cell) + " " + detail::joined(values...));
  }
  template <class... Values>
  void label(int cell, const Values&... values) {
    label(pos(cell), values...);
  }

  // log notes a line about the round. Values are divided by spaces.
  template <class... Values>
  void log(const Values&... values) {
    note("log " + detail::joined(values...));
  }

  // log_unit notes a line about a unit, or its number.
  template <class... Values>
  void log_unit(int unit, const Values&... values) {
    note("logunit " + std::to_string(unit) + " " + detail::joined(values...));
  }
  template <class Unit, class... Values, std::enable_if_t<std::is_class_v<Unit>, int> = 0>
  void log_unit(const Unit& unit, const Values&... values) {
    log_unit(unit.id, values...);
  }

  // chart notes a number of the round, such as ("army", 12), for a chart in the viewer. Of one name,
  // the last of a round counts. One that is not finite is left out.
  void chart(std::string_view name, double value) {
    if (std::isfinite(value)) note("chart " + detail::exact(value) + " " + detail::joined(name));
  }

 protected:
  bool set_seat(std::string_view name, std::string_view text) {
    using detail::read;
    if (name == "name") {
      const auto space = text.find(' ');
      names.emplace_back(space == std::string_view::npos ? std::string_view() : text.substr(space + 1));
      return true;
    }
    if (name == "me") return read(text, me);
    if (name == "seed") return read(text, seed);
    if (name == "cpu_per_round") return read(text, cpu_per_round);
    if (name == "cpu_bank") return read(text, cpu_bank);
    if (name == "wall_per_round") return read(text, wall_per_round);
    if (name == "wall_bank") return read(text, wall_bank);
    if (name == "cpu_start") return read(text, cpu_start);
    return false;
  }

  template <class F>
  void each_of_seat(F& f) const {
    f("me", me);
    f("names", names);
    f("seed", seed);
    f("cpu_per_round", cpu_per_round);
    f("cpu_bank", cpu_bank);
    f("wall_per_round", wall_per_round);
    f("wall_bank", wall_bank);
    f("cpu_start", cpu_start);
  }

  std::string& out() { return talk_.out; }

 private:
  template <class Bot>
  friend class Player;

  Pos pos(int cell) const {
    const int cols = std::max(static_cast<const State*>(this)->cols, 1);
    return {cell / cols, cell % cols};
  }

  static std::string at(Pos p) { return std::to_string(p.row) + " " + std::to_string(p.col); }

  void note(const std::string& line) {
    constexpr std::size_t most = 64 << 10;  // of a match: the arena drops what is more
    if (talk_.noted > most) return;
    talk_.noted += line.size();
    talk_.out.append(line).push_back('\n');
  }

  detail::Conversation talk_;
};

// Board is what every State of a game with a board has.
template <class State, class Step>
class Board {
 public:
  // cell returns the number of a cell; row and col its row and column.
  int cell(int row, int col) const { return row * self().cols + col; }
  int row(int cell) const { return cell / self().cols; }
  int col(int cell) const { return cell % self().cols; }

  // has reports whether there is such a row and column.
  bool has(int row, int col) const { return 0 <= row && row < self().rows && 0 <= col && col < self().cols; }

  // dest returns the cell to which a step leads, or -1 if it leads off the board, or
  // is none.
  int dest(int cell, Step step) const {
    Pos by{0, 0};
    if (!State::offset(step, by)) return -1;
    int row = this->row(cell) + by.row, col = this->col(cell) + by.col;
    if (State::wrap_rows) row = (row + self().rows) % self().rows;
    if (State::wrap_cols) col = (col + self().cols) % self().cols;
    return has(row, col) ? this->cell(row, col) : -1;
  }

  // neighbours returns the steps that lead to other cells of the board, and these cells.
  std::vector<std::pair<Step, int>> neighbours(int cell) const {
    std::vector<std::pair<Step, int>> found;
    for (const Step step : State::steps()) {
      const int to = dest(cell, step);
      if (to >= 0 && to != cell) found.emplace_back(step, to);
    }
    return found;
  }

 private:
  const State& self() const { return *static_cast<const State*>(this); }
};

// Ways are the cheapest paths from every cell to the nearest of some targets. Among paths
// of equal cost, the one with the fewest steps wins. Units that stand in the way don't
// count.
template <class State, class Step>
class Ways {
 public:
  // The constructor is used by ways_to of a State. enter has what it costs to enter each
  // cell, a million at most, less than 0 where nobody can go.
  Ways(const State& s, std::vector<Step> steps, std::vector<std::int64_t> enter, const std::vector<int>& targets)
      : s_(&s), steps_(std::move(steps)), enter_(std::move(enter)), lengths_(enter_.size(), far) {
    for (auto& e : enter_) e = e < 0 ? 0 : std::min(e, most) * unit + 1;
    search(targets);
  }

  // cost returns the cost of the cheapest path from a cell, or -1 if there is none.
  int cost(int cell) const {
    const std::int64_t length = at(cell);
    return length == far ? -1 : static_cast<int>(length / unit);
  }

  // distance returns the same as cost, whose name it was.
  int distance(int cell) const { return cost(cell); }

  // steps returns how many steps that path has, or -1 if there is none.
  int steps(int cell) const {
    const std::int64_t length = at(cell);
    return length == far ? -1 : static_cast<int>(length % unit);
  }

  // step returns the first step of the cheapest path from a cell. On a target, and if
  // there is no path, it is the command to stay, or unspecified if the game has none.
  Step step(int cell) const {
    const std::int64_t here = at(cell);
    Step first = State::stay;
    if (here == 0 || here == far) return first;
    for (const Step step : steps_) {
      const int to = s_->dest(cell, step);
      if (to < 0 || at(to) == far || at(to) + enter_[static_cast<std::size_t>(to)] != here) continue;
      if (!State::prefer_free || s_->unit_at(to) == nullptr) return step;
      if (first == State::stay) first = step;
    }
    return first;
  }

  // path returns the cells of the cheapest path from a cell, without the first and with
  // the last.
  std::vector<int> path(int cell) const {
    std::vector<int> cells;
    while (at(cell) != 0 && at(cell) != far) cells.push_back(cell = s_->dest(cell, step(cell)));
    return cells;
  }

 private:
  static constexpr std::int64_t unit = std::int64_t{1} << 24;  // a cost of 1; below are the steps
  static constexpr std::int64_t most = 1000000;                // so that no sum overflows
  static constexpr std::int64_t far = std::int64_t{1} << 62;

  std::int64_t at(int cell) const {
    const auto i = static_cast<std::size_t>(cell);
    return cell >= 0 && i < lengths_.size() ? lengths_[i] : far;
  }

  void search(const std::vector<int>& targets) {
    std::vector<Pos> offsets;
    for (const Step step : steps_) {
      Pos by{0, 0};
      if (State::offset(step, by)) offsets.push_back(by);
    }
    const int rows = s_->rows, cols = s_->cols;
    detail::Frontier open;
    for (const int t : targets) {
      if (t < 0 || static_cast<std::size_t>(t) >= enter_.size() || enter_[static_cast<std::size_t>(t)] == 0) continue;
      lengths_[static_cast<std::size_t>(t)] = 0;
      open.push(0, t);
    }
    std::int64_t here = 0;
    int cell = 0;
    while (open.pop(here, cell)) {
      if (here != lengths_[static_cast<std::size_t>(cell)]) continue;
      const std::int64_t there = here + enter_[static_cast<std::size_t>(cell)];
      const int from_row = cell / cols, from_col = cell % cols;
      for (const Pos by : offsets) {
        int row = from_row + by.row, col = from_col + by.col;
        if (State::wrap_rows) row = row < 0 ? row + rows : row >= rows ? row - rows : row;
        if (State::wrap_cols) col = col < 0 ? col + cols : col >= cols ? col - cols : col;
        if (row < 0 || row >= rows || col < 0 || col >= cols) continue;
        const auto to = static_cast<std::size_t>(row * cols + col);
        if (enter_[to] == 0 || lengths_[to] <= there) continue;
        lengths_[to] = there;
        open.push(there, static_cast<int>(to));
      }
    }
  }

  const State* s_;
  std::vector<Step> steps_;
  std::vector<std::int64_t> enter_, lengths_;
};

// Game plays the matches of one game.
class Game {
 public:
  virtual ~Game() = default;
  virtual std::string_view name() const = 0;
  virtual void match() = 0;
  virtual void line(std::string_view name, std::string_view text) = 0;
  virtual std::string& go(std::string_view round) = 0;
  virtual void end() = 0;
};

template <class Bot>
class Player final : public Game {
 public:
  std::string_view name() const override { return Bot::game; }

  void match() override {
    const auto spent = state_.talk_.spent;
    state_ = typename Bot::State();
    state_.talk_.spent = spent;
    bot_.reset();
    begun_ = true;
  }

  void line(std::string_view name, std::string_view text) override {
    if (begun_) state_.set(name, text);
  }

  std::string& go(std::string_view words) override {
    int round = 0;
    detail::read(words.substr(0, words.find(' ')), round);
    auto& talk = state_.talk_;
    talk.out.clear();
    state_.prepare();
    if (!bot_) {
      talk.bank = detail::few(state_.cpu_bank);
      talk.extra = detail::few(state_.cpu_start);
      bot_ = std::make_unique<Bot>();
      bot_->start(state_);
    }
    bot_->play(state_);
    talk.out.append("done ").append(std::to_string(round)).push_back('\n');
    return talk.out;
  }

  // answered books the time of a round.
  void answered() {
    auto& talk = state_.talk_;
    if (state_.cpu_per_round != 0) talk.bank = state_.budget().bank;
    talk.spent = detail::cpu_time();
    talk.extra = 0;
  }

  void end() override {
    bot_.reset();
    begun_ = false;
  }

 private:
  typename Bot::State state_;
  std::unique_ptr<Bot> bot_;
  bool begun_ = false;
};

namespace detail {

// Talk reads what the arena writes, and answers.
template <class... Bots>
class Talk {
 public:
  // feed takes some bytes, and calls write with each answer.
  template <class Write>
  void feed(std::string_view data, Write write) {
    const auto end = data.rfind('\n');
    if (end == std::string_view::npos) {
      rest_.append(data);
      return;
    }
    if (rest_.empty()) {
      lines(data.substr(0, end + 1), write);
    } else {
      rest_.append(data.substr(0, end + 1));
      const std::string whole = std::move(rest_);
      rest_.clear();
      lines(whole, write);
    }
    rest_.append(data.substr(end + 1));
  }

 private:
  template <class Write>
  void lines(std::string_view text, Write& write) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end + 1);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      const auto space = line.find(' ');
      const auto name = line.substr(0, space);
      const auto words = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
      if (name == "go") {
        if (game_ == nullptr) ARENA_THROW(std::runtime_error, "arena: asked for an answer before a match began");
        write(game_->go(words));
        (answered<Bots>(), ...);
      } else if (name == "match") {
        choose(words.substr(0, words.find(' ')));
      } else if (name == "end") {
        if (game_ != nullptr) game_->end();
        game_ = nullptr;
      } else if (game_ != nullptr) {
        game_->line(name, words);
      }
    }
  }

  template <class Bot>
  void answered() {
    auto& player = std::get<Player<Bot>>(players_);
    if (game_ == &player) player.answered();
  }

  template <class Bot>
  void try_one(std::string_view name) {
    auto& player = std::get<Player<Bot>>(players_);
    if (player.name() == name) game_ = &player;
  }

  void choose(std::string_view name) {
    game_ = nullptr;
    (try_one<Bots>(name), ...);
    if (game_ == nullptr) ARENA_THROW(std::runtime_error, "arena: this bot doesn't play " + std::string(name));
    game_->match();
  }

  std::tuple<Player<Bots>...> players_;
  Game* game_ = nullptr;
  std::string rest_;
};

template <class Bot>
void add_game(std::string& hello) {
  if (hello.back() != '=') hello.push_back(',');
  hello.append(Bot::game).append(":").append(std::to_string(Bot::rules_version));
}

template <class Bot, class... More>
std::string hello() {
  std::string line = "arena 1 sdk=cpp/1 games=";
  add_game<Bot>(line);
  (add_game<More>(line), ...);
  if (*Bot::name) line.append(" name=").append(Bot::name);
  if (*Bot::version) line.append(" version=").append(Bot::version);
  if (Bot::once) line.append(" once");
  return line + "\n";
}

}  // namespace detail

// param returns the value of a parameter of the bot, which arena tune can search for. It is
// declared with its range in params.json, beside the bot; without arena or file, it is the
// second argument: a whole number for 3, any other for 3.0.
template <class T>
T param(std::string_view name, T otherwise) {
  static_assert(std::is_arithmetic_v<T>, "a parameter is a number");
  const char* given = std::getenv("ARENA_PARAMS");
  std::istringstream words(given == nullptr ? "" : given);
  for (std::string word; words >> word;) {
    if (word.compare(0, name.size(), name) != 0 || word[name.size()] != '=') continue;
    const double value = std::atof(word.c_str() + name.size() + 1);
    if (static_cast<double>(static_cast<T>(value)) != value)
      ARENA_THROW(std::runtime_error, "arena: parameter " + word + " is not a whole number: declare it with \"integer\": true");
    return static_cast<T>(value);
  }
  return otherwise;
}

// serve plays matches over standard input and output, until the arena ends them.
template <class... Bots>
int serve() {
#ifndef _WIN32
  if (::isatty(0) && std::getenv("ARENA_LINES") == nullptr) {
    std::fputs("this is a bot; the arena starts it\nhint: arena check PATH_OF_THIS_FILE\n", stderr);
    return 1;
  }
#endif
  detail::write_all(detail::hello<Bots...>());
  const auto talk = std::make_unique<detail::Talk<Bots...>>();
  std::vector<char> room(std::size_t{1} << 16);
  for (long n; (n = detail::read_some(room.data(), room.size())) > 0;) {
    talk->feed({room.data(), static_cast<std::size_t>(n)}, [](const std::string& answer) { detail::write_all(answer); });
  }
  return 0;
}

// play_lines plays what the arena wrote in a match, and returns what the bot answers. It
// is for tests.
template <class... Bots>
std::string play_lines(std::string_view lines) {
  std::string answers;
  const auto talk = std::make_unique<detail::Talk<Bots...>>();
  const auto keep = [&](const std::string& answer) { answers.append(answer); };
  talk->feed(lines, keep);
  talk->feed("\n", keep);
  return answers;
}

#ifndef __wasi__
// play_transcript does that with a file.
template <class... Bots>
std::string play_transcript(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) ARENA_THROW(std::runtime_error, "arena: can't read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return play_lines<Bots...>(text.str());
}
#endif

}  // namespace arena

// ARENA_BOT makes the program: give it the type of the bot, or of several bots for
// different games.
#define ARENA_BOT(...) \
  int main() { return arena::serve<__VA_ARGS__>(); }

#endif
