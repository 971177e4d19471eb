// The demo player of the original program, as its matches show it. With the classic random
// source it makes the same moves: see the match of four of them with seed 30.

#include "Player.hh"

#define PLAYER_NAME Demo

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  // In the first half of the match a player that does not lead sends all its orks to the
  // south, three times out of four.
  virtual void play() {
    if (round() > nb_rounds() / 2) return;
    if (leads()) return;
    if (random(1, 4) == 1) return;

    // In random order, so that the first of them are not always the same.
    vector<int> mine = orks(me());
    vector<int> order = random_permutation(mine.size());
    for (size_t k = 0; k < order.size(); ++k) execute(Command(mine[order[k]], BOTTOM));
  }

  bool leads() {
    for (int player = 0; player < nb_players(); ++player)
      if (player != me() && total_score(player) >= total_score(me())) return false;
    return true;
  }
};

RegisterPlayer(PLAYER_NAME);
