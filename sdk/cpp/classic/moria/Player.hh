// Moria for player files of its original program.

#ifndef ARENA_CLASSIC_MORIA_PLAYER_HH
#define ARENA_CLASSIC_MORIA_PLAYER_HH

#include "../lines.hh"
#include "../std.hh"

// Dir is a direction, in circular order; odd numbers are the diagonals. The numbers of all
// enumerators count: players compute with them, and may make a Dir of any int.
enum Dir : int { Bottom, BR, Right, RT, Top, TL, Left, LB, None, DirSize };

inline bool dir_ok(Dir d) { return d >= Bottom && d < DirSize; }

enum CellType : int { Outside, Cave, Abyss, Granite, Rock, CellTypeSize };

enum UnitType : int { Dwarf, Wizard, Orc, Troll, Balrog, UnitTypeSize };

// Pos is a place: row i from the top, column j from the left, both from 0.
struct Pos {
  int i, j;

  Pos() : i(0), j(0) {}
  Pos(int i, int j) : i(i), j(j) {}

  friend ostream& operator<<(ostream& out, const Pos& p) { return out << '(' << p.i << ", " << p.j << ')'; }
  friend bool operator==(const Pos& a, const Pos& b) { return a.i == b.i && a.j == b.j; }
  friend bool operator!=(const Pos& a, const Pos& b) { return !(a == b); }
  friend bool operator<(const Pos& a, const Pos& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; }

  // What is not a direction adds nothing.
  Pos& operator+=(Dir d) {
    switch (d) {
      case Bottom: ++i; break;
      case BR: ++i; ++j; break;
      case Right: ++j; break;
      case RT: --i; ++j; break;
      case Top: --i; break;
      case TL: --i; --j; break;
      case Left: --j; break;
      case LB: ++i; --j; break;
      default: break;
    }
    return *this;
  }
  Pos& operator+=(const Pos& p) {
    i += p.i;
    j += p.j;
    return *this;
  }
  Pos operator+(Dir d) const { return Pos(*this) += d; }
  Pos operator+(const Pos& p) const { return Pos(*this) += p; }
};

// Cell is what there is at a place. -1 is no clan or no unit.
struct Cell {
  CellType type;
  int owner, id, turns; // turns: hits that the rock still needs
  bool treasure;

  Cell() : type(Cave), owner(-1), id(-1), turns(0), treasure(false) {}
  Cell(CellType type, int owner, int id, int turns, bool treasure) : type(type), owner(owner), id(id), turns(turns), treasure(treasure) {}
};

// Unit is a dwarf or wizard of a clan, or one of Sauron's, whose player is -1.
struct Unit {
  UnitType type;
  int id, player, health;
  Pos pos;

  Unit() : type(Dwarf), id(-1), player(-1), health(0), pos(-1, -1) {}
  Unit(UnitType type, int id, int player, int health, Pos pos) : type(type), id(id), player(player), health(health), pos(pos) {}
};

// Movement tells a unit where to go.
struct Movement {
  int id;
  Dir dir;

  Movement() : id(-1), dir(None) {}
  Movement(int id, Dir dir) : id(id), dir(dir) {}
};

namespace arena_classic {

struct Mountain : World {
  int nb_players, nb_rounds, nb_dwarves, nb_wizards, max_nb_orcs, nb_trolls;
  int treasure_value, rock_resistance, rows, cols;
  vector<Cell> cells; // row by row
  vector<Unit> units;
  vector<vector<int> > dwarves, wizards; // of each clan, increasing
  vector<int> orcs, trolls, owned, treasures;

  Mountain()
      : nb_players(0), nb_rounds(0), nb_dwarves(0), nb_wizards(0), max_nb_orcs(0), nb_trolls(0),
        treasure_value(0), rock_resistance(0), rows(0), cols(0) {}

  static const char* name() { return "moria"; }
  static int version() { return 1; }
  static bool draws_from_libc() { return false; }

