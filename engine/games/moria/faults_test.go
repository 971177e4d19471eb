package moria

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// faulty returns the match with the faults of the original program, or without.
func faulty(m *match, faulty bool) *match {
	m = m.clone()
	m.setup = m.setup.Clone()
	m.setup.settings.OriginalFaults = 0
	if faulty {
		m.setup.settings.OriginalFaults = 1
	}
	return m
}

// TestOriginalFaultsAreTold only where they are played: a file, a message or a bot from before knows no such setting.
func TestOriginalFaultsAreTold(t *testing.T) { // rules 17
	usual := Game.Default()
	require.NotContains(t, string(usual.Text()), "original_faults")
	changed, err := usual.With("original_faults", 1)
	require.NoError(t, err)
	file := strings.Replace(defaultFile, "\nGENERATOR", "original_faults      1\n\nGENERATOR", 1)
	require.Equal(t, file, string(changed.Text()))
	again, err := Game.ReadSetup(changed.Text())
	require.NoError(t, err)
	require.Equal(t, string(changed.Text()), string(again.Text()))
	_, err = usual.With("original_faults", 2)
	require.EqualError(t, err, "original_faults: 2, but the most is 1")
	_, err = Game.ReadSetup([]byte(strings.Replace(string(changed.Text()), "faults      1", "faults 2", 1)))
	require.ErrorContains(t, err, "(an integer from 0 to 1)")

	for want, setup := range []engine.Setup{usual, changed} {
		begun, err := setup.New(make([]string, clans), 1, engine.Classic)
		require.NoError(t, err)
		var start moriav1.Start
		require.NoError(t, proto.Unmarshal(begun.StartMessage(), &start))
		require.Len(t, start.GetSettings(), 10+want)
		m, err := rules{}.DecodeStart(begun.StartMessage())
		require.NoError(t, err)
		require.Equal(t, want, m.setup.settings.OriginalFaults, "a bot looks ahead by the same rules")
		require.NotContains(t, string(begun.AppendRecord(nil)), "original_faults", "nor do records of the original have it")
	}
}

// TestWholeMatchesAreAsTheOriginalPlayedThem with the setting.
func TestWholeMatchesAreAsTheOriginalPlayedThem(t *testing.T) { // rules 17
	for _, file := range enginetest.Records(t, "moria", "*.res", "*.res.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) { requireWritten(t, file, 1) })
	}
}

// TestAPhantomOfADeadTrollCanBeHit although nobody is there any more.
func TestAPhantomOfADeadTrollCanBeHit(t *testing.T) { // rules 17, P
	start := draw(t, `CCCC`, troll(at(2, 2)), dwarf(0, 0, at(2, 4), 0), dwarf(1, 0, at(2, 5), 0))
	start.units[aTroll].Health = 1
	r := during(faulty(start, true), lowest{})
	r.at.Set(at(2, 3), int16(aTroll)) // left there in a round before
	require.True(t, r.move(Command{0, West}))
	require.True(t, r.dead[aTroll], "a hit on it counts for the troll")
	require.Equal(t, nowhere, r.units[aTroll].Pos)
	require.True(t, r.move(Command{0, West}), "it is still there")
	require.Equal(t, at(2, 2), r.fell[aTroll])
	require.Zero(t, r.units[aTroll].Health)
}
