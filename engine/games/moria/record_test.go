package moria

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

func TestRecordRefused(t *testing.T) { // rules 16
	whole, err := readFile(ownRecord)
	require.NoError(t, err)
	for _, c := range []struct{ name, old, by, want string }{
		{"other file", "SecGame", "Play", `line 1, column 1: found "Play", expected Game or SecGame`},
		{"seed", "Seed -7", "Seed x", `line 3, column 6: found "x", expected the seed (an integer`},
		{
			"setting", "nb_dwarves         12", "nb_dwarves 0",
			`line 8, column 12: found "0", expected the value of nb_dwarves (an integer from 1 to 500)`,
		},
		{"names", "names ", "name ", `found "name", expected "names"`},
		{"round", "round 0\n", "round 1\n", `found "1", expected the round (exactly 0)`},
		{"status", "status 0", "status 2", `found "2", expected a status (from 0 to 1, or -1)`},
		{"movement", " b\n", " k\n", `found "k", expected one of the letters bwrxtylzn`},
		{"kind", "\nd 0 ", "\nw 0 ", `found "w", expected "d"`},
		{"clan", "\nd 0 ", "\nd 4 ", `found "4", expected a clan (an integer from 0 to 3)`},
		{"health", " 100\n", " 101\n", `found "101", expected a health (an integer from 0 to 100)`},
		{"frame", "\nOO", "\nOR", `found "R", expected O, as the frame of two cells is outside`},
		{"orc", "o -1 -1 -1 0", "o -1 -1 -1 5", `found orc 60 with health 5 on cell (-1, -1), expected a cell of the board`},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.Replace(string(whole), c.old, c.by, 1)
			require.NotEqual(t, string(whole), changed)
			_, err := readRecord([]byte(changed))
			require.ErrorContains(t, err, c.want)
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
		})
	}
	_, err = readRecord(append(whole, "more"...))
	require.ErrorContains(t, err, `found "more", expected the end of the file`)
	_, err = readRecord(whole[:len(whole)-10])
	require.ErrorContains(t, err, "found the end of the file")
	_, err = readRecord(whole[:len(whole)/2])
	require.ErrorContains(t, err, "found ")
}

func TestRecordHasWhatItSays(t *testing.T) {
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	record, err := readRecord(text)
	require.NoError(t, err)
	require.True(t, record.secure)
	require.Equal(t, "-7", record.seed)
	require.Equal(t, []string{"Random", "Hunter", "Digger", "Sloppy"}, record.names)
	require.Len(t, record.states, 41)
	require.Equal(t, 40, record.states[40].round)
	require.Equal(t, engine.Status(39002), record.states[40].status[2])
	require.NotEmpty(t, record.states[1].moves)
}

func TestStatusesAreWrittenBackAsRead(t *testing.T) { // rules 16
	text, err := readFile(ownRecord)
	require.NoError(t, err)
	changed := strings.Replace(string(text), "status 0 0 0 0", "status 0.00123456 1e-07 -1 1", 1)
	record, err := readRecord([]byte(changed))
	require.NoError(t, err)
	require.Equal(t, changed, string(record.text()))
	record.states[0].status[0] = 5000
	require.Contains(t, string(record.text()), "status 0.005 1e-07 -1 1")
}

func FuzzReadRecord(f *testing.F) {
	f.Add([]byte("Game\n\nSeed 1\n\nMoria 1.1"))
	if text, err := readFile(ownRecord); err == nil {
		short := strings.Replace(string(text), "nb_rounds          40", "nb_rounds          1", 1)
		if parts := strings.SplitAfterN(short, "movements", 3); len(parts) == 3 {
			f.Add([]byte(parts[0] + strings.TrimSuffix(parts[1], "movements")))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if record, err := readRecord(text); err == nil {
			again, err := readRecord(record.text())
			require.NoError(t, err)
			require.Equal(t, record.text(), again.text())
		}
	})
}

// text writes the record as the original program does, to the byte. Rules 16.
func (r *record) text() []byte {
	var text []byte
	if r.secure {
		text = append(text, "Sec"...)
	}
	text = appendHead(text, r.seed, r.names, r.states[0].setup)
	for k, m := range r.states {
		if k > 0 {
			text = appendMoves(text, m.moves)
		}
		text = m.append(text, engine.LookUp(r.status, k, nil))
	}
	return text
}
