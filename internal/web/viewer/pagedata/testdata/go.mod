// A module of its own, so that nobody who takes the arena has to download what its tests read.
module github.com/botarena/arena/internal/web/viewer/pagedata/testdata

go 1.26
