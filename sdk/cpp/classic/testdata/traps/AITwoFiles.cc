// A player of two files: see more.cc.

#include "Player.hh"

#define PLAYER_NAME TwoFiles

bool is_land(const Player& player, Pos p);

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  virtual void play() {
    if (is_land(*this, Pos(0, 0)) || !is_land(*this, unit(0).pos)) exit(3);
  }
};

RegisterPlayer(PLAYER_NAME);
