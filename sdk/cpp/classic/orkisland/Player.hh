// Ork Island for player files of its original program.

#ifndef ARENA_CLASSIC_ORKISLAND_PLAYER_HH
#define ARENA_CLASSIC_ORKISLAND_PLAYER_HH

#include "../lines.hh"
#include "../std.hh"

// Dir is a direction. The numbers of all enumerators count: players compute with them, and
// may make a Dir of any int.
enum Dir : int { BOTTOM, RIGHT, TOP, LEFT, NONE, DIR_SIZE };

inline bool dir_ok(Dir d) { return d >= BOTTOM && d < DIR_SIZE; }

enum CellType : int { WATER, GRASS, FOREST, SAND, CITY, PATH, CELL_TYPE_SIZE };

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
      case BOTTOM: ++i; break;
      case RIGHT: ++j; break;
      case TOP: --i; break;
      case LEFT: --j; break;
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

// Cell is what there is at a place. -1 is nothing.
struct Cell {
  CellType type;
  int unit_id, city_id, path_id;

  Cell() : type(CELL_TYPE_SIZE), unit_id(-1), city_id(-1), path_id(-1) {}
  Cell(CellType type, int unit_id, int city_id, int path_id) : type(type), unit_id(unit_id), city_id(city_id), path_id(path_id) {}
};

// Unit is an ork.
struct Unit {
  int id, player;
  Pos pos;
  int health;

  Unit() : id(-1), player(-1), health(0) {}
  Unit(int id, int player, Pos pos, int health) : id(id), player(player), pos(pos), health(health) {}
};

// Command tells an ork where to go.
struct Command {
  int id;
  Dir dir;

  Command(int id, Dir dir) : id(id), dir(dir) {}
};

inline string int_to_string(int n) {
  ostringstream out;
  out << n;
  return out.str();
}

inline int string_to_int(const string& s) {
  int n = 0;
  istringstream(s) >> n;
  return n;
}

namespace arena_classic {

struct Island : World {
  typedef vector<Pos> City;
  typedef pair<pair<int, int>, vector<Pos> > Path;

  int nb_players, rows, cols, nb_rounds, initial_health, nb_orks;
  int cost_grass, cost_forest, cost_sand, cost_city, cost_path;
  int bonus_per_city_cell, bonus_per_path_cell, factor_connected_component;
  vector<Cell> cells; // row by row
  vector<City> cities;
  vector<Path> paths;
  vector<int> city_owners, path_owners;
  vector<Unit> units;
  vector<vector<int> > orks; // of each player, increasing

  Island()
      : nb_players(0), rows(0), cols(0), nb_rounds(0), initial_health(0), nb_orks(0),
        cost_grass(0), cost_forest(0), cost_sand(0), cost_city(0), cost_path(0),
        bonus_per_city_cell(0), bonus_per_path_cell(0), factor_connected_component(0) {}

  static const char* name() { return "orkisland"; }
  static int version() { return 1; }
  static bool draws_from_libc() { return false; }

  bool take(const Word& name, Line* line) {
    if (name.is("unit_cells")) line->numbers(&unit_cells_);
    else if (name.is("unit_healths")) line->numbers(&unit_healths_);
    else if (name.is("unit_owners")) line->numbers(&unit_owners_);
    else if (name.is("city_owners")) line->numbers(&city_owners);
    else if (name.is("path_owners")) line->numbers(&path_owners);
    else if (name.is("cities")) take_city(line);
    else if (name.is("paths")) take_path(line);
    else if (name.is("terrain")) terrain_ = line->word().str();
    else if (name.is("nb_players")) line->number(&nb_players);
    else if (name.is("rows")) line->number(&rows);
    else if (name.is("cols")) line->number(&cols);
    else if (name.is("nb_rounds")) line->number(&nb_rounds);
    else if (name.is("initial_health")) line->number(&initial_health);
    else if (name.is("nb_orks")) line->number(&nb_orks);
    else if (name.is("cost_grass")) line->number(&cost_grass);
    else if (name.is("cost_forest")) line->number(&cost_forest);
    else if (name.is("cost_sand")) line->number(&cost_sand);
    else if (name.is("cost_city")) line->number(&cost_city);
    else if (name.is("cost_path")) line->number(&cost_path);
    else if (name.is("bonus_per_city_cell")) line->number(&bonus_per_city_cell);
    else if (name.is("bonus_per_path_cell")) line->number(&bonus_per_path_cell);
    else if (name.is("factor_connected_component")) line->number(&factor_connected_component);
    else return false;
    return true;
  }

