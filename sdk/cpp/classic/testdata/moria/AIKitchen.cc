// A player that uses all that Moria's Player.hh has, and tells what it sees.

#include "Player.hh"
#include "../all/kitchen.hh"

#define PLAYER_NAME Kitchen

static_assert(Bottom == 0 && BR == 1 && Right == 2 && RT == 3 && Top == 4 && TL == 5 && Left == 6 && LB == 7 && None == 8 && DirSize == 9, "");
static_assert(Outside == 0 && Cave == 1 && Abyss == 2 && Granite == 3 && Rock == 4 && CellTypeSize == 5, "");
static_assert(Dwarf == 0 && Wizard == 1 && Orc == 2 && Troll == 3 && Balrog == 4 && UnitTypeSize == 5, "");

IS(int, looks().me());
IS(int, looks().round());
IS(Cell, looks().cell(Pos()));
IS(Cell, looks().cell(0, 0));
IS(Unit, looks().unit(0));
IS(vector<int>, looks().dwarves(0));
IS(vector<int>, looks().wizards(0));
IS(vector<int>, looks().orcs());
IS(vector<int>, looks().trolls());
IS(int, looks().balrog_id());
IS(int, looks().nb_units());
IS(int, looks().nb_cells(0));
IS(int, looks().nb_treasures(0));
IS(double, looks().status(0));
IS(bool, looks().pos_ok(0, 0));
IS(bool, looks().pos_ok(Pos()));
IS(bool, looks().player_ok(0));
IS(int, looks().rows());
IS(int, looks().cols());
IS(int, looks().nb_players());
IS(int, looks().nb_rounds());
IS(int, looks().nb_dwarves());
IS(int, looks().nb_wizards());
IS(int, looks().max_nb_orcs());
IS(int, looks().nb_trolls());
IS(int, looks().treasure_value());
IS(int, looks().rock_resistance());
IS(int, looks().dwarves_health());
IS(int, looks().wizards_health());
IS(int, looks().orcs_health());
IS(int, looks().trolls_health());
IS(int, looks().min_damage_dwarves());
IS(int, looks().max_damage_dwarves());
IS(int, looks().min_damage_orcs());
IS(int, looks().max_damage_orcs());
IS(int, looks().min_damage_trolls());
IS(int, looks().max_damage_trolls());
IS(int, looks().ini_treasures());
IS(int, looks().inv_prob_abyss());
IS(int, looks().inv_prob_orc());
IS(void, acts().command(0, Top));
IS(void, acts().command(Movement()));
IS(int, acts().random(0, 1));
IS(vector<int>, acts().random_permutation(3));
IS(bool, dir_ok(Top));

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  int bal = balrog_id();                                                              // in a member initialiser
  vector<vector<int> > seen = vector<vector<int> >(rows(), vector<int>(cols(), -1)); // as well
  int calls = 0;

  virtual void play() {
    EXPECT(round() == calls++);
    EXPECT(bal == 124 && seen.size() == 60 && seen[59].size() == 60);
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
    EXPECT(p + Bottom == Pos(1, 0) && p + BR == Pos(1, 1) && p + Right == Pos(0, 1) && p + RT == Pos(-1, 1));
    EXPECT(p + Top == Pos(-1, 0) && p + TL == Pos(-1, -1) && p + Left == Pos(0, -1) && p + LB == Pos(1, -1));
    EXPECT(p + None == p && p + DirSize == p && p + Dir(77) == p && p + Dir(-1) == p);
    EXPECT(((p += Bottom) += Pos(3, 4)) == Pos(4, 4) && Pos(1, 2) + Pos(3, 4) == Pos(4, 6));
    EXPECT(dir_ok(None) && !dir_ok(DirSize) && !dir_ok(Dir(-1)));
    Cell empty, c(Rock, 1, 2, 3, true);
    EXPECT(empty.type == Cave && empty.owner == -1 && empty.id == -1 && empty.turns == 0 && !empty.treasure);
    EXPECT(c.type == Rock && c.owner == 1 && c.id == 2 && c.turns == 3 && c.treasure);
    Unit nobody, u(Troll, 7, 1, 50, Pos(2, 3));
    EXPECT(nobody.type == Dwarf && nobody.id == -1 && nobody.player == -1 && nobody.health == 0 && nobody.pos == Pos(-1, -1));
    EXPECT(u.type == Troll && u.id == 7 && u.player == 1 && u.health == 50 && u.pos == Pos(2, 3));
    Movement m;
    m.id = 5;
    m.dir = Top;
    EXPECT(m.id == Movement(5, Top).id && m.dir == Movement(5, Top).dir);
  }

  // strangers asks for what does not exist.
  void strangers() {
    int many[] = {-1, INT_MIN, INT_MAX, 100000};
    for (int k = 0; k < 4; ++k) {
      int n = many[k];
      EXPECT(nb_cells(n) == -1 && nb_treasures(n) == -1 && status(n) == -1 && !player_ok(n));
      EXPECT(dwarves(n).empty() && wizards(n).empty() && unit(n).id == -1 && unit(n).pos == Pos(-1, -1));
      EXPECT(cell(n, 0).type == Cave && cell(0, n).id == -1 && cell(Pos(n, n)).owner == -1);
      EXPECT(!pos_ok(n, 0) && !pos_ok(Pos(0, n)));
    }
    EXPECT(nb_cells(4) == -1 && unit(nb_units()).id == -1 && cell(60, 0).type == Cave && !pos_ok(0, 60));
    EXPECT(player_ok(0) && player_ok(3) && pos_ok({0, 0}) && cell({0, 0}).id == -1 && pos_ok(Pos(59, 59)) && cell(0, 0).type == Outside);
    for (int id = 100; id < 120; ++id) EXPECT(unit(id).health > 0 || (unit(id).id == -1 && unit(id).type == Dwarf));
  }

  void settings() {
    cout << "settings " << nb_players() << ' ' << nb_rounds() << ' ' << nb_dwarves() << ' ' << nb_wizards() << ' ' << max_nb_orcs() << ' '
         << nb_trolls() << ' ' << treasure_value() << ' ' << rock_resistance() << ' ' << rows() << ' ' << cols() << '\n';
    cout << "constants " << dwarves_health() << ' ' << wizards_health() << ' ' << orcs_health() << ' ' << trolls_health() << ' '
         << min_damage_dwarves() << ' ' << max_damage_dwarves() << ' ' << min_damage_orcs() << ' ' << max_damage_orcs() << ' '
         << min_damage_trolls() << ' ' << max_damage_trolls() << ' ' << ini_treasures() << ' ' << inv_prob_abyss() << ' ' << inv_prob_orc() << '\n';
  }

  void look() {
    cout << "round " << round() << " me " << me() << '\n';
    for (int p = 0; p < nb_players(); ++p) {
      cout << "clan " << p << ' ' << nb_cells(p) << ' ' << nb_treasures(p) << ' ' << status(p) << '\n';
      tell("dwarves", dwarves(p));
      tell("wizards", wizards(p));
    }
    tell("orcs", orcs());
    tell("trolls", trolls());
    cout << "balrog " << balrog_id() << '\n';
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j) {
        Cell c = cell(i, j);
        cout << "cell " << Pos(i, j) << ' ' << c.type << ' ' << c.owner << ' ' << c.id << ' ' << c.turns << ' ' << c.treasure << '\n';
        EXPECT(cell(Pos(i, j)).type == c.type && cell(Pos(i, j)).id == c.id);
      }
    for (int id = 0; id < nb_units(); ++id) {
      Unit u = unit(id);
      cout << "unit " << u.type << ' ' << u.id << ' ' << u.player << ' ' << u.health << ' ' << u.pos << '\n';
    }
  }

  void order() {
    vector<int> mine = dwarves(me());
    if (mine.size() < 10) return;
    if (round() == 0) {
      for (int d = 0; d < 9; ++d) command(mine[d], Dir(d));
      command(mine[9], Dir(9)); // not a direction
      command({mine[9], Left});
      command(mine[9], Top); // again
      command(124, Top);
      command(INT_MAX, Top);
    }
    if (round() == nb_rounds() - 1)
      for (int k = 0; k < 3000; ++k) command(0, Bottom);
  }
};

RegisterPlayer(PLAYER_NAME);
