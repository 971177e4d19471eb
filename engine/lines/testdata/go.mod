// A module of its own, so that nobody who takes the arena has to download the lines that its tests compare.
module github.com/botarena/arena/engine/lines/testdata

go 1.26
