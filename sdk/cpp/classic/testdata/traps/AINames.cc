// Uses names that a header could have taken, and some headers that it does not include.

#include "Player.hh"

#define PLAYER_NAME NamesThatAreRatherLong

const int INF = numeric_limits<int>::max();
int link[10], pipe[10], access, dup2x;
struct node { int x; };
struct Line { int a, b; };
struct World { Line l; };

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  struct point { int x, y; };
  struct Coord { int x, y; };
  struct Info { Pos pos; };
  struct Word { int text; };
  enum { NORTH, SOUTH };

  int name, order, take, send, begin, end, first, second, state, seed, at, cells, units;
  map<Pos, int> dist;
  vector<vector<char> > board;
  list<point> points;

  int nth(int k) { return k; }
  int wire() { return 1; }
  int island() { return 2; }
  bool refresh() { return true; }
  int answer(int n) { return min(n, INT_MAX) + max(n, 0); }

  virtual void play() {
    vector<int> mine = orks(me());
    random_shuffle(mine.begin(), mine.end());
    queue<Pos> q;
    priority_queue<pair<int, Pos>, vector<pair<int, Pos> >, greater<pair<int, Pos> > > pq;
    stack<int> s;
    unordered_set<int> u;
    set<Pos> seen;
    for (int d = 0; d < NONE; ++d) q.push(unit(mine[0]).pos + Dir(d));
    if (q.size() != 4 || dist.size() + points.size() + pq.size() + s.size() + u.size() + seen.size() + board.size() != 0) exit(3);
    name = order = take = send = begin = end = first = second = state = seed = at = cells = units = nth(0);
    access = link[0] = pipe[0] = dup2x = name;
    if (wire() != 1 || island() != 2 || !refresh() || answer(0) != 0 || INF != INT_MAX) exit(3);
    ostringstream out;
    out << setw(5) << setprecision(2) << 1.5 << Pos(1, 2);
    assert(abs(-1) == 1 && sqrt(4.0) == 2 && toupper('a') == 'A' && strlen("ab") == 2 && complex<int>(1, 2).real() == 1);
    execute(Command(mine[0], BOTTOM));
  }
};

RegisterPlayer(PLAYER_NAME);