  bool take(const Word& name, Line* line) {
    if (name.is("cells")) cells_ = line->word().str();
    else if (name.is("unit_cells")) line->numbers(&unit_cells_);
    else if (name.is("unit_healths")) line->numbers(&unit_healths_);
    else if (name.is("unit_clans")) line->numbers(&unit_clans_);
    else if (name.is("treasures")) line->numbers(&treasures);
    else if (name.is("nb_players")) line->number(&nb_players);
    else if (name.is("nb_rounds")) line->number(&nb_rounds);
    else if (name.is("nb_dwarves")) line->number(&nb_dwarves);
    else if (name.is("nb_wizards")) line->number(&nb_wizards);
    else if (name.is("max_nb_orcs")) line->number(&max_nb_orcs);
    else if (name.is("nb_trolls")) line->number(&nb_trolls);
    else if (name.is("treasure_value")) line->number(&treasure_value);
    else if (name.is("rock_resistance")) line->number(&rock_resistance);
    else if (name.is("rows")) line->number(&rows);
    else if (name.is("cols")) line->number(&cols);
    else return false;
    return true;
  }

  void begin() {
    for (int c = 0; c < 256; ++c) cell_of_[c] = cell_of(static_cast<char>(c));
  }

  void refresh() {
    owned.assign(status.size(), 0);
    insist(rows, cols, cells_);
    cells.resize(cells_.size());
    for (size_t k = 0; k < cells.size(); ++k) {
      cells[k] = cell_of_[static_cast<unsigned char>(cells_[k])];
      if (player_ok(cells[k].owner)) ++owned[cells[k].owner];
    }
    units.clear();
    orcs.clear();
    trolls.clear();
    dwarves.assign(status.size(), vector<int>());
    wizards.assign(status.size(), vector<int>());
    size_t known = min(unit_cells_.size(), unit_healths_.size());
    for (size_t id = 0; id < known; ++id) {
      units.push_back(unit_of(id));
      list(units[id]);
    }
  }

  bool pos_ok(int i, int j) const { return i >= 0 && i < rows && j >= 0 && j < cols; }

  int balrog_id() const { return nb_players * (nb_dwarves + nb_wizards) + max_nb_orcs + nb_trolls; }

private:
  Cell cell_of(char c) const {
    switch (c) {
      case 'O': return Cell(Outside, -1, -1, 0, false);
      case 'A': return Cell(Abyss, -1, -1, 0, false);
      case 'G': return Cell(Granite, -1, -1, 0, false);
      case 'R': return Cell(Rock, -1, -1, rock_resistance, false);
      case 'T': return Cell(Cave, -1, -1, 0, true);
    }
    if (c >= '0' && c <= '9') return Cell(Cave, c - '0', -1, 0, false);
    if (c >= 'a' && c <= 'z') return Cell(Rock, -1, -1, c - 'a' + 1, false);
    return Cell();
  }

  // type_of returns what a number is the number of, which never changes.
  UnitType type_of(int id) const {
    int clan = nb_dwarves + nb_wizards;
    int first_orc = nb_players * clan;
    if (id < first_orc) return id % clan < nb_dwarves ? Dwarf : Wizard;
    if (id < first_orc + max_nb_orcs) return Orc;
    return id < balrog_id() ? Troll : Balrog;
  }

  // unit_of returns a unit as the match has it. An orc that is not alive is like a unit
  // that doesn't exist.
  Unit unit_of(int id) const {
    int cell = unit_cells_[id];
    if (cell < 0 || cell >= static_cast<int>(cells.size())) return Unit();
    UnitType type = type_of(id);
    int clan = type == Dwarf || type == Wizard ? nth(unit_clans_, id, -1) : -1;
    return Unit(type, id, clan, unit_healths_[id], Pos(cell / cols, cell % cols));
  }

  void list(const Unit& u) {
    if (u.id < 0) return;
    cells[static_cast<size_t>(u.pos.i) * cols + u.pos.j].id = u.id;
    if (u.type == Orc) orcs.push_back(u.id);
    if (u.type == Troll) trolls.push_back(u.id);
    if (u.type == Dwarf && player_ok(u.player)) dwarves[u.player].push_back(u.id);
    if (u.type == Wizard && player_ok(u.player)) wizards[u.player].push_back(u.id);
  }

  string cells_;
  Cell cell_of_[256]; // by character
  vector<int> unit_clans_, unit_cells_, unit_healths_;
};

inline Mountain& mountain() {
  static Mountain only;
  return only;
}

} // namespace arena_classic

// Random_generator is what every Player is, too. One that a player makes for itself draws
// the same numbers each time.
class Random_generator {
public:
  Random_generator() {}

