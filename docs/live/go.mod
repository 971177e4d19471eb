// A module of its own, so that nobody who takes the arena's has to download the page.
module github.com/botarena/arena/docs/live

go 1.26
