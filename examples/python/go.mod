// A module of its own, so that nobody who takes the arena has to download bots in Python.
module github.com/botarena/arena/examples/python

go 1.26
