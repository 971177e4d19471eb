// A module of its own, so that nobody who takes the arena has to download how it is checked.
module github.com/botarena/arena/github

go 1.26
