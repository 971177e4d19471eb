// A second file of a player.

#include "Player.hh"

bool is_land(const Player& player, Pos p) { return player.cell(p).type != WATER; }
