package progress

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files")

// noon is when all frames are drawn.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// hostile is a state whose texts come from somebody who wants to control the terminal.
func hostile() State {
	s := compared(noon)
	s.Title = "compare\x1b]0;owned\x07 \nmoria"
	s.Unit = Unit{Name: "wins", Percent: true, Decimals: 1}
	s.Table = []Row{
		{"猫猫猫猫猫猫猫猫猫猫猫猫", 0.5, 0.4, 0.6},
		{"\x1b[2J\x1b[H\r\nroot#", 0.25, 0.2, 0.3},
		{"e\u0301e\u0301\u202egpj", 0.125, math.Inf(-1), math.NaN()},
		{"\xff\xfe\ttab", math.NaN(), math.NaN(), math.NaN()},
		{"👨‍👩‍👧‍👦", 0.125, 0.125, 0.125},
		{"", -1e300, -1e301, 1e301},
	}
	s.Faults = []string{strings.Repeat("猫", 200), "a\nb\nc", "\x1b]8;;http://x\x07link\x1b]8;;\x07"}
	s.Evidence.New = "\x1b[31m猫\n"
	s.Evidence.Better = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e308, -1e308, 700, 2}
	return s
}

func crowd() State {
	s := State{Matches: 1, Begun: noon.Add(-10 * time.Minute), Unit: Unit{Name: "place", Decimals: 2}}
	for i := range 40 {
		s.Table = append(s.Table, Row{"bot" + strings.Repeat("x", i%9), float64(i), float64(i) - 0.5, float64(i) + 2})
	}
	return s
}

func TestFrames(t *testing.T) {
	for name, test := range map[string]struct {
		state         State
		width, height int
	}{
		"compare-80x24": {compared(noon), 80, 24},
		"compare-40x24": {compared(noon), 40, 24},
		"compare-40x12": {compared(noon), 40, 12},
		"compare-20x6":  {compared(noon), 20, 6},
		"hostile-80x24": {hostile(), 80, 24},
		"hostile-40x24": {hostile(), 40, 24},
		"crowd-80x24":   {crowd(), 80, 24},
		"begun-80x24":   {State{Of: 10, Begun: noon}, 80, 24},
	} {
		t.Run(name, func(t *testing.T) {
			b := board{state: test.state, now: noon, width: test.width, height: test.height - 1}
			frame := ansi.Strip(b.frame()) + "\n"
			file := filepath.Join("testdata", name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(frame), 0o600))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), frame)
		})
	}
}

// A frame that is too wide or too high would scroll, and the next would be drawn elsewhere.
func TestAFrameFitsInAnyTerminal(t *testing.T) {
	for _, state := range []State{compared(noon), hostile(), crowd(), {}, {Of: 1, Matches: -5}, {Of: 3, Matches: 5}} {
		for _, width := range []int{1, 2, 3, 5, 8, 13, 20, 39, 60, 80, 129} {
			for height := 1; height < 30; height++ {
				b := board{state: state, now: noon, width: width, height: height}
				lines := strings.Split(b.frame(), "\n")
				require.LessOrEqual(t, len(lines), height)
				for _, line := range lines {
					require.LessOrEqual(t, ansi.StringWidthWc(line), width, "%q", line)
				}
			}
		}
	}
}

func TestNothingInAFrameControlsTheTerminal(t *testing.T) {
	b := board{state: hostile(), now: noon, width: 120, height: 40}
	frame := b.frame()
	frame = strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[31m", "", "\x1b[32m", "", "\x1b[m", "").Replace(frame)
	for _, r := range frame {
		require.True(t, r == '\n' || r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) && r != '\u202e', "%q in %q", r, frame)
	}
}

func BenchmarkFrame(b *testing.B) {
	drawn := board{state: compared(noon), now: noon, width: 80, height: 23}
	for b.Loop() {
		drawn.frame()
	}
}
