package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine/bots"
	"github.com/botarena/arena/engine/host"
)

// botFlags say where bots are and what they may take.
type botFlags struct {
	dir      string
	wall     time.Duration
	noLimits bool
}

func (f *botFlags) registerDir(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "bots", defaultBotsDir(), "the bots folder, `DIR`; also set by $ARENA_BOTS")
}

func (f *botFlags) register(c *cobra.Command) {
	f.registerDir(c)
	c.Flags().DurationVar(&f.wall, "wall", host.DefaultLimits().Round, "`TIME` that an answer may take, by the clock")
	c.Flags().BoolVar(&f.noLimits, "no-limits", false, "no limits of time and output, to debug a bot")
}

func defaultBotsDir() string {
	if dir := os.Getenv("ARENA_BOTS"); dir != "" {
		return dir
	}
	return "bots"
}

func (f *botFlags) finder() bots.Finder {
	cache, err := os.UserCacheDir()
	if err != nil {
		return bots.Finder{Dir: f.dir}
	}
	return bots.Finder{Dir: f.dir, Cache: filepath.Join(cache, "arena")}
}

func (f *botFlags) limits() (host.Limits, error) {
	limits := host.DefaultLimits()
	switch {
	case f.noLimits && f.wall != limits.Round:
		return limits, misused("leave out one of them", "--wall and --no-limits: they contradict each other")
	case f.noLimits:
		return host.Limits{Start: limits.Start, End: limits.End}, nil
	case f.wall <= 0:
		return limits, misused("without any limit: --no-limits", "--wall: %v is no time to answer in", f.wall)
	}
	limits.Round = f.wall
	return limits, nil
}
