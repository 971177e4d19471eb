// What every classic player needs, whatever its game: the line protocol on standard input
// and output, the list of players in the program, and the loop that plays a match.
//
// Nothing in here gets in a player's way: all names are in arena_classic or begin with it.

#ifndef ARENA_CLASSIC_LINES_HH
#define ARENA_CLASSIC_LINES_HH

#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

class Player; // each game has its own

// These are read, write and so on of the system. <unistd.h> would bring many more names
// (link, pipe, access, ...), which a player may want for its own variables.
#define ARENA_CLASSIC_TEXT_OF(x) #x
#define ARENA_CLASSIC_TEXT(x) ARENA_CLASSIC_TEXT_OF(x)
#define ARENA_CLASSIC_SYSTEM(name) __asm__(ARENA_CLASSIC_TEXT(__USER_LABEL_PREFIX__) name)
extern "C" {
int arena_classic_open(const char* path, int flags, ...) ARENA_CLASSIC_SYSTEM("open");
int arena_classic_dup(int from) ARENA_CLASSIC_SYSTEM("dup");
int arena_classic_dup2(int from, int to) ARENA_CLASSIC_SYSTEM("dup2");
int arena_classic_isatty(int file) ARENA_CLASSIC_SYSTEM("isatty");
std::ptrdiff_t arena_classic_read(int file, void* to, std::size_t size) ARENA_CLASSIC_SYSTEM("read");
std::ptrdiff_t arena_classic_write(int file, const void* from, std::size_t size) ARENA_CLASSIC_SYSTEM("write");
}

namespace arena_classic {

// Word is a part of a line. It is valid until the next line is read.
struct Word {
  const char* text;
  std::size_t size;

  Word(const char* begin, const char* end) : text(begin), size(end - begin) {}

  template <std::size_t N>
  bool is(const char (&other)[N]) const {
    return size == N - 1 && std::memcmp(text, other, N - 1) == 0;
  }
  std::string str() const { return std::string(text, size); }
};

// Line is read from left to right, a word at a time.
class Line {
public:
  Line() : at_(""), end_(at_) {}
  Line(const char* begin, const char* end) : at_(begin), end_(end) {}

  // word returns the next word, which is empty at the end of the line.
  Word word() {
    while (at_ != end_ && blank(*at_)) ++at_;
    const char* begin = at_;
    while (at_ != end_ && !blank(*at_)) ++at_;
    return Word(begin, at_);
  }

  // rest returns what is left of the line, without the blank before it.
  std::string rest() {
    if (at_ != end_ && *at_ == ' ') ++at_;
    const char* begin = at_;
    at_ = end_;
    return std::string(begin, end_);
  }

  // number reads an integer. It returns false at the end of the line and if there is
  // something else. What is too large for an int becomes the nearest one.
  bool number(int* value) {
    Word next = word();
    const char* at = next.text;
    const char* end = next.text + next.size;
    bool negative = at != end && *at == '-';
    if (negative) ++at;
    if (at == end) return false;
    long long all = 0;
    for (; at != end; ++at) {
      if (*at < '0' || *at > '9') return false;
      if (all <= INT_MAX) all = 10 * all + (*at - '0');
    }
    if (all > INT_MAX) all = INT_MAX;
    *value = static_cast<int>(negative ? -all : all);
    return true;
  }

  // numbers reads all integers that are left.
  void numbers(std::vector<int>* values) {
    values->clear();
    for (int value; number(&value);) values->push_back(value);
  }

  // seed reads an integer of 64 bits without a sign.
  unsigned long long seed() {
    Word next = word();
    unsigned long long value = 0;
    for (std::size_t k = 0; k < next.size && next.text[k] >= '0' && next.text[k] <= '9'; ++k)
      value = 10 * value + (next.text[k] - '0');
    return value;
  }

private:
  static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  const char* at_;
  const char* end_;
};

// Wire is where the lines come from and go to. It takes standard input and output for
// itself: what a player prints goes to standard error, and a player that reads from
// standard input finds it empty.
class Wire {
public:
  // by_hand tells whether somebody has started the program at a terminal.
  bool by_hand() const { return arena_classic_isatty(in_) != 0; }

  // next reads a line. It returns false when there are no more.
  bool next(Line* line) {
    for (std::size_t searched = from_;;) {
      const char* begin = room_.data();
      const void* found = searched < to_ ? std::memchr(begin + searched, '\n', to_ - searched) : NULL;
      if (found != NULL) {
        const char* end = static_cast<const char*>(found);
        *line = Line(begin + from_, end);
        from_ = end - begin + 1;
        return true;
      }
      searched = to_ - from_; // as fill moves what is left to the front
      if (!fill()) return false;
    }
  }

  // write writes a whole text at once. If nobody reads it any more, the match is over.
  void write(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
      int n = static_cast<int>(arena_classic_write(out_, text.data() + done, text.size() - done));
      if (n > 0) done += n;
      else if (n == 0 || errno != EINTR) std::exit(0);
    }
  }

