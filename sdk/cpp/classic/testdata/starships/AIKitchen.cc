// A player that uses all that Starships' Player.hh has, and tells what it sees.

#include "Player.hh"
#include "../all/kitchen.hh"

#define PLAYER_NAME Kitchen

static_assert(EMPTY == 0 && ASTEROID == 1 && STARSHIP == 2 && MISSILE == 3 && POINT_BONUS == 4 && MISSILE_BONUS == 5, "");
static_assert(is_same<Pos, complex<int> >::value && is_same<Dir, complex<int> >::value, "");
static_assert(is_same<Player_Id, int>::value && is_same<Starship_Id, int>::value && is_same<Missile_Id, int>::value, "");

IS(int, looks().me());
IS(int, looks().round());
IS(Cell, looks().cell(Pos()));
IS(Starship, looks().starship(0));
typedef map<Missile_Id, Missile> Missiles;
IS(Missiles, looks().missiles());
IS(int, looks().score(0));
IS(double, looks().status(0));
IS(Player_Id, looks().player_of(0));
IS(Starship_Id, looks().begin(0));
IS(Starship_Id, looks().end(0));
IS(bool, looks().within_window(Pos(), 0));
IS(bool, looks().within_universe(Pos()));
IS(bool, looks().player_ok(0));
IS(bool, looks().starship_ok(0));
IS(int, looks().number_players());
IS(int, looks().number_rounds());
IS(int, looks().number_rows());
IS(int, looks().number_universe_columns());
IS(int, looks().number_window_columns());
IS(int, looks().number_starships_per_player());
IS(int, looks().number_starships());
IS(int, looks().number_rounds_to_regenerate());
IS(int, looks().number_missile_bonuses());
IS(int, looks().number_point_bonuses());
IS(int, looks().bonus_missiles());
IS(int, looks().bonus_points());
IS(int, looks().kill_points());
IS(void, acts().move(0, FAST));
IS(void, acts().shoot(0));
IS(int, acts().randomize());
IS(int, acts().randomize(0, 1));
IS(int, first(Pos()));
IS(int, second(Pos()));

