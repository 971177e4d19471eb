// Draws from a generator of its own, where there is no Player.

#include "Player.hh"

#define PLAYER_NAME OwnDraws

static void tell_draws() {
  Random_generator g;
  for (int k = 0; k < 4; ++k) cout << g.random(0, 99) << ' ';
  const Random_generator other;
  vector<int> all = other.random_permutation(5);
  for (size_t k = 0; k < all.size(); ++k) cout << all[k] << ' ';
  cout << other.random(0, 99) << endl;
}

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  virtual void play() {
    const Random_generator& mine = *this; // as a Player is one
    mine.random(0, 1);
    if (round() == 0) tell_draws();
  }
};

RegisterPlayer(PLAYER_NAME);
