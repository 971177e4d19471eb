// A module of its own, so that nobody who takes the arena has to download bots in JavaScript.
module github.com/botarena/arena/examples/js

go 1.26
