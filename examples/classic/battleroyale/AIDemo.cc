// The demo player of the original program, as its matches show it: it sends every unit in
// a random direction in every round. The numbers are those of the C library, which all
// players of the original shared with the game; here each player has its own.

#include "Player.hh"

#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  virtual void play() {
    wander(farmers(me()));
    wander(knights(me()));
  }

  void wander(const vector<int>& ids) {
    for (size_t k = 0; k < ids.size(); ++k) command(ids[k], Dir(Top + rand() % 4));
  }
};

RegisterPlayer(PLAYER_NAME);
