// A module of its own, so that nobody who takes the arena has to download bots in C++.
module github.com/botarena/arena/examples/cpp

go 1.26
