// A player to learn from. It is not the demo player of the original program, whose plan
// nobody has written down.
//
// The plan: a starship shoots when an enemy is close ahead. Otherwise it makes the move
// that brings it nearest to a bonus without getting it killed.

#include "Player.hh"

#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  vector<Dir> dirs;
  vector<Pos> bonuses;
  vector<Pos> taken; // where our starships will be

  PLAYER_NAME() {
    Dir all[] = {FAST, FAST_UP, FAST_DOWN, UP, DOWN, DEFAULT, SLOW_UP, SLOW_DOWN, SLOW};
    dirs.assign(all, all + 9);
  }

  virtual void play() {
    taken.clear();
    bonuses.clear();
    for (int i = 0; i < number_rows(); ++i)
      for (int j = 0; j < number_universe_columns(); ++j) {
        CType type = cell(Pos(i, j)).type;
        if (type == POINT_BONUS || type == MISSILE_BONUS) bonuses.push_back(Pos(i, j));
      }
    for (Starship_Id id = begin(me()); id < end(me()); ++id) {
      Starship ship = starship(id);
      if (!ship.alive) continue;
      Dir d = DEFAULT; // a starship that shoots moves like this
      if (ship.nb_miss > 0 && enemy_ahead(ship.pos)) {
        shoot(id);
      } else {
        d = best(ship.pos);
        move(id, d);
      }
      taken.push_back(home(ship.pos + d));
    }
  }

  // enemy_ahead tells whether the first thing ahead is an enemy so near that it can hardly
  // get away: a missile flies two columns now and two more before anybody moves.
  bool enemy_ahead(Pos p) {
    for (int k = 1; k <= 4; ++k) {
      Cell c = cell(p + Pos(0, k));
      if (c.type != EMPTY) return c.type == STARSHIP && player_of(c.sid) != me();
    }
    return false;
  }

  Dir best(Pos from) {
    Dir chosen = DEFAULT;
    int least = INT_MAX;
    for (size_t k = 0; k < dirs.size(); ++k) {
      Pos to = from + dirs[k];
      if (!within_window(to, round() + 1) || find(taken.begin(), taken.end(), home(to)) != taken.end()) continue;
      if (crashes(from, dirs[k]) || in_a_missiles_way(to) || stuck(to)) continue;
      int time = time_to_bonus(to);
      if (time >= least) continue;
      chosen = dirs[k];
      least = time;
    }
    return chosen;
  }

  // crashes tells whether there is anything but bonuses where a move leads through.
  bool crashes(Pos from, Dir d) {
    int row = first(d);
    for (int col = 0; col <= second(d); ++col)
      for (int across = 0; across <= abs(row); ++across) {
        Pos p = from + Pos(across * row, col);
        if (p == from) continue;
        CType type = cell(p).type;
        if (type == ASTEROID || type == STARSHIP || type == MISSILE) return true;
      }
    return false;
  }

  bool in_a_missiles_way(Pos p) {
    for (int k = 1; k <= 4; ++k)
      if (cell(p - Pos(0, k)).type == MISSILE) return true;
    return false;
  }

  // stuck tells whether there is no move left from a place in the round after.
  bool stuck(Pos p) {
    for (size_t k = 0; k < dirs.size(); ++k)
      if (within_window(p + dirs[k], round() + 2) && !crashes(p, dirs[k])) return false;
    return true;
  }

  // time_to_bonus returns the rounds to the nearest bonus, if nothing is in the way. A
  // starship never goes back.
  int time_to_bonus(Pos from) {
    int least = number_universe_columns();
    for (size_t k = 0; k < bonuses.size(); ++k) {
      Pos way = home(bonuses[k] - from);
      if (second(way) < number_window_columns()) least = min(least, max(abs(first(way)), (second(way) + 1) / 2));
    }
    return least;
  }

  // home returns a place with its column in the universe.
  Pos home(Pos p) {
    int cols = number_universe_columns();
    return Pos(first(p), (second(p) % cols + cols) % cols);
  }
};

RegisterPlayer(PLAYER_NAME);