  // random returns an integer from l to u, random_permutation the numbers from 0 to n-1
  // in random order.
  int random(int l, int u) const { return draws_.draw(l, u); }
  vector<int> random_permutation(int n) const { return draws_.permutation(n, n - 1); }

protected:
  explicit Random_generator(unsigned long long seed) : draws_(seed) {}

private:
  mutable arena_classic::Draws draws_;
};

// Player is what all players derive from. It looks at the match as it is before the round.
// Questions about what doesn't exist get the answers of the original, without a word.
class Player : public Random_generator {
public:
  Player() : Random_generator(arena_classic::mountain().seed) {}
  virtual ~Player() {}

  // play is called once a round.
  virtual void play() {}

  string version() const { return "Moria 1.1"; }

  int nb_players() const { return arena_classic::mountain().nb_players; }
  int nb_rounds() const { return arena_classic::mountain().nb_rounds; }
  int nb_dwarves() const { return arena_classic::mountain().nb_dwarves; } // of each clan at the start
  int nb_wizards() const { return arena_classic::mountain().nb_wizards; }
  int max_nb_orcs() const { return arena_classic::mountain().max_nb_orcs; }
  int nb_trolls() const { return arena_classic::mountain().nb_trolls; }
  int treasure_value() const { return arena_classic::mountain().treasure_value; }
  int rock_resistance() const { return arena_classic::mountain().rock_resistance; }
  int rows() const { return arena_classic::mountain().rows; }
  int cols() const { return arena_classic::mountain().cols; }

  // What no board file changes.
  int dwarves_health() const { return 100; }
  int wizards_health() const { return 50; }
  int orcs_health() const { return 75; }
  int trolls_health() const { return 500; }
  int min_damage_dwarves() const { return 20; }
  int max_damage_dwarves() const { return 40; }
  int min_damage_orcs() const { return 15; }
  int max_damage_orcs() const { return 30; }
  int min_damage_trolls() const { return 50; }
  int max_damage_trolls() const { return 150; }
  int ini_treasures() const { return 80; }
  int inv_prob_abyss() const { return 25; }
  int inv_prob_orc() const { return 50; }

  // pos_ok is true outside the mountain, too, as long as it is on the board.
  bool pos_ok(int i, int j) const { return arena_classic::mountain().pos_ok(i, j); }
  bool pos_ok(Pos p) const { return pos_ok(p.i, p.j); }
  bool player_ok(int player) const { return arena_classic::mountain().player_ok(player); }

  int me() const { return arena_classic::mountain().me; }
  int round() const { return arena_classic::mountain().round; } // 0 in the first call of play

  int nb_cells(int player) const { return arena_classic::nth(arena_classic::mountain().owned, player, -1); }
  int nb_treasures(int player) const { return arena_classic::nth(arena_classic::mountain().treasures, player, -1); }
  double status(int player) const { return arena_classic::nth(arena_classic::mountain().status, player, -1.0); }

  Cell cell(int i, int j) const {
    return pos_ok(i, j) ? arena_classic::mountain().cells[static_cast<size_t>(i) * cols() + j] : Cell();
  }
  Cell cell(Pos p) const { return cell(p.i, p.j); }

  int nb_units() const { return arena_classic::mountain().units.size(); }
  Unit unit(int id) const { return arena_classic::nth(arena_classic::mountain().units, id, Unit()); }
  vector<int> dwarves(int player) const { return arena_classic::nth(arena_classic::mountain().dwarves, player, vector<int>()); }
  vector<int> wizards(int player) const { return arena_classic::nth(arena_classic::mountain().wizards, player, vector<int>()); }
  vector<int> orcs() const { return arena_classic::mountain().orcs; } // those alive
  vector<int> trolls() const { return arena_classic::mountain().trolls; }
  int balrog_id() const { return arena_classic::mountain().balrog_id(); }

  // command tells a unit where to go. The first direction of a round counts. What is not
  // a direction doesn't; the arena sees it only as one more command, for nobody.
  void command(int id, Dir dir) {
    static const char* const words[] = {"south", "south_east", "east", "north_east", "north", "north_west", "west", "south_west", "none"};
    if (dir_ok(dir)) arena_classic::mountain().order(id, words[dir]);
    else arena_classic::mountain().order(-1, "none");
  }
  void command(Movement m) { command(m.id, m.dir); }
};

ARENA_CLASSIC_MAIN() { return arena_classic::run<Player>(arena_classic::mountain()); }

#endif
