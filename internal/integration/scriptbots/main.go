// Command scriptbots is many bots for the tests of internal/cli: the name under which it is started says which one.
// Under a name of none it lists them. It is smaller than the binary of these tests: each match copies the programs that
// play, and starts them.
package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	if bot := bots[name]; bot != nil {
		bot()
		return
	}
	for _, name := range slices.Sorted(maps.Keys(bots)) {
		fmt.Println(name)
	}
}

var bots = map[string]func(){
	"null":    func() { sdk.Serve(sdk.Null) },
	"random":  func() { sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random)) },
	"roams":   roams,
	"gandalf": func() { sdk.Serve(sdk.Play(orkisland.Bot, orkisland.Random).Named("Gandalf", "1.2")) },
	"talks": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Fprintln(os.Stderr, "thinking in round", s.Round())
		s.Debug().Chart("seat and round", float64(s.Me())+float64(s.Round())/10)
		s.Debug().Arrow(orkisland.Pos{Row: 1, Col: 2}, orkisland.Pos{Row: 3, Col: s.Round()})
		s.Debug().LogUnit(7, "round %d", s.Round())
	}),
	"marches": serve(marches),
	"prints": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		fmt.Println("printing in round", s.Round())
	}),
	"panics": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Round() == 3 {
			panic("boom")
		}
	}),
	"sleeps": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Round() == 2 {
			select {} // with a deadline of the arena's
		}
	}),
	"burns": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		for s.Round() == 2 { // longer than any budget
		}
	}),
	"eager":    serve(eager),
	"waits":    serve(waits),
	"stays":    serve(stays),
	"leftover": serve(leftover),
	"maporder": serve(func(s *orkisland.State, c *orkisland.Commands) {
		for dir := range map[orkisland.Dir]bool{orkisland.North: true, orkisland.South: true, orkisland.None: true} {
			c.Move(firstOrk(s).ID, dir)
			return
		}
	}),
	"busy": serve(func(s *orkisland.State, c *orkisland.Commands) {
		for range engine.MaxCommands/2 + 1 {
			c.Move(firstOrk(s).ID, orkisland.None)
		}
	}),
	"greedy": serve(func(s *orkisland.State, c *orkisland.Commands) {
		for range engine.MaxCommands + 1 {
			c.Move(firstOrk(s).ID, orkisland.None)
		}
	}),
	"floods": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		for s.Round() == 2 {
			fmt.Fprintln(os.Stderr, strings.Repeat("blah ", 100))
		}
	}),
	"quits": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Round() == 2 {
			// os.Exit takes a second under the race detector; on a busy machine
			// that was too late for a round, and another verdict.
			syscall.Exit(0)
		}
	}),
	"nonsense": func() { sdk.Serve(sdk.Player(orkisland.Game.Info(), nonsense{})) },
	"seatzero": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Me() != 0 {
			panic("where am I?")
		}
	}),
	"early":    func() { panic("too early") },
	"exits":    func() { fmt.Fprintln(os.Stderr, "no such luck"); os.Exit(3) },
	"garbage":  func() { fmt.Println("1|garbage"); os.Exit(0) },
	"otherone": func() { sdk.Serve(stranger("chess", 1)) },
	"outdated": func() { sdk.Serve(stranger("orkisland", 99)) },
}

func serve(play func(*orkisland.State, *orkisland.Commands)) func() {
	return func() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }
}

// roams plays every game at random.
func roams() {
	var all []sdk.Bot
	for _, game := range games.All() {
		all = append(all, sdk.Player(game.Info(), game.Random()))
	}
	sdk.Serve(all...)
}

// eager goes for the nearest city in as many rounds of ten as its parameter says.
func eager(s *orkisland.State, c *orkisland.Commands) {
	if s.Round()%10 >= sdk.Param("zeal", 1) {
		return
	}
	var cells []orkisland.Pos
	for city := range s.Cities() {
		cells = append(cells, city.Cells()...)
	}
	ways := s.WaysTo(cells...)
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, ways.Step(ork.Pos))
	}
}

// waits writes down its process id in round 2 and then gives no more answers.
func waits(s *orkisland.State, _ *orkisland.Commands) {
	if s.Round() == 2 {
		fmt.Fprintln(os.Stderr, "pid", os.Getpid())
		select {}
	}
}

// marches gives commands that depend on numbers alone, so that a few lines of shell do the
// same; see transcript.txt.
func marches(s *orkisland.State, c *orkisland.Commands) {
	directions := []orkisland.Dir{orkisland.North, orkisland.South, orkisland.East, orkisland.West}
	for ork := range s.Orks(s.Me()) {
		c.Move(ork.ID, directions[(s.Round()+int(ork.ID))%len(directions)])
	}
	s.Debug().Log("round %d", s.Round())
}

// stays plays one match. In the next it writes down the ids of its process and of the
// arena that started it, and then gives no more answers.
func stays(s *orkisland.State, _ *orkisland.Commands) {
	if calls++; calls > s.Rounds() {
		_ = os.WriteFile("pids.new", fmt.Appendln(nil, os.Getpid(), os.Getppid()), 0o600)
		_ = os.Rename("pids.new", "pids")
		select {}
	}
}

var calls int

// firstOrk is the first ork of the player.
func firstOrk(s *orkisland.State) orkisland.Unit {
	for ork := range s.Orks(s.Me()) {
		return ork
	}
	return s.Unit(-1)
}

// leftover plays only the first match of its process to the end.
func leftover(s *orkisland.State, c *orkisland.Commands) {
	if calls++; calls <= s.Rounds() {
		orkisland.Random(s, c)
	}
}

// stranger is a bot for a game that the arena does not have.
func stranger(game string, version int) sdk.Bot {
	return sdk.Player(engine.Info{Name: game, Version: version}, nil)
}

// nonsense answers every State with bytes that are not a Commands message.
type nonsense struct{}

func (nonsense) Play(engine.Match, int) engine.Commands { return nil }

func (nonsense) Join([]byte, engine.Seat) (func([]byte) ([]byte, error), error) {
	return func([]byte) ([]byte, error) { return []byte{0xff, 0xff}, nil }, nil
}
