// A module of its own, so that nobody who takes the arena's has to download old files.
module github.com/botarena/arena/engine/games/moria/testdata

go 1.26
