// A player to learn from. It is not the demo player of the original program, whose plan
// nobody has written down.
//
// The plan: a dwarf hits the weakest enemy beside it. If there is none, it goes to the
// nearest cave that is not ours, through rock if that is quicker; treasures lie in such
// caves, too. Wizards go to dwarves that are hurt. All keep out of the Balrog's reach.

#include "Player.hh"

#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  typedef vector<vector<int> > Map;

  set<Pos> taken; // where a unit of ours will be

  virtual void play() {
    taken.clear();
    // A search visits the whole board, so we make just two. Each serves every unit.
    vector<Pos> caves, hurt;
    for (int i = 0; i < rows(); ++i)
      for (int j = 0; j < cols(); ++j)
        if (cell(i, j).type == Cave && cell(i, j).owner != me()) caves.push_back(Pos(i, j));
    vector<int> ours = dwarves(me());
    for (size_t k = 0; k < ours.size(); ++k)
      if (unit(ours[k]).health < dwarves_health()) hurt.push_back(unit(ours[k]).pos);

    Map to_caves = ways(caves, true);
    for (size_t k = 0; k < ours.size(); ++k) {
      Dir d = fight(unit(ours[k]));
      go(ours[k], d == None ? step(unit(ours[k]), to_caves, true) : d);
    }
    Map to_hurt = ways(hurt, false);
    vector<int> healers = wizards(me());
    for (size_t k = 0; k < healers.size(); ++k) go(healers[k], step(unit(healers[k]), to_hurt, false));
  }

  void go(int id, Dir d) {
    command(id, d);
    Pos p = unit(id).pos + d;
    if (cell(p).type != Rock) taken.insert(p); // several may hit the same rock
  }

  // fight returns the direction of the weakest enemy beside a dwarf. Trolls are too
  // strong for us.
  Dir fight(const Unit& dwarf) {
    Dir best = None;
    int weakest = trolls_health();
    for (int d = Bottom; d <= LB && safe(dwarf.pos); ++d) {
      int id = cell(dwarf.pos + Dir(d)).id;
      if (id < 0 || unit(id).player == me() || unit(id).type == Troll || unit(id).health >= weakest) continue;
      best = Dir(d);
      weakest = unit(id).health;
    }
    return best;
  }

  // step returns the step that brings a unit nearest to where the ways lead. A unit in
  // danger takes the best step to safety, even if it leads away.
  Dir step(const Unit& u, const Map& way, bool digs) {
    Dir best = None;
    int shortest = safe(u.pos) ? way[u.pos.i][u.pos.j] : 2 * Never;
    for (int d = Bottom; d <= LB; d += digs ? 1 : 2) { // wizards only go straight
      Pos p = u.pos + Dir(d);
      if (!open(p, digs) || cell(p).id >= 0 || taken.count(p) || !safe(p)) continue;
      int rest = way[p.i][p.j] + cost(p);
      if (rest > shortest) continue;
      best = Dir(d);
      shortest = rest;
    }
    return best;
  }

  enum { Never = 1000000 };

  // ways returns for every cell the rounds to the nearest of some others.
  Map ways(const vector<Pos>& to, bool digs) {
    Map rounds(rows(), vector<int>(cols(), Never));
    priority_queue<pair<int, Pos>, vector<pair<int, Pos> >, greater<pair<int, Pos> > > next;
    for (size_t k = 0; k < to.size(); ++k) {
      rounds[to[k].i][to[k].j] = 0;
      next.push(make_pair(0, to[k]));
    }
    while (!next.empty()) {
      int so_far = next.top().first;
      Pos p = next.top().second;
      next.pop();
      if (so_far > rounds[p.i][p.j]) continue;
      int more = so_far + cost(p);
      for (int d = Bottom; d <= LB; d += digs ? 1 : 2) {
        Pos q = p + Dir(d);
        if (!open(q, digs) || rounds[q.i][q.j] <= more) continue;
        rounds[q.i][q.j] = more;
        next.push(make_pair(more, q));
      }
    }
    return rounds;
  }

  bool open(Pos p, bool digs) {
    if (!pos_ok(p)) return false;
    CellType type = cell(p).type;
    return type == Cave || type == Outside || (type == Rock && digs);
  }

  int cost(Pos p) { return 1 + cell(p).turns; }

  // safe tells whether neither the Balrog nor a troll can strike at a place.
  bool safe(Pos p) {
    vector<int> enemies = trolls();
    for (size_t k = 0; k < enemies.size(); ++k)
      if (apart(unit(enemies[k]).pos, p) <= 1) return false;
    return apart(unit(balrog_id()).pos, p) > 2;
  }

  static int apart(Pos a, Pos b) { return max(abs(a.i - b.i), abs(a.j - b.j)); }
};

RegisterPlayer(PLAYER_NAME);
