// A module of its own, so that nobody who takes the arena has to download what is only for readers.
module github.com/botarena/arena/docs/games

go 1.26
