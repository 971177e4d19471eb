// A module of its own, so that nobody who takes the arena has to download the bots that attack it in its tests.
module github.com/botarena/arena/internal/integration/hostile/c

go 1.26