  friend Wire& wire();

private:
  enum { OnePiece = 1 << 16 };

  Wire() : room_(OnePiece), from_(0), to_(0) {
    in_ = arena_classic_dup(0);
    out_ = arena_classic_dup(1);
    if (in_ < 0 || out_ < 0) {
      std::fputs("standard input or output is closed\n", stderr);
      std::exit(1);
    }
#ifdef _WIN32
    const char* nothing = "NUL";
#else
    const char* nothing = "/dev/null";
#endif
    int empty = arena_classic_open(nothing, 0);
    arena_classic_dup2(empty, 0);
    if (arena_classic_dup2(2, 1) < 0) arena_classic_dup2(empty, 1);
    // So that what a player has printed is not lost when it crashes.
    std::setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  }

  // fill reads what there is, and makes room for more if a line fills all of it.
  bool fill() {
    if (from_ > 0) {
      std::memmove(room_.data(), room_.data() + from_, to_ - from_);
      to_ -= from_;
      from_ = 0;
    }
    if (to_ == room_.size()) room_.resize(2 * room_.size());
    for (;;) {
      int n = static_cast<int>(arena_classic_read(in_, room_.data() + to_, room_.size() - to_));
      if (n > 0) to_ += n;
      if (n >= 0 || errno != EINTR) return n > 0;
    }
  }

  int in_, out_;
  std::vector<char> room_;
  std::size_t from_, to_; // what has been read and not yet returned
};

inline Wire& wire() {
  static Wire only;
  return only;
}

// The wire must be there before a player can print, and variables at file scope already
// can, in other files, too.
namespace {
#ifdef __ELF__
__attribute__((constructor(101))) void take_the_wire() { wire(); }
#else
struct TakesTheWire {
  TakesTheWire() { wire(); }
} takes_the_wire;
#endif
} // namespace

// Entry is a player that was registered.
struct Entry {
  const char* name;
  Player* (*make)();
};

// entries has all players of the program. There should be one.
inline std::vector<Entry>& entries() {
  static std::vector<Entry> all;
  return all;
}

struct Registration {
  Registration(const char* name, Player* (*make)()) {
    Entry entry = {name, make};
    entries().push_back(entry);
  }
};

// World is what all games have in common of a match, as it is before a round.
class World {
public:
  int me, round;
  std::vector<std::string> names;
  std::vector<double> status; // from 0 to 1, or -1
  std::vector<int> scores;
  unsigned long long seed;

  World() : me(0), round(0), seed(0), given_(0) {}

  bool player_ok(int player) const { return player >= 0 && player < static_cast<int>(status.size()); }

  // take reads a line that all games have. It returns false if it is another one.
  bool take(const Word& name, Line* line) {
    if (name.is("round")) line->number(&round);
    else if (name.is("status")) take_status(line);
    else if (name.is("scores")) line->numbers(&scores);
    else if (name.is("me")) line->number(&me);
    else if (name.is("seed")) seed = line->seed();
    else if (name.is("name")) take_name(line);
    else return false;
    return true;
  }

  // insist ends the program if a board does not have as many cells as it should. The
  // arena sends no such board.
  static void insist(int rows, int cols, const std::string& board) {
    if (rows >= 0 && cols >= 0 && static_cast<unsigned long long>(rows) * cols == board.size()) return;
    std::fprintf(stderr, "%d rows and %d columns, but %lu cells\n", rows, cols, static_cast<unsigned long>(board.size()));
    std::exit(1);
  }

  // order adds a command to the answer. Whether it is any good is for the arena to say.
  // More than one beyond its limit would not make things worse for the player.
  void order(int unit, const char* what) {
    if (++given_ > 1001) return;
    char text[64];
    std::snprintf(text, sizeof text, "do %d %s\n", unit, what);
    answer_ += text;
  }

  // forget drops all orders.
  void forget() {
    answer_.clear();
    given_ = 0;
  }

  // send sends all orders of a round.
  void send(int asked) {
    char text[32];
    std::snprintf(text, sizeof text, "done %d\n", asked);
    answer_ += text;
    wire().write(answer_);
    forget();
  }

private:
  void take_status(Line* line) {
    status.clear();
    for (int millionths; line->number(&millionths);) status.push_back(millionths < 0 ? -1 : millionths / 1e6);
  }

  void take_name(Line* line) {
    int player;
    if (!line->number(&player) || player < 0 || player > 1000) return;
    if (player >= static_cast<int>(names.size())) names.resize(player + 1);
    names[player] = line->rest();
  }

  std::string answer_;
  int given_;
};

// nth returns an element of a list, or something else if the list is too short.
template <typename T>
T nth(const std::vector<T>& all, int k, const T& otherwise) {
  return k >= 0 && k < static_cast<int>(all.size()) ? all[k] : otherwise;
}

