package league

import (
	"context"
	"log/slog"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league"
)

// logged has the name of an event of a league in a log, and its level. The metrics count matches, which would fill the
// log.
var logged = map[league.Kind]struct {
	msg   string
	level slog.Level
}{
	league.Waiting: {"too few bots for a match; waiting for more", slog.LevelInfo},
	league.Changed: {"bots have joined or left", slog.LevelInfo},
	league.Refused: {"a result was refused", slog.LevelWarn},
	league.Revoked: {"nothing of a worker counts any longer", slog.LevelWarn},
	league.Aside:   {"matches were set aside, to be played again", slog.LevelInfo},
	league.Varying: {"a match can't be compared", slog.LevelWarn},
	league.Failed:  {"a match can't be played", slog.LevelWarn},
}

// log writes an event as a line of a log.
func (t *leagueTeller) log(to *slog.Logger, e league.Event) {
	if e.Kind == league.Played {
		t.played++
		t.logVerdicts(to, e)
		return
	}
	what := logged[e.Kind]
	fields := []slog.Attr{slog.String("event", string(e.Kind))}
	if e.Kind == league.Varying || e.Kind == league.Failed {
		fields = append(fields, slog.Int("match", e.Match.Number+1))
	}
	if e.Worker != "" {
		fields = append(fields, slog.String("worker", nameOf(e)))
	}
	if e.Reason != "" {
		fields = append(fields, slog.String("reason", engine.Printable(e.Reason)))
	}
	if e.Kind == league.Revoked || e.Kind == league.Aside {
		fields = append(fields, slog.Int("matches", e.Count))
	}
	to.LogAttrs(context.Background(), what.level, what.msg, fields...)
}

// nameOf returns the name of a worker, or its key if it has none.
func nameOf(e league.Event) string {
	if e.Name != "" {
		return safe.Name(e.Name)
	}
	return safe.Name(e.Worker)
}

// logVerdicts logs the first verdict of each kind on a bot.
func (t *leagueTeller) logVerdicts(to *slog.Logger, e league.Event) {
	for _, v := range e.Match.Verdicts {
		if t.isNew(e, v) {
			to.LogAttrs(context.Background(), slog.LevelInfo, "a bot was frozen", slog.String("event", "verdict"),
				slog.Int("match", e.Match.Number+1), slog.Int("seat", v.Seat), slog.Int("round", v.Round),
				slog.String("verdict", string(v.Kind)), slog.String("reason", engine.Printable(v.Detail)))
		}
	}
}
