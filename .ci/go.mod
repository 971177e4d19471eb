// A module of its own, so that nobody who takes the arena has to download the scripts that check it.
module github.com/botarena/arena/ci

go 1.26