  // begin draws the board, which never changes but for the orks on it.
  void begin() {
    insist(rows, cols, terrain_);
    for (size_t k = 0; k < terrain_.size(); ++k) cells.push_back(Cell(type_of(terrain_[k]), -1, -1, -1));
    for (size_t id = 0; id < city_cells_.size(); ++id) {
      cities.push_back(places(city_cells_[id]));
      for (size_t k = 0; k < cities[id].size(); ++k) at(cities[id][k]).city_id = id;
    }
    for (size_t id = 0; id < path_cells_.size(); ++id) {
      paths.push_back(Path(path_ends_[id], places(path_cells_[id])));
      for (size_t k = 0; k < paths[id].second.size(); ++k) at(paths[id].second[k]).path_id = id;
    }
  }

  void refresh() {
    city_owners.resize(cities.size(), -1);
    path_owners.resize(paths.size(), -1);
    for (size_t id = 0; id < units.size(); ++id) at(units[id].pos).unit_id = -1;
    units.clear();
    orks.assign(status.size(), vector<int>());
    size_t known = min(unit_owners_.size(), min(unit_cells_.size(), unit_healths_.size()));
    for (size_t id = 0; id < known && in_board(unit_cells_[id]); ++id) {
      units.push_back(Unit(id, unit_owners_[id], place(unit_cells_[id]), unit_healths_[id]));
      cells[unit_cells_[id]].unit_id = id;
      if (player_ok(unit_owners_[id])) orks[unit_owners_[id]].push_back(id);
    }
  }

  bool pos_ok(int i, int j) const { return i >= 0 && i < rows && j >= 0 && j < cols; }

  // at is for places that are on the board.
  Cell& at(const Pos& p) { return cells[static_cast<size_t>(p.i) * cols + p.j]; }
  const Cell& at(int i, int j) const { return cells[static_cast<size_t>(i) * cols + j]; }

private:
  static CellType type_of(char c) {
    switch (c) {
      case '.': return GRASS;
      case 'F': return FOREST;
      case 'S': return SAND;
      case 'C': return CITY;
      case 'P': return PATH;
      default: return WATER;
    }
  }

  void take_city(Line* line) {
    int id;
    vector<int> numbers;
    if (line->number(&id)) line->numbers(&numbers);
    city_cells_.push_back(numbers);
  }

  void take_path(Line* line) {
    int id, from = 0, to = 0;
    vector<int> numbers;
    if (line->number(&id) && line->number(&from) && line->number(&to)) line->numbers(&numbers);
    path_ends_.push_back(make_pair(from, to));
    path_cells_.push_back(numbers);
  }

  bool in_board(int number) const { return number >= 0 && number < static_cast<int>(cells.size()); }

  Pos place(int number) const { return Pos(number / cols, number % cols); }

  vector<Pos> places(const vector<int>& numbers) const {
    vector<Pos> all;
    for (size_t k = 0; k < numbers.size(); ++k)
      if (in_board(numbers[k])) all.push_back(place(numbers[k]));
    return all;
  }

