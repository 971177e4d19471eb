// Battle Royale for player files of its original program.

#ifndef ARENA_CLASSIC_BATTLEROYALE_PLAYER_HH
#define ARENA_CLASSIC_BATTLEROYALE_PLAYER_HH

#include "../lines.hh"
#include "../std.hh"

typedef unsigned int uint;

const int maxint = INT_MAX;
const int infinite = 1000000000; // twice as much is still an int

template <typename T>
inline int sze(const T& t) {
  return t.size();
}

inline string i2s(int n) {
  ostringstream out;
  out << n;
  return out.str();
}

inline int s2i(const string& s) {
  int n = 0;
  istringstream(s) >> n;
  return n;
}

// check ends the player if something that must hold doesn't.
inline void check(bool ok, const string& message = "check failed") {
  if (ok) return;
  cerr << message << endl;
  exit(1);
}

// Dir is a direction. The numbers of all enumerators count: players compute with them, and
// may make a Dir of any int.
enum Dir : int { None, Top, Bottom, Left, Right, DirSize };

inline bool dir_ok(Dir d) { return d >= None && d < DirSize; }

enum CellType : int { Empty, Wall, CellTypeSize };

enum UnitType : int { Knight, Farmer, UnitTypeSize };

// Pos is a place: row i from the top, column j from the left, both from 0.
struct Pos {
  int i, j;

  Pos() : i(0), j(0) {}
  Pos(int i, int j) : i(i), j(j) {}

  friend ostream& operator<<(ostream& out, const Pos& p) { return out << '(' << p.i << ", " << p.j << ')'; }
  friend bool operator==(const Pos& a, const Pos& b) { return a.i == b.i && a.j == b.j; }
  friend bool operator!=(const Pos& a, const Pos& b) { return !(a == b); }
  friend bool operator<(const Pos& a, const Pos& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; }
  friend bool operator>(const Pos& a, const Pos& b) { return b < a; }
  friend bool operator<=(const Pos& a, const Pos& b) { return !(b < a); }
  friend bool operator>=(const Pos& a, const Pos& b) { return !(a < b); }

  // What is not a direction adds nothing.
  Pos& operator+=(Dir d) {
    switch (d) {
      case Top: --i; break;
      case Bottom: ++i; break;
      case Left: --j; break;
      case Right: ++j; break;
      default: break;
    }
    return *this;
  }
  Pos operator+(Dir d) const { return Pos(*this) += d; }
};

// Cell is a tile. -1 is no player or no unit.
struct Cell {
  CellType type;
  int owner, unit;
  Pos pos;
};

struct Unit {
  UnitType type;
  int id, player, health;
  Pos pos;
};

namespace arena_classic {

struct Battle : World {
  int nb_players, nb_rounds, nb_farmers, nb_knights, farmers_health, knights_health;
  int farmers_regen, knights_regen, damage_min, damage_max, rows, cols;
  int first; // the number of the position in which the match began
  vector<Cell> cells; // row by row
  vector<Unit> units;
  vector<vector<int> > farmers, knights; // of each player, increasing

  Battle()
      : nb_players(0), nb_rounds(0), nb_farmers(0), nb_knights(0), farmers_health(0), knights_health(0),
        farmers_regen(0), knights_regen(0), damage_min(0), damage_max(0), rows(0), cols(0), first(0) {
    Cell wall = {Wall, -1, -1, Pos(-1, -1)};
    outside_ = wall;
    Unit ghost = {UnitTypeSize, -1, -1, 0, Pos(-1, -1)};
    no_unit_ = ghost;
  }

  static const char* name() { return "battleroyale"; }
  static int version() { return 1; }
  static bool draws_from_libc() { return true; }

