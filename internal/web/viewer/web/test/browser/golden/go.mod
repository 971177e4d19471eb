// A module of its own, so that nobody who takes the arena's has to download pictures.
module github.com/botarena/arena/internal/web/viewer/web/test/browser/golden

go 1.26
