// Two players, where there can be one.

#include "Player.hh"

struct Castor : public Player {
  static Player* factory() { return new Castor; }
};

struct Pollux : public Player {
  static Player* factory() { return new Pollux; }
};

RegisterPlayer(Castor);
RegisterPlayer(Pollux);
