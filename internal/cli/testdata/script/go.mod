// A module of its own, so that nobody who takes the arena's has to download files that only tests read.
module github.com/botarena/arena/internal/cli/testdata/script

go 1.26
