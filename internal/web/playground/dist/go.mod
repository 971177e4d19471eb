// A module of its own, so that nobody who takes the arena's has to download the sources of the page.
module github.com/botarena/arena/internal/web/playground/dist

go 1.26
