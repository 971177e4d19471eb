// A module of its own, so that nobody who takes the arena's has to download old files.
module github.com/botarena/arena/internal/cli/testdata/past

go 1.26
