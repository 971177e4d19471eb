// A module of its own, so that nobody who takes the arena has to download the bots of the tutorial.
module github.com/botarena/arena/docs/tutorial/python

go 1.26
