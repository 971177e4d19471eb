// A player that uses all that Ork Island's Player.hh has, and tells what it sees.

#include "Player.hh"
#include "../all/kitchen.hh"

#define PLAYER_NAME Kitchen

static_assert(BOTTOM == 0 && RIGHT == 1 && TOP == 2 && LEFT == 3 && NONE == 4 && DIR_SIZE == 5, "");
static_assert(WATER == 0 && GRASS == 1 && FOREST == 2 && SAND == 3 && CITY == 4 && PATH == 5 && CELL_TYPE_SIZE == 6, "");

IS(int, looks().me());
IS(int, looks().round());
IS(int, looks().total_score(0));
IS(double, looks().status(0));
IS(Cell, looks().cell(0, 0));
IS(Cell, looks().cell(Pos()));
IS(int, looks().nb_units());
IS(Unit, looks().unit(0));
IS(int, looks().nb_cities());
IS(vector<Pos>, looks().city(0));
IS(int, looks().city_owner(0));
IS(int, looks().nb_paths());
IS(vector<Pos>, looks().path(0).second);
IS(int, looks().path(0).first.first);
IS(int, looks().path_owner(0));
IS(vector<int>, looks().orks(0));
IS(int, looks().cost(GRASS));
IS(bool, looks().pos_ok(0, 0));
IS(bool, looks().pos_ok(Pos()));
IS(bool, looks().player_ok(0));
IS(int, looks().rows());
IS(int, looks().cols());
IS(int, looks().nb_players());
IS(int, looks().nb_rounds());
IS(int, looks().nb_orks());
IS(int, looks().initial_health());
IS(int, looks().cost_grass());
IS(int, looks().cost_forest());
IS(int, looks().cost_sand());
IS(int, looks().cost_city());
IS(int, looks().cost_path());
IS(int, looks().bonus_per_city_cell());
IS(int, looks().bonus_per_path_cell());
IS(int, looks().factor_connected_component());
IS(string, looks().version());
IS(void, acts().execute(Command(0, TOP)));
IS(void, acts().execute(0, TOP));
IS(void, acts().play());
IS(int, acts().random(0, 1));
IS(vector<int>, acts().random_permutation(3));
IS(bool, dir_ok(TOP));
IS(string, int_to_string(7));
IS(int, string_to_int("7"));

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  City home;
  Path road;
  int calls;

  PLAYER_NAME() : calls(0) {}

  virtual void play() {
    EXPECT(round() == calls++);
    values();
    strangers();
    if (round() == 0) settings();
    look();
    int drawn[4];
    drawn[0] = random(0, 99);
    drawn[1] = random(5, 4);
    drawn[2] = random(1, 1000001);
    drawn[3] = random(-3, 3);
    tell("random", vector<int>(drawn, drawn + 4));
    tell("permutation", random_permutation(6));
    EXPECT(random_permutation(0).empty() && random_permutation(-1).empty() && random_permutation(1000001).empty());
    order();
  }

  void values() {
    Pos p;
    EXPECT(p.i == 0 && p.j == 0 && p == Pos(0, 0) && p != Pos(0, 1));
    EXPECT(Pos(1, 5) < Pos(2, 0) && Pos(1, 5) < Pos(1, 6) && !(Pos(1, 5) < Pos(1, 5)));
    EXPECT(p + BOTTOM == Pos(1, 0) && p + RIGHT == Pos(0, 1) && p + TOP == Pos(-1, 0) && p + LEFT == Pos(0, -1));
    EXPECT(p + NONE == p && p + DIR_SIZE == p && p + Dir(77) == p && p + Dir(-1) == p);
    EXPECT(((p += BOTTOM) += Pos(3, 4)) == Pos(4, 4) && Pos(1, 2) + Pos(3, 4) == Pos(4, 6));
    for (int d = 0; d != DIR_SIZE; ++d) EXPECT(dir_ok(Dir(d)));
    EXPECT(!dir_ok(DIR_SIZE) && !dir_ok(Dir(-1)));
    Cell none, c(SAND, 1, 2, 3);
    EXPECT(none.type == CELL_TYPE_SIZE && none.unit_id == -1 && none.city_id == -1 && none.path_id == -1);
    EXPECT(c.type == SAND && c.unit_id == 1 && c.city_id == 2 && c.path_id == 3);
    Unit nobody, u(7, 1, Pos(2, 3), 50);
    EXPECT(nobody.id == -1 && nobody.player == -1 && nobody.pos == Pos(0, 0) && nobody.health == 0);
    EXPECT(u.id == 7 && u.player == 1 && u.pos == Pos(2, 3) && u.health == 50);
    EXPECT(int_to_string(-12) == "-12" && string_to_int("-12") == -12);
    map<Pos, int> numbers;
    numbers[Pos(1, 1)] = 5;
    set<Pos> places(home.begin(), home.end());
    EXPECT(numbers.count(Pos(1, 1)) == 1 && places.empty() && road.second.empty());
  }

  // strangers asks for what does not exist.
  void strangers() {
    int many[] = {-1, INT_MIN, INT_MAX, 100000};
    for (int k = 0; k < 4; ++k) {
      int n = many[k];
      EXPECT(total_score(n) == -1 && status(n) == -2 && city_owner(n) == -1 && path_owner(n) == -1);
      EXPECT(orks(n).empty() && city(n).empty() && path(n).second.empty() && !player_ok(n));
      EXPECT(unit(n).id == -1 && unit(n).player == -1);
      EXPECT(cell(n, 0).type == CELL_TYPE_SIZE && cell(0, n).unit_id == -1 && cell(Pos(n, n)).city_id == -1);
      EXPECT(!pos_ok(n, 0) && !pos_ok(Pos(0, n)));
    }
    EXPECT(total_score(nb_players()) == -1 && unit(nb_units()).id == -1 && cell(rows(), 0).type == CELL_TYPE_SIZE && !pos_ok(0, cols()));
    EXPECT(player_ok(0) && player_ok(3) && pos_ok({0, 0}) && cell({0, 0}).type == WATER && pos_ok(Pos(rows() - 1, cols() - 1)));
    EXPECT(cost(WATER) > 1000000 && cost(WATER) + cost(WATER) > cost(WATER));
  }

  void settings() {
    cout << "settings " << nb_players() << ' ' << rows() << ' ' << cols() << ' ' << nb_rounds() << ' ' << initial_health() << ' ' << nb_orks() << ' '
         << cost_grass() << ' ' << cost_forest() << ' ' << cost_sand() << ' ' << cost_city() << ' ' << cost_path() << ' '
         << bonus_per_city_cell() << ' ' << bonus_per_path_cell() << ' ' << factor_connected_component() << '\n';
    EXPECT(cost(GRASS) == cost_grass() && cost(FOREST) == cost_forest() && cost(SAND) == cost_sand());
    EXPECT(cost(CITY) == cost_city() && cost(PATH) == cost_path());
  }

  void look() {
    cout << "round " << round() << " me " << me() << '\n';
    for (int p = 0; p < nb_players(); ++p) {
      cout << "player " << p << ' ' << total_score(p) << ' ' << status(p) << '\n';
      tell("orks", orks(p));
    }
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        cout << "cell " << Pos(i, j) << ' ' << c.type << ' ' << c.unit_id << ' ' << c.city_id << ' ' << c.path_id << '\n';
        EXPECT(cell(Pos(i, j)).type == c.type && cell(Pos(i, j)).unit_id == c.unit_id);
      }
    for (int id = 0; id < nb_units(); ++id) {
      const Unit u = unit(id);
      cout << "unit " << u.id << ' ' << u.player << ' ' << u.pos << ' ' << u.health << '\n';
    }
    for (int id = 0; id < nb_cities(); ++id) {
      cout << "city " << id << ' ' << city_owner(id) << '\n';
      const City& c = city(id);
      tell("cells", c);
    }
    for (int id = 0; id < nb_paths(); ++id) {
      Path p = path(id);
      cout << "path " << id << ' ' << path_owner(id) << ' ' << p.first.first << ' ' << p.first.second << '\n';
      tell("cells", p.second);
    }
  }

  void order() {
    const vector<int>& mine = orks(me());
    if (mine.size() < 5) return;
    if (round() == 0) {
      for (int d = 0; d < 5; ++d) execute(Command(mine[d], Dir(d)));
      execute(Command(mine[0], TOP)); // again
      execute(Command(mine[0], Dir(9)));
      execute({-7, RIGHT});
      execute(INT_MAX, LEFT);
    }
    if (round() == 1)
      for (int k = 0; k < 1000; ++k) execute(Command(0, BOTTOM));
    if (round() == nb_rounds() - 1)
      for (int k = 0; k < 3000; ++k) execute(Command(0, BOTTOM));
  }
};

RegisterPlayer(PLAYER_NAME);
