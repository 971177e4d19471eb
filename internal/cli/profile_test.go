package cli

import (
	"os"
	"runtime"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire"
)

// profiledBots are programs whose CPU time goes to a known place, and such as hand over
// another profile than they should.
var profiledBots = map[string]func(){
	"hot": serve(func(*orkisland.State, *orkisland.Commands) { plantedHotLoop(2_000_000) }),
	"burnsonce": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Round() == 7 {
			plantedHotLoop(40_000_000)
		}
	}),
	"profilebomb": handsOver(func(file *os.File) {
		for range 1 << 10 {
			if _, err := file.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
	}),
	"profilelies": handsOver(func(file *os.File) {
		_, _ = file.WriteString("\x1b[31mno profile")
		_ = file.Close()
	}),
	"noprofile": handsOver(func(file *os.File) { _ = file.Close() }),
}

// plantedHotLoop takes a nanosecond or so of CPU time for each time, all of it in itself.
//
//go:noinline
func plantedHotLoop(times int) {
	for range times {
		sink = sink*31 + 7
	}
}

var sink int

// handsOver serves a bot that does something else with the file for its profile, and does
// not end when it should.
func handsOver(what func(file *os.File)) func() {
	return func() {
		_ = os.Unsetenv(botwire.ProfileVariable)
		read, write, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		os.Stdin = read // instead of that which the arena closes
		go what(os.NewFile(botwire.BotWritesProfile, "profile"))
		serve(orkisland.Random)()
		runtime.KeepAlive(write)
	}
}
