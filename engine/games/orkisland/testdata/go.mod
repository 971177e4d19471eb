// A module of its own, so that nobody who takes the arena's has to download old files.
module github.com/botarena/arena/engine/games/orkisland/testdata

go 1.26