  bool take(const Word& name, Line* line) {
    if (name.is("colours")) colours_ = line->word().str();
    else if (name.is("unit_owners")) line->numbers(&unit_owners_);
    else if (name.is("unit_tiles")) line->numbers(&unit_tiles_);
    else if (name.is("unit_healths")) line->numbers(&unit_healths_);
    else if (name.is("board")) board_ = line->word().str();
    else if (name.is("kinds")) kinds_ = line->word().str();
    else if (name.is("first")) line->number(&first);
    else if (name.is("nb_players")) line->number(&nb_players);
    else if (name.is("nb_rounds")) line->number(&nb_rounds);
    else if (name.is("nb_farmers")) line->number(&nb_farmers);
    else if (name.is("nb_knights")) line->number(&nb_knights);
    else if (name.is("farmers_health")) line->number(&farmers_health);
    else if (name.is("knights_health")) line->number(&knights_health);
    else if (name.is("farmers_regen")) line->number(&farmers_regen);
    else if (name.is("knights_regen")) line->number(&knights_regen);
    else if (name.is("damage_min")) line->number(&damage_min);
    else if (name.is("damage_max")) line->number(&damage_max);
    else if (name.is("rows")) line->number(&rows);
    else if (name.is("cols")) line->number(&cols);
    else return false;
    return true;
  }

  // begin makes all tiles and units. Later they only change: players keep references.
  void begin() {
    insist(rows, cols, board_);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j) {
        Cell tile = {board_[cells.size()] == 'X' ? Wall : Empty, -1, -1, Pos(i, j)};
        cells.push_back(tile);
      }
    for (size_t id = 0; id < kinds_.size(); ++id) {
      Unit u = {kinds_[id] == 'f' ? Farmer : Knight, static_cast<int>(id), -1, 0, Pos(-1, -1)};
      units.push_back(u);
    }
    farmers.resize(status.size());
    knights.resize(status.size());
  }

  void refresh() {
    insist(rows, cols, colours_);
    for (size_t k = 0; k < cells.size(); ++k) {
      char c = colours_[k];
      cells[k].owner = c >= '0' && c <= '9' ? c - '0' : -1;
      cells[k].unit = -1;
    }
    for (size_t player = 0; player < farmers.size(); ++player) {
      farmers[player].clear();
      knights[player].clear();
    }
    for (size_t id = 0; id < units.size(); ++id) {
      units[id].player = nth(unit_owners_, id, -1);
      units[id].health = nth(unit_healths_, id, 0);
      place(&units[id], nth(unit_tiles_, id, -1));
    }
    told_.clear();
  }

  bool pos_ok(int i, int j) const { return i >= 0 && i < rows && j >= 0 && j < cols; }
  bool unit_ok(int id) const { return id >= 0 && id < static_cast<int>(units.size()); }

  // cell returns a wall where there is no board.
  const Cell& cell(int i, int j) const { return pos_ok(i, j) ? cells[static_cast<size_t>(i) * cols + j] : outside_; }
  const Unit& unit(int id) const { return unit_ok(id) ? units[id] : no_unit_; }

  // of returns the units of a player, none if there is no such player.
  const vector<int>& of(const vector<vector<int> >& units_of, int player) const {
    return player >= 0 && player < static_cast<int>(units_of.size()) ? units_of[player] : nobody_;
  }

  int score(int player) const { return player_ok(player) && World::round == 0 ? 0 : nth(scores, player, -1); }

  // tell gives a command. It returns false if the unit was told before. Commands that
  // can't have an effect are not passed on, as the original had no limit on them.
  bool tell(int id, Dir dir) {
    static const char* const words[] = {"none", "north", "south", "west", "east"};
    if (!dir_ok(dir) || !told_.insert(id).second) return false;
    if (unit(id).player == me) order(id, words[dir]);
    return true;
  }

private:
  void place(Unit* u, int tile) {
    u->pos = Pos(-1, -1);
    if (tile < 0 || tile >= static_cast<int>(cells.size())) return;
    u->pos = cells[tile].pos;
    cells[tile].unit = u->id;
    if (player_ok(u->player) && u->player < static_cast<int>(farmers.size()))
      (u->type == Farmer ? farmers : knights)[u->player].push_back(u->id);
  }

