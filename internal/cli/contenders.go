package cli

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/host"
	runnable "github.com/botarena/arena/internal/program"
	"github.com/botarena/arena/internal/series"
	"github.com/botarena/arena/internal/words"
)

// contenders are bots that play many matches, each once.
type contenders struct {
	list   []contender
	lineup []int // what was typed, as indices in list
}

// contender is one bot.
type contender struct {
	name    string
	label   string // the name, with what was typed if another bot has the same name
	typed   string
	command runnable.Command
	version string
	sha256  [sha256.Size]byte
	bot     bots.Bot
}

// newContenders tells bots apart by their programs, not by their names, which two
// versions of a bot often share.
func newContenders(l *seats) contenders {
	var c contenders
	type identity struct {
		path string
		sum  [sha256.Size]byte
	}
	numbers := make(map[identity]int)
	for i, name := range l.names() {
		b := l.bots[i]
		who := identity{b.Command.Path, b.SHA256}
		number, seen := numbers[who]
		if !seen {
			number = len(c.list)
			numbers[who] = number
			c.list = append(c.list, contender{
				name: name, typed: b.Typed, command: b.Command,
				version: l.processes[i].Description().Version, sha256: b.SHA256, bot: b,
			})
		}
		c.lineup = append(c.lineup, number)
	}
	label(c.list)
	return c
}

// label gives each bot its name as a label, with what was typed if another one has it too.
func label(list []contender) {
	typed := make(map[string]map[string]bool) // by name
	for _, one := range list {
		if typed[one.name] == nil {
			typed[one.name] = make(map[string]bool)
		}
		typed[one.name][one.typed] = true
	}
	for i := range list {
		one := &list[i]
		one.label = one.name
		if len(typed[one.name]) > 1 {
			one.label += " (" + words.Name(one.typed) + ")"
		}
	}
}

// meet finds bots, and starts each once to see that it plays the game, and who it is.
func meet(ctx context.Context, finder bots.Finder, game engine.Info, typed []string, o host.Options) (contenders, error) {
	finder.Game = game.Name
	found, err := finder.FindAll(ctx, typed)
	if err != nil {
		return contenders{}, startError(ctx, found, err)
	}
	var each []bots.Bot
	var lineup []int
	for _, b := range found {
		number := slices.IndexFunc(each, b.Same)
		if number < 0 {
			number = len(each)
			each = append(each, b)
		}
		lineup = append(lineup, number)
	}
	started, err := startBots(ctx, each, game, o)
	if err != nil {
		return contenders{}, err
	}
	defer started.close()
	c := newContenders(started)
	c.lineup = lineup
	return c, nil
}

// labels are the names of the bots in the order in which they were typed.
func (c contenders) labels() []string {
	labels := make([]string, len(c.lineup))
	for i, bot := range c.lineup {
		labels[i] = c.list[bot].label
	}
	return labels
}

// programs are the bots as a plan has them.
func (c contenders) programs() []series.Contender {
	programs := make([]series.Contender, len(c.list))
	for i, one := range c.list {
		programs[i] = series.Contender{
			Name: one.name, Command: one.command,
			Program: series.Program{Typed: one.typed, Version: one.version, SHA256: one.sha256[:]},
		}
	}
	return programs
}

// apart returns the bots with one contender for each that was typed, also where two are
// the same program.
func (c contenders) apart() contenders {
	all := contenders{list: make([]contender, len(c.lineup)), lineup: make([]int, len(c.lineup))}
	for i, bot := range c.lineup {
		all.list[i], all.lineup[i] = c.list[bot], i
	}
	return all
}
