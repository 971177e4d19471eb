// Starships for player files of its original program.

#ifndef ARENA_CLASSIC_STARSHIPS_PLAYER_HH
#define ARENA_CLASSIC_STARSHIPS_PLAYER_HH

#include "../lines.hh"
#include "../std.hh"

typedef int Player_Id;
typedef int Starship_Id;
typedef int Missile_Id;

// Pos is a place: first is the row, from 0 at the top, second the column. Dir is the
// difference of two.
typedef complex<int> Pos;
typedef complex<int> Dir;

inline int first(complex<int> p) { return p.real(); }
inline int second(complex<int> p) { return p.imag(); }

const Dir UP(-1, 1);
const Dir DEFAULT(0, 1);
const Dir DOWN(1, 1);
const Dir SLOW_UP(-1, 0);
const Dir SLOW(0, 0);
const Dir SLOW_DOWN(1, 0);
const Dir FAST_UP(-1, 2);
const Dir FAST(0, 2);
const Dir FAST_DOWN(1, 2);

// CType is what a cell holds. The numbers of the enumerators count: players may compute
// with them.
enum CType : int { EMPTY, ASTEROID, STARSHIP, MISSILE, POINT_BONUS, MISSILE_BONUS };

inline ostream& operator<<(ostream& out, CType type) {
  switch (type) {
    case EMPTY: return out << "EMPTY";
    case ASTEROID: return out << "ASTEROID";
    case STARSHIP: return out << "STARSHIP";
    case MISSILE: return out << "MISSILE";
    case POINT_BONUS: return out << "POINT_BONUS";
    case MISSILE_BONUS: return out << "MISSILE_BONUS";
  }
  return out << "?";
}

// Cell has the number of the starship or missile in it; -1 is none.
struct Cell {
  CType type;
  Starship_Id sid;
  Missile_Id mid;
};

// Starship has its place (the last one, if it is dead), the missiles that it has left, and
// the rounds before the one in which it comes back, 0 if it is alive.
struct Starship {
  Starship_Id sid;
  Pos pos;
  int nb_miss;
  bool alive;
  int time;
};

// Missile has the starship that shot it.
struct Missile {
  Missile_Id mid;
  Starship_Id sid;
  Pos pos;
};

namespace arena_classic {

// Luck is the random generator of a player.
class Luck {
public:
  Luck() : state_(1) {}
  explicit Luck(unsigned long long seed) : state_(1 + seed % (Modulus - 1)) {}

  // draw returns an integer from 0 to 2147483645.
  int draw() {
    state_ = 48271 * state_ % Modulus;
    return static_cast<int>(state_ - 1);
  }

private:
  static const long long Modulus = 2147483647;

  long long state_;
};

struct Universe : World {
  int nb_players, nb_rnds, nb_rows, nb_uni_cols, nb_win_cols, nb_ships_x_player, nb_rnds_regen;
  int nb_miss_bonuses, nb_point_bonuses, bonus_miss, bonus_pnts, kill_pnts;
  vector<Cell> cells; // row by row
  vector<Starship> starships;
  map<Missile_Id, Missile> missiles;
  Luck luck;

  Universe()
      : nb_players(0), nb_rnds(0), nb_rows(0), nb_uni_cols(0), nb_win_cols(0), nb_ships_x_player(0), nb_rnds_regen(0),
        nb_miss_bonuses(0), nb_point_bonuses(0), bonus_miss(0), bonus_pnts(0), kill_pnts(0) {}

  static const char* name() { return "starships"; }
  static int version() { return 1; }
  static bool draws_from_libc() { return false; }