// At file scope, before any match.
static const Dir ahead = FAST + UP;

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  int calls = 0;
  vector<Dir> dirs = {UP, DEFAULT, DOWN, SLOW_UP, SLOW, SLOW_DOWN, FAST_UP, FAST, FAST_DOWN};

  virtual void play() {
    EXPECT(round() == calls++);
    values();
    strangers();
    if (round() == 0) settings();
    look();
    int drawn[4];
    drawn[0] = randomize();
    drawn[1] = randomize(0, 99);
    drawn[2] = randomize(-3, 3);
    drawn[3] = randomize(7, 7);
    tell("random", vector<int>(drawn, drawn + 4));
    EXPECT(randomize(5, 4) == 5);
    order();
  }

  void values() {
    EXPECT(ahead == Dir(-1, 3) && first(Pos(4, 5)) == 4 && second(Pos(4, 5)) == 5);
    EXPECT(UP == Dir(-1, 1) && DEFAULT == Dir(0, 1) && DOWN == Dir(1, 1) && SLOW_UP == Dir(-1, 0) && SLOW == Dir(0, 0));
    EXPECT(SLOW_DOWN == Dir(1, 0) && FAST_UP == Dir(-1, 2) && FAST == Dir(0, 2) && FAST_DOWN == Dir(1, 2));
    Cell c = {MISSILE, 1, 2};
    Starship s = {1, Pos(2, 3), 4, true, 5};
    Missile m = {1, 2, Pos(3, 4)};
    EXPECT(c.type == MISSILE && c.sid == 1 && c.mid == 2 && s.sid == 1 && s.pos == Pos(2, 3) && s.nb_miss == 4 && s.alive && s.time == 5);
    EXPECT(m.mid == 1 && m.sid == 2 && m.pos == Pos(3, 4));
    Pos q = {-1, 2};
    q = {first(q) + 1, 7};
    EXPECT(q == Pos(0, 7) && q + FAST == Pos(0, 9) && q - DEFAULT == Pos(0, 6) && -UP == Dir(1, -1));
    pair<int, int> p(1, 2); // its first and second are others
    EXPECT(p.first == 1 && p.second == 2);
    ostringstream out;
    out << POINT_BONUS << ' ' << EMPTY;
    EXPECT(out.str() == "POINT_BONUS EMPTY");
  }

  // strangers asks for what does not exist.
  void strangers() {
    int many[] = {-1, INT_MIN, INT_MAX, 100000};
    for (int k = 0; k < 4; ++k) {
      int n = many[k];
      EXPECT(starship(n).sid == -1 && !starship(n).alive && player_of(n) == -1 && score(n) == -1 && status(n) == -1);
      EXPECT(!player_ok(n) && !starship_ok(n) && !within_universe(Pos(n, 0)) && !within_window(Pos(n, round()), round()));
      EXPECT(cell(Pos(n, 0)).type == ASTEROID && cell(Pos(n, 0)).sid == -1);
    }
    EXPECT(player_ok(3) && !player_ok(4) && starship_ok(7) && !starship_ok(8) && begin(1) == 2 && end(1) == 4 && player_of(3) == 1);
    int cols = number_universe_columns();
    for (int j = 0; j < cols; ++j)
      for (int lap = -3; lap <= 3; ++lap) EXPECT(cell(Pos(2, j)).type == cell(Pos(2, j + lap * cols)).type);
    for (int j = -2 * cols; j < 2 * cols; ++j) {
      int beyond = ((j - round()) % cols + cols) % cols;
      EXPECT(within_window(Pos(1, j), round()) == (beyond < number_window_columns()));
    }
    EXPECT(within_universe(Pos(0, -5)) && within_universe(Pos(number_rows() - 1, 5)) && !within_universe(Pos(number_rows(), 5)));
  }

  void settings() {
    cout << "settings " << number_players() << ' ' << number_rounds() << ' ' << number_rows() << ' ' << number_universe_columns() << ' '
         << number_window_columns() << ' ' << number_starships_per_player() << ' ' << number_rounds_to_regenerate() << ' '
         << number_missile_bonuses() << ' ' << number_point_bonuses() << ' ' << bonus_missiles() << ' ' << bonus_points() << ' ' << kill_points()
         << '\n';
    EXPECT(number_starships() == 8);
  }

  void look() {
    cout << "round " << round() << " me " << me() << '\n';
    for (Player_Id p = 0; p < number_players(); ++p) cout << "player " << p << ' ' << score(p) << ' ' << status(p) << '\n';
    for (int i = 0; i < number_rows(); ++i)
      for (int j = 0; j < number_universe_columns(); ++j) {
        Cell c = cell(Pos(i, j));
        cout << "cell " << Pos(i, j) << ' ' << c.type << ' ' << c.sid << ' ' << c.mid << '\n';
      }
    for (Starship_Id id = 0; id < number_starships(); ++id) {
      Starship s = starship(id);
      cout << "starship " << s.sid << ' ' << player_of(id) << ' ' << s.pos << ' ' << s.nb_miss << ' ' << s.alive << ' ' << s.time << '\n';
    }
    map<Missile_Id, Missile> flying = missiles();
    for (map<Missile_Id, Missile>::iterator it = flying.begin(); it != flying.end(); ++it) {
      const Missile& m = it->second;
      cout << "missile " << it->first << ' ' << m.mid << ' ' << m.sid << ' ' << m.pos << '\n';
    }
  }

  void order() {
    Starship_Id mine = begin(me());
    if (round() < 9) {
      move(mine, dirs[round()]);
      for (int k = 0; k < 3000; ++k) move(mine, FAST); // again
      move(mine + 1, Dir(2, 1)); // not a direction
      move(mine + 1, Dir(0, 3));
      move(mine + 1, Dir(0, -1));
      shoot(mine + 1);
      shoot(0); // another's
      shoot(-1);
      shoot(8);
      move(INT_MAX, FAST);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