// Draws is the random generator in Ork Island and Moria. Without a seed it begins anew each
// time: which seed the originals had then is not known.
class Draws {
public:
  Draws() : state_(0) {}
  explicit Draws(unsigned long long seed) : state_(seed % Modulus) {}

  // draw returns an integer from low to high. It takes two steps of the generator.
  int draw(int low, int high) {
    long long width = static_cast<long long>(high) - low + 1;
    if (width < 1 || width > Widest) return low;
    step();
    step();
    return low + static_cast<int>(width * state_ / Modulus);
  }

  // permutation returns the numbers from 0 to n-1 in random order. It draws for the
  // first so many places.
  std::vector<int> permutation(int n, int draws) {
    std::vector<int> all;
    if (n < 0 || n > Widest) return all;
    for (int k = 0; k < n; ++k) all.push_back(k);
    for (int k = 0; k < draws; ++k) std::swap(all[k], all[draw(k, n - 1)]);
    return all;
  }

private:
  static const long long Modulus = 1LL << 31;
  static const int Widest = 1000000;

  void step() { state_ = (843314861LL * state_ + 453816693LL) % Modulus; }

  long long state_;
};

// seed_libc makes rand and random differ from seat to seat. A seed as the originals gave
// them, which is what the arena gives with --random classic, leaves the library as it is:
// the originals never seeded it. But in Battle Royale they drew from it themselves.
inline void seed_libc(unsigned long long seed, bool drawn_by_the_game) {
  if (seed <= INT_MAX + 4ULL && !drawn_by_the_game) return;
  std::srand(static_cast<unsigned>(seed));
#ifdef __GLIBC__
  // rand and random are the same there.
#elif !defined(_WIN32)
  ::srandom(static_cast<unsigned>(seed));
#endif
}

// hello tells the arena who plays what. Of a long name it has the first letters, as many
// as the arena takes.
inline std::string hello(const char* name, const char* game, int version) {
  char text[160];
  std::snprintf(text, sizeof text, "arena 1 once sdk=cpp-classic/1 games=%s:%d name=%.12s\n", game, version, name);
  return text;
}

// the_player returns the program's player, or NULL after having said what is wrong.
inline const Entry* the_player() {
  if (entries().empty()) {
    std::fputs("no player: the file must end with RegisterPlayer(PLAYER_NAME);\n", stderr);
    return NULL;
  }
  if (entries().size() > 1) {
    std::fputs("several players in one program, which plays one:", stderr);
    for (std::size_t k = 0; k < entries().size(); ++k) std::fprintf(stderr, " %s", entries()[k].name);
    std::fputs("\nbuild each file on its own\n", stderr);
    return NULL;
  }
  return &entries()[0];
}

// run plays one match. G is the game: a World with
//   name(), version()   of its rules
//   draws_from_libc()   whether the original game did
//   take(name, line)    reads a line of the game
//   begin()             is called when the first state is complete
//   refresh()           is called when a state is complete
// P is Player, which is complete only where run is called.
//
// The player is made when there is a match to look at, since some look at it in their
// constructor.
template <class P, class G>
int run(G& game) {
  const Entry* entry = the_player();
  if (entry == NULL) return 1;
  if (wire().by_hand())
    std::fprintf(stderr, "%s is a player of %s; \"arena play %s PLAYER PLAYER ...\" plays a match\n", entry->name, G::name(), G::name());
  wire().write(hello(entry->name, G::name(), G::version()));

  static P* player = NULL; // which is never deleted: the program ends with the match
  for (Line line; wire().next(&line);) {
    Word name = line.word();
    if (name.is("go")) {
      int asked = 0;
      line.number(&asked);
      if (player == NULL) game.begin();
      game.refresh();
      if (player == NULL) {
        seed_libc(game.seed, G::draws_from_libc());
        player = entry->make();
        game.forget();
      }
      player->play();
      game.send(asked);
    } else if (name.is("match")) {
      std::string other = line.word().str();
      if (other != G::name()) {
        std::fprintf(stderr, "%s is a player of %s, not of %s\n", entry->name, G::name(), other.c_str());
        return 1;
      }
    } else if (name.is("end")) {
      return 0;
    } else if (!game.take(name, &line)) {
      game.World::take(name, &line);
    }
  }
  return 0;
}

} // namespace arena_classic

// The argument is expanded before it becomes a name: it mostly is PLAYER_NAME, a macro.
#define RegisterPlayer(name) ARENA_CLASSIC_REGISTER(name)
#define ARENA_CLASSIC_REGISTER(name) static const ::arena_classic::Registration arena_classic_registration_##name(#name, name::factory)

// A program may have several files that include Player.hh.
#ifdef __ELF__
#define ARENA_CLASSIC_MAIN __attribute__((weak)) int main
#else
#define ARENA_CLASSIC_MAIN int main
#endif

#endif
