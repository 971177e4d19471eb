// A module of its own, so that nobody who takes the arena's has to download pictures.
module github.com/botarena/arena/internal/match/picture/testdata

go 1.26
