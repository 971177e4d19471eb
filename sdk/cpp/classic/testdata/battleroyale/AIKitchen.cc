// A player that uses all that Battle Royale's Player.hh has, and tells what it sees.

#include "Player.hh"
#include "../all/kitchen.hh"

#define PLAYER_NAME Kitchen

static_assert(None == 0 && Top == 1 && Bottom == 2 && Left == 3 && Right == 4 && DirSize == 5, "");
static_assert(Empty == 0 && Wall == 1 && CellTypeSize == 2, "");
static_assert(Knight == 0 && Farmer == 1 && UnitTypeSize == 2, "");

IS(int, looks().me());
IS(int, looks().round());
IS(const Cell&, looks().cell(0, 0));
IS(const Cell&, looks().cell(Pos()));
IS(const Unit&, looks().unit(0));
IS(const vector<int>&, looks().farmers(0));
IS(const vector<int>&, looks().knights(0));
IS(int, looks().nb_units());
IS(int, looks().rows());
IS(int, looks().cols());
IS(int, looks().nb_players());
IS(int, looks().nb_rounds());
IS(int, looks().nb_knights());
IS(int, looks().nb_farmers());
IS(int, looks().knights_health());
IS(int, looks().farmers_health());
IS(int, looks().knights_regen());
IS(int, looks().farmers_regen());
IS(int, looks().damage_min());
IS(int, looks().damage_max());
IS(bool, looks().pos_ok(0, 0));
IS(bool, looks().pos_ok(Pos()));
IS(bool, looks().pos_ok(0, 0, Top));
IS(bool, looks().pos_ok(Pos(), Top));
IS(bool, looks().player_ok(0));
IS(bool, looks().unit_ok(0));
IS(Pos, looks().dest(Pos(), Top));
IS(int, looks().score(0));
IS(double&, looks().status(0));
IS(string, looks().name(0));
IS(bool, acts().command(0, Top));
IS(string, i2s(1));
IS(int, s2i("1"));
IS(const int, infinite);
IS(const int, maxint);
static_assert(is_same<uint, unsigned int>::value, "");

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  const vector<int>* first_farmers = &farmers(0);
  int began = round(); // not 0 here
  int calls = 0;

  virtual void play() {
    EXPECT(round() == began + calls++);
    EXPECT(first_farmers == &farmers(0));
    values();
    strangers();
    if (round() == began) settings();
    look();
    cout << "libc " << rand() << '\n';
    cout << "libc " << ::random() << '\n';
    order();
  }

  void values() {
    Pos p;
    EXPECT(p.i == 0 && p.j == 0 && p == Pos(0, 0) && p != Pos(0, 1));
    EXPECT(Pos(1, 5) < Pos(2, 0) && Pos(1, 5) <= Pos(1, 5) && Pos(1, 6) > Pos(1, 5) && Pos(2, 0) >= Pos(1, 9));
    EXPECT(p + Bottom == Pos(1, 0) && p + Right == Pos(0, 1) && p + Top == Pos(-1, 0) && p + Left == Pos(0, -1));
    EXPECT(p + None == p && p + DirSize == p && (p += Bottom) == Pos(1, 0));
    Cell c = {Wall, 1, 2, Pos(3, 4)};
    Unit u = {Farmer, 1, 2, 3, Pos(4, 5)};
    EXPECT(c.type == Wall && c.owner == 1 && c.unit == 2 && c.pos == Pos(3, 4));
    EXPECT(u.type == Farmer && u.id == 1 && u.player == 2 && u.health == 3 && u.pos == Pos(4, 5));
    vector<int> three(3);
    EXPECT(sze(three) == 3 && sze(farmers(0)) >= 0 && sze(string("ab")) == 2);
    EXPECT(i2s(-12) == "-12" && s2i("-12") == -12 && infinite > 1000000 && maxint == INT_MAX);
    check(true, "never seen");
    check(true);
  }

  // strangers asks for what does not exist.
  void strangers() {
    int many[] = {-1, INT_MIN, INT_MAX, 100000};
    for (int k = 0; k < 4; ++k) {
      int n = many[k];
      EXPECT(farmers(n).empty() && knights(n).empty() && !player_ok(n) && !unit_ok(n) && !pos_ok(n, 0) && !pos_ok(Pos(0, n)));
      EXPECT(unit(n).id == -1 && unit(n).player == -1 && cell(n, 0).type == Wall && cell(Pos(0, n)).unit == -1);
      EXPECT(score(n) == -1 && status(n) == -1 && name(n).empty());
    }
    EXPECT(!player_ok(nb_players()) && !unit_ok(nb_units()) && !pos_ok(rows(), 0) && !pos_ok(0, cols()));
    EXPECT(player_ok(0) && unit_ok(0) && pos_ok({0, 0}) && dest({0, 0}, Right) == Pos(0, 1) && cell({0, 1}).pos == Pos(0, 1) && pos_ok(Pos(rows() - 1, cols() - 1)));
    EXPECT(!pos_ok(0, 0, Top) && !pos_ok(Pos(0, 0), Left) && pos_ok(0, 0, Bottom) && pos_ok(Pos(0, 0), Right) && pos_ok(0, 0, None));
    EXPECT(dest(Pos(0, 0), Top) == Pos(rows() - 1, 0) && dest(Pos(0, 0), Left) == Pos(0, cols() - 1));
    EXPECT(dest(Pos(rows() - 1, cols() - 1), Bottom) == Pos(0, cols() - 1) && dest(Pos(rows() - 1, cols() - 1), Right) == Pos(rows() - 1, 0));
    EXPECT(dest(Pos(3, 4), None) == Pos(3, 4) && dest(Pos(3, 4), Top) == Pos(2, 4));
  }

  void settings() {
    cout << "settings " << nb_players() << ' ' << nb_rounds() << ' ' << nb_farmers() << ' ' << nb_knights() << ' ' << farmers_health() << ' '
         << knights_health() << ' ' << farmers_regen() << ' ' << knights_regen() << ' ' << damage_min() << ' ' << damage_max() << ' '
         << rows() << ' ' << cols() << '\n';
  }

  void look() {
    cout << "round " << round() << " me " << me() << '\n';
    for (int p = 0; p < nb_players(); ++p) {
      cout << "player " << p << ' ' << name(p) << ' ' << score(p) << ' ' << status(p) << '\n';
      tell("farmers", farmers(p));
      tell("knights", knights(p));
    }
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j) {
        const Cell& c = cell(i, j);
        cout << "cell " << c.pos << ' ' << c.type << ' ' << c.owner << ' ' << c.unit << '\n';
        EXPECT(c.pos == Pos(i, j) && &c == &cell(Pos(i, j)));
      }
    for (int id = 0; id < nb_units(); ++id) {
      const Unit& u = unit(id);
      cout << "unit " << u.type << ' ' << u.id << ' ' << u.player << ' ' << u.health << ' ' << u.pos << '\n';
    }
  }

  void order() {
    const vector<int>& mine = farmers(me());
    if (mine.size() < 5) return;
    if (round() == began) {
      for (int d = 0; d < 5; ++d) EXPECT(command(mine[d], Dir(d)));
      EXPECT(!command(mine[0], Top));
      EXPECT(!command(knights(me())[0], DirSize)); // not a direction
      EXPECT(command(knights(me())[0], Top));
      EXPECT(command(0, Top) && !command(0, Left)); // another's
      EXPECT(command(-1, Top) && command(INT_MAX, Top));
    } else {
      EXPECT(command(mine[0], Left)); // a new round
    }
    for (int k = 0; k < 3000; ++k) command(mine[1], Bottom);
  }
};

RegisterPlayer(PLAYER_NAME);
