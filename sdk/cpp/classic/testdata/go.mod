// A module of its own, so that nobody who takes the arena has to download the bots that its tests play with.
module github.com/botarena/arena/sdk/cpp/classic/testdata

go 1.26
