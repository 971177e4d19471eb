package local

import (
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// plan returns how matches under the conditions of a job are played. Its bots come with the
// jobs.
func (s *slot) plan(j league.Job) (series.Plan, error) {
	f := j.Facts
	plan := series.Plan{
		Game: f.Game, Setup: f.Setup, Random: f.Random, Arena: s.options.Arena, Keep: series.KeepAll,
		FreezeUnstarted: true, MostProcesses: s.options.MostProcesses,
	}
	var level sandbox.Level
	if err := level.Set(f.Sandbox); err != nil {
		return plan, err
	}
	plan.Sandbox = level
	claimed, err := host.ReadLimits(f.Limits)
	if err == nil {
		plan.Limits, err = claimed.Within(s.options.Limits)
	}
	return plan, err
}
