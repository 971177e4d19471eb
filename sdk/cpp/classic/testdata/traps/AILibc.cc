// Draws from the C library alone.

#include "Player.hh"

#define PLAYER_NAME Libc

struct PLAYER_NAME : public Player {
  static Player* factory() { return new PLAYER_NAME; }

  virtual void play() {
    if (round() > 0) return;
    int first = rand(), second = rand(), third = rand();
    cout << first << ' ' << second << ' ' << third << endl;
  }
};

RegisterPlayer(PLAYER_NAME);