  Cell outside_;
  Unit no_unit_;
  vector<int> nobody_;
  string board_, kinds_, colours_;
  vector<int> unit_owners_, unit_tiles_, unit_healths_;
  set<int> told_;
};

inline Battle& battle() {
  static Battle only;
  return only;
}

} // namespace arena_classic

// Player is what all players derive from. It looks at the match as it is before the round.
// References are valid until the next round. Questions about what doesn't exist, which
// ended the original, get neutral answers: a wall, nobody's unit, -1.
class Player {
public:
  virtual ~Player() {}

  // play is called once a round.
  virtual void play() {}

  int nb_players() const { return arena_classic::battle().nb_players; }
  int nb_rounds() const { return arena_classic::battle().nb_rounds; }
  int nb_farmers() const { return arena_classic::battle().nb_farmers; } // of each player at the start
  int nb_knights() const { return arena_classic::battle().nb_knights; }
  int farmers_health() const { return arena_classic::battle().farmers_health; }
  int knights_health() const { return arena_classic::battle().knights_health; }
  int farmers_regen() const { return arena_classic::battle().farmers_regen; }
  int knights_regen() const { return arena_classic::battle().knights_regen; }
  int damage_min() const { return arena_classic::battle().damage_min; }
  int damage_max() const { return arena_classic::battle().damage_max; }
  int rows() const { return arena_classic::battle().rows; }
  int cols() const { return arena_classic::battle().cols; }

  int me() const { return arena_classic::battle().me; }
  int round() const { return arena_classic::battle().first + arena_classic::battle().round; }

  string name(int player) const { return arena_classic::nth(arena_classic::battle().names, player, string()); }
  // score is the number of tiles, but 0 in the first round: the original counted later.
  int score(int player) const { return arena_classic::battle().score(player); }
  double& status(int player) const {
    static double nobodys;
    nobodys = -1;
    return player_ok(player) ? arena_classic::battle().status[player] : nobodys;
  }

  bool player_ok(int player) const { return arena_classic::battle().player_ok(player); }
  bool unit_ok(int id) const { return arena_classic::battle().unit_ok(id); }

  // pos_ok tells whether there is a tile. With a direction it is the one beside, and the
  // board ends at its borders.
  bool pos_ok(int i, int j) const { return arena_classic::battle().pos_ok(i, j); }
  bool pos_ok(const Pos& p) const { return pos_ok(p.i, p.j); }
  bool pos_ok(int i, int j, Dir d) const { return pos_ok(Pos(i, j), d); }
  bool pos_ok(const Pos& p, Dir d) const { return pos_ok(p + d); }

  // dest returns the tile beside another one. Beyond a border it is at the opposite one.
  Pos dest(const Pos& p, Dir d) const {
    Pos q = p + d;
    if (rows() > 0) q.i = (q.i % rows() + rows()) % rows();
    if (cols() > 0) q.j = (q.j % cols() + cols()) % cols();
    return q;
  }

  const Cell& cell(int i, int j) const { return arena_classic::battle().cell(i, j); }
  const Cell& cell(const Pos& p) const { return cell(p.i, p.j); }

  int nb_units() const { return arena_classic::battle().units.size(); }
  const Unit& unit(int id) const { return arena_classic::battle().unit(id); }
  const vector<int>& farmers(int player) const { return arena_classic::battle().of(arena_classic::battle().farmers, player); }
  const vector<int>& knights(int player) const { return arena_classic::battle().of(arena_classic::battle().knights, player); }

  // command tells a unit where to go. It returns false if the unit was told before.
  bool command(int id, Dir dir) { return arena_classic::battle().tell(id, dir); }
};

ARENA_CLASSIC_MAIN() { return arena_classic::run<Player>(arena_classic::battle()); }

#endif