  bool take(const Word& name, Line* line) {
    if (name.is("cells")) drawn_ = line->word().str();
    else if (name.is("starship_cells")) line->numbers(&ship_cells_);
    else if (name.is("starship_missiles")) line->numbers(&ship_missiles_);
    else if (name.is("starship_countdowns")) line->numbers(&ship_countdowns_);
    else if (name.is("missile_ids")) line->numbers(&missile_ids_);
    else if (name.is("missile_starships")) line->numbers(&missile_starships_);
    else if (name.is("missile_cells")) line->numbers(&missile_cells_);
    else if (name.is("nb_players")) line->number(&nb_players);
    else if (name.is("nb_rnds")) line->number(&nb_rnds);
    else if (name.is("nb_rows")) line->number(&nb_rows);
    else if (name.is("nb_uni_cols")) line->number(&nb_uni_cols);
    else if (name.is("nb_win_cols")) line->number(&nb_win_cols);
    else if (name.is("nb_ships_x_player")) line->number(&nb_ships_x_player);
    else if (name.is("nb_rnds_regen")) line->number(&nb_rnds_regen);
    else if (name.is("nb_miss_bonuses")) line->number(&nb_miss_bonuses);
    else if (name.is("nb_point_bonuses")) line->number(&nb_point_bonuses);
    else if (name.is("bonus_miss")) line->number(&bonus_miss);
    else if (name.is("bonus_pnts")) line->number(&bonus_pnts);
    else if (name.is("kill_pnts")) line->number(&kill_pnts);
    else return false;
    return true;
  }

  // begin has the seeds of players one below those of the other games, as the original
  // had.
  void begin() { luck = Luck(seed - 1); }

  // refresh also moves the generator on, as the original did before every round: it
  // began anew with a number drawn from it, which is the same as a draw.
  void refresh() {
    insist(nb_rows, nb_uni_cols, drawn_);
    Cell empty = {EMPTY, -1, -1};
    cells.assign(drawn_.size(), empty);
    for (size_t k = 0; k < cells.size(); ++k) cells[k].type = type_of(drawn_[k]);
    starships.clear();
    size_t ships = min(ship_cells_.size(), min(ship_missiles_.size(), ship_countdowns_.size()));
    for (size_t id = 0; id < ships; ++id) add_starship(id);
    missiles.clear();
    size_t shots = min(missile_ids_.size(), min(missile_starships_.size(), missile_cells_.size()));
    for (size_t k = 0; k < shots; ++k) add_missile(k);
    told_.assign(starships.size(), false);
    luck.draw();
  }

  bool starship_ok(int id) const { return id >= 0 && id < static_cast<int>(starships.size()); }
  int player_of(int id) const { return starship_ok(id) && nb_ships_x_player > 0 ? id / nb_ships_x_player : -1; }
  bool row_ok(int row) const { return row >= 0 && row < nb_rows; }

  // column returns the column that is meant. They go round.
  int column(int col) const { return nb_uni_cols > 0 ? (col % nb_uni_cols + nb_uni_cols) % nb_uni_cols : 0; }

  // cell returns an asteroid above and below the universe.
  Cell cell(const Pos& p) const {
    size_t k = static_cast<size_t>(first(p)) * nb_uni_cols + column(second(p));
    if (row_ok(first(p)) && k < cells.size()) return cells[k];
    Cell asteroid = {ASTEROID, -1, -1};
    return asteroid;
  }

  // tell passes on the first valid command for each starship. The original dropped the
  // others, and had no limit on them.
  void tell(int id, const char* what) {
    if (what == NULL || player_of(id) != me || told_[id]) return;
    told_[id] = true;
    order(id, what);
  }

  static const char* word_of(Dir d) {
    static const char* const words[3][3] = {
        {"slow_up", "up", "fast_up"}, {"slow", "default", "fast"}, {"slow_down", "down", "fast_down"}};
    int row = first(d) + 1;
    int col = second(d);
    return row >= 0 && row < 3 && col >= 0 && col < 3 ? words[row][col] : NULL;
  }

private:
  static CType type_of(char c) {
    switch (c) {
      case 'X': return ASTEROID;
      case 'P': return POINT_BONUS;
      case 'M': return MISSILE_BONUS;
      default: return EMPTY;
    }
  }

  bool in_universe(int cell) const { return cell >= 0 && cell < static_cast<int>(cells.size()); }

  Pos place(int cell) const { return in_universe(cell) ? Pos(cell / nb_uni_cols, cell % nb_uni_cols) : Pos(); }

  void add_starship(int id) {
    int countdown = ship_countdowns_[id];
    Starship ship = {id, place(ship_cells_[id]), ship_missiles_[id], countdown < 0, max(countdown, 0)};
    starships.push_back(ship);
    if (!ship.alive || !in_universe(ship_cells_[id])) return;
    Cell taken = {STARSHIP, id, -1};
    cells[ship_cells_[id]] = taken;
  }