  string terrain_;
  vector<vector<int> > city_cells_, path_cells_;
  vector<pair<int, int> > path_ends_;
  vector<int> unit_owners_, unit_cells_, unit_healths_;
};

inline Island& island() {
  static Island only;
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
  vector<int> random_permutation(int n) const { return draws_.permutation(n, n); }

protected:
  explicit Random_generator(unsigned long long seed) : draws_(seed) {}

private:
  mutable arena_classic::Draws draws_;
};

// Player is what all players derive from. It looks at the match as it is before the round.
// Questions about what doesn't exist get the answers of the original, without a word.
class Player : public Random_generator {
public:
  Player() : Random_generator(arena_classic::island().seed) {}
  typedef arena_classic::Island::City City;
  typedef arena_classic::Island::Path Path; // ends, and cells from one to the other

  virtual ~Player() {}

  // play is called once a round.
  virtual void play() {}

  string version() const { return "OrkIsland 1.0"; }

  int nb_players() const { return arena_classic::island().nb_players; }
  int rows() const { return arena_classic::island().rows; }
  int cols() const { return arena_classic::island().cols; }
  int nb_rounds() const { return arena_classic::island().nb_rounds; }
  int initial_health() const { return arena_classic::island().initial_health; }
  int nb_orks() const { return arena_classic::island().nb_orks; }
  int cost_grass() const { return arena_classic::island().cost_grass; }
  int cost_forest() const { return arena_classic::island().cost_forest; }
  int cost_sand() const { return arena_classic::island().cost_sand; }
  int cost_city() const { return arena_classic::island().cost_city; }
  int cost_path() const { return arena_classic::island().cost_path; }
  int bonus_per_city_cell() const { return arena_classic::island().bonus_per_city_cell; }
  int bonus_per_path_cell() const { return arena_classic::island().bonus_per_path_cell; }
  int factor_connected_component() const { return arena_classic::island().factor_connected_component; }

  // cost returns the health lost by entering a cell. That of water is very large, and
  // twice as much is still an int.
  int cost(CellType type) const {
    switch (type) {
      case GRASS: return cost_grass();
      case FOREST: return cost_forest();
      case SAND: return cost_sand();
      case CITY: return cost_city();
      case PATH: return cost_path();
      default: return 1000000000;
    }
  }

  bool pos_ok(int i, int j) const { return arena_classic::island().pos_ok(i, j); }
  bool pos_ok(Pos p) const { return pos_ok(p.i, p.j); }
  bool player_ok(int player) const { return arena_classic::island().player_ok(player); }

  int me() const { return arena_classic::island().me; }
  int round() const { return arena_classic::island().round; } // 0 in the first call of play

  int total_score(int player) const { return arena_classic::nth(arena_classic::island().scores, player, -1); }
  double status(int player) const { return arena_classic::nth(arena_classic::island().status, player, -2.0); }

  Cell cell(int i, int j) const { return pos_ok(i, j) ? arena_classic::island().at(i, j) : Cell(); }
  Cell cell(Pos p) const { return cell(p.i, p.j); }

  int nb_units() const { return arena_classic::island().units.size(); }
  Unit unit(int id) const { return arena_classic::nth(arena_classic::island().units, id, Unit()); }
  vector<int> orks(int player) const { return arena_classic::nth(arena_classic::island().orks, player, vector<int>()); }

  int nb_cities() const { return arena_classic::island().cities.size(); }
  City city(int id) const { return arena_classic::nth(arena_classic::island().cities, id, City()); }
  int city_owner(int id) const { return arena_classic::nth(arena_classic::island().city_owners, id, -1); }

  int nb_paths() const { return arena_classic::island().paths.size(); }
  Path path(int id) const { return arena_classic::nth(arena_classic::island().paths, id, Path()); }
  int path_owner(int id) const { return arena_classic::nth(arena_classic::island().path_owners, id, -1); }

  // execute gives a command. The first one of a round counts for its ork, also if its
  // direction is none: then the ork stays.
  void execute(Command c) {
    static const char* const words[] = {"south", "east", "north", "west", "none"};
    arena_classic::island().order(c.id, dir_ok(c.dir) ? words[c.dir] : "none");
  }
  void execute(int id, Dir dir) { execute(Command(id, dir)); }
};

ARENA_CLASSIC_MAIN() { return arena_classic::run<Player>(arena_classic::island()); }

#endif
