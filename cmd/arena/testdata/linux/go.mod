// A module of its own, so that nobody who takes the arena has to download what its tests read.
module github.com/botarena/arena/cmd/arena/testdata/linux

go 1.26
