package league_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// TestABrokenStoreEndsALeagueAndNothingIsLost: whatever it can't write, the run ends with what the store says, and when
// it can be written again, all is as if nothing had been. What was delivered meanwhile comes late.
func TestABrokenStoreEndsALeagueAndNothingIsLost(t *testing.T) {
	for name, write := range map[string]string{
		"a match":               "insert on match",
		"a seat":                "insert on seat",
		"a line of the table":   "insert on line",
		"a replay":              "insert on replay",
		"a replay that goes":    "delete on replay",
		"who joins":             "update on entrant",
		"a worker":              "insert on worker",
		"a refused result":      "update on worker when new.refused > old.refused",
		"a worker who lies":     "update on worker when new.revoked > 0 and new.failed > 0",
		"a worker who errs":     "update on worker when new.revoked > 0 and new.refused > 0",
		"a check":               "insert on checked",
		"a match set aside":     "insert on doubted",
		"a verdict":             "insert on claim",
		"a verdict on its own":  "update on claim",
		"a worker who is wrong": "update on worker when new.why <> old.why and new.revoked is null",
	} {
		t.Run(name, func(t *testing.T) {
			if name != "a match" && name != "a verdict" && name != "a match set aside" {
				tier.Long(t, "plays a league for each of the tables")
			}
			path := filepath.Join(t.TempDir(), "league.db")
			s := newLeague(t, path, 6, func(l *store.League) { l.Secret, l.Checks = []byte("secret"), 0.2 })
			over := newCrowd(t, 3, "anna", "ben", "clara", "mallory", "mike", "molly")
			over.lies["mallory"] = sometimes(0.2, silenced(2, 1))
			over.lies["mike"] = always(frozenFor(match.OverCPU))
			over.lies["molly"] = always(bitFlipped)
			r := league.Run{Store: s, Games: games.All(), Transport: over, Matches: 60}
			ctx := testkit.Patiently(t)

			onDisk(t, path, "create trigger broken before "+write+" begin select raise(abort, 'broken disk'); end")
			require.ErrorContains(t, r.Play(ctx), "broken disk")
			onDisk(t, path, "drop trigger broken")

			require.NoError(t, r.Play(ctx))
			requireTruth(t, s, 60)
		})
	}
}

// onDisk runs SQL on the file of a store that is open, as another program would.
func onDisk(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	_, err = db.ExecContext(t.Context(), query)
	require.NoError(t, err)
}