  void add_missile(int k) {
    Missile shot = {missile_ids_[k], missile_starships_[k], place(missile_cells_[k])};
    missiles[shot.mid] = shot;
    if (!in_universe(missile_cells_[k])) return;
    Cell taken = {MISSILE, -1, shot.mid};
    cells[missile_cells_[k]] = taken;
  }

  string drawn_;
  vector<int> ship_cells_, ship_missiles_, ship_countdowns_;
  vector<int> missile_ids_, missile_starships_, missile_cells_;
  vector<bool> told_;
};

inline Universe& universe() {
  static Universe only;
  return only;
}

} // namespace arena_classic

// Player is what all players derive from. It looks at the match as it is before the round.
// Questions about what doesn't exist, which ended the original, get neutral answers: an
// asteroid, a dead starship, -1.
class Player {
public:
  virtual ~Player() {}

  // play is called once a round.
  virtual void play() {}

  int number_players() const { return arena_classic::universe().nb_players; }
  int number_rounds() const { return arena_classic::universe().nb_rnds; }
  int number_rows() const { return arena_classic::universe().nb_rows; }
  int number_universe_columns() const { return arena_classic::universe().nb_uni_cols; }
  int number_window_columns() const { return arena_classic::universe().nb_win_cols; }
  int number_starships_per_player() const { return arena_classic::universe().nb_ships_x_player; }
  int number_starships() const { return number_players() * number_starships_per_player(); }
  int number_rounds_to_regenerate() const { return arena_classic::universe().nb_rnds_regen; }
  int number_missile_bonuses() const { return arena_classic::universe().nb_miss_bonuses; }
  int number_point_bonuses() const { return arena_classic::universe().nb_point_bonuses; }
  int bonus_missiles() const { return arena_classic::universe().bonus_miss; }
  int bonus_points() const { return arena_classic::universe().bonus_pnts; }
  int kill_points() const { return arena_classic::universe().kill_pnts; }

  Player_Id me() const { return arena_classic::universe().me; }
  int round() const { return arena_classic::universe().round; } // 0 in the first call of play

  int score(Player_Id player) const { return arena_classic::nth(arena_classic::universe().scores, player, -1); }
  double status(Player_Id player) const { return arena_classic::nth(arena_classic::universe().status, player, -1.0); }

  bool player_ok(Player_Id player) const { return arena_classic::universe().player_ok(player); }
  bool starship_ok(Starship_Id id) const { return arena_classic::universe().starship_ok(id); }

  // The starships of a player are those from begin to the one before end.
  Player_Id player_of(Starship_Id id) const { return arena_classic::universe().player_of(id); }
  Starship_Id begin(Player_Id player) const { return player * number_starships_per_player(); }
  Starship_Id end(Player_Id player) const { return begin(player + 1); }

  bool within_universe(const Pos& p) const { return arena_classic::universe().row_ok(::first(p)); }

  // within_window tells whether a place is in the window of a round. That of the next
  // round decides whether a move is refused.
  bool within_window(const Pos& p, int round) const {
    return within_universe(p) && arena_classic::universe().column(::second(p) - round) < number_window_columns();
  }

  // Columns need not be in the universe.
  Cell cell(const Pos& p) const { return arena_classic::universe().cell(p); }

  Starship starship(Starship_Id id) const {
    Starship nobodys = {-1, Pos(-1, -1), 0, false, 0};
    return arena_classic::nth(arena_classic::universe().starships, id, nobodys);
  }
  map<Missile_Id, Missile> missiles() const { return arena_classic::universe().missiles; }

  // The first valid command of a round counts for its starship.
  void move(Starship_Id id, Dir d) { arena_classic::universe().tell(id, arena_classic::Universe::word_of(d)); }
  void shoot(Starship_Id id) { arena_classic::universe().tell(id, "shoot"); }

  // randomize returns an integer from l to u, or else from 0. Each player has a
  // generator of its own.
  int randomize() const { return arena_classic::universe().luck.draw(); }
  int randomize(int l, int u) const { return u < l ? l : l + static_cast<int>(randomize() % (static_cast<long long>(u) - l + 1)); }
};

ARENA_CLASSIC_MAIN() { return arena_classic::run<Player>(arena_classic::universe()); }

#endif
