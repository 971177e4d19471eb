package progress

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestQuietLinesComeWithEachTenthAndSeldom(t *testing.T) {
	var told bytes.Buffer
	to := newOutlet(&told)
	q := &quiet{to: to}
	s := compared(noon)
	s.Begun, s.Evidence = noon, nil
	for second := range 50 {
		s.Matches = 8 * second // a tenth in 5 s
		q.refresh(s, noon.Add(time.Duration(second)*time.Second))
	}
	to.close()
	lines := strings.Split(strings.TrimSpace(told.String()), "\n")
	const ratings = "mine 1612 ±40, demo 1533 ±53, yours 1388 ±48, null 1102"
	require.Equal(t, []string{
		"80 of at most 400 matches, 8.0 a second, about 8 s left, 40 s at most; " + ratings,
		"160 of at most 400 matches, 8.0 a second, about 8 s left, 30 s at most; " + ratings,
	}, lines[:2])
	require.Len(t, lines, 4)
}

func TestQuietLinesOfARunWithoutEndGetRare(t *testing.T) {
	var told bytes.Buffer
	to := newOutlet(&told)
	q := &quiet{to: to}
	for minute := range 1000 {
		q.refresh(State{Matches: minute, Begun: noon}, noon.Add(time.Duration(minute)*time.Minute))
	}
	to.close()
	require.Equal(t, 53, strings.Count(told.String(), "\n"))
	require.True(t, strings.HasPrefix(told.String(), "1 match, 1.0 a minute\n2 matches, 1.0 a minute\n"))
}

func TestQuietLinesControlNothing(t *testing.T) {
	line := quietLine(&State{Table: hostile().Table, Evidence: hostile().Evidence}, noon)
	require.NotContains(t, line, "\n")
	require.NotContains(t, line, "\x1b")
	require.NotContains(t, line, "\u202e")
}

func TestJSONIsOneObjectALine(t *testing.T) {
	var told bytes.Buffer
	d := Show(t.Context(), Options{Form: JSON, To: &told})
	d.Match(
		Match{
			Number: 3, Seed: math.MaxUint64, Bots: []string{"mine", "\x1b[2Jdemo"}, Scores: []int{3, -1},
			Places: []int{1, 2},
		})
	d.Match(Match{Verdicts: []Verdict{{Seat: 1, Round: 8, Kind: "cpu", Detail: "used\n\x1b[2J5 s"}}})
	_, err := d.Write([]byte("note: <a>\nhint: \x07b"))
	require.NoError(t, err)
	s := hostile()
	s.Begun = time.Time{}
	s.Table = s.Table[1:3]
	d.Update(s)
	require.NoError(t, d.Close())
	require.Equal(
		t,
		`{"type":"match","number":3,"seed":18446744073709551615,"bots":["mine","[2Jdemo"],"scores":[3,-1],"places":[1,2],"verdicts":[]}
{"type":"match","number":0,"seed":0,"bots":[],"scores":[],"places":[],`+
			`"verdicts":[{"seat":1,"round":8,"kind":"cpu","detail":"used[2J5 s"}]}
{"type":"note","text":"note: <a>"}
{"type":"note","text":"hint: b"}
`+`{"type":"progress","matches":124,"of":400,"stored":0,"seconds":0,"rate":null,"left":null,"likely":null,"unit":"wins",`+
			`"table":[{"name":"[2J[Hroot#","value":0.25,"low":0.2,"high":0.3},{"name":"e`+"\u0301e\u0301"+
			`gpj","value":0.125,"low":null,"high":null}],`+
			`"evidence":{"new":"猫","old":"yours","groups":62,"better":2,"worse":-3,"decided":3.6888794541139363,"share":0.58,"low":0.49,"high":0.66},`+
			`"faults":["`+strings.Repeat("猫", 200)+`","abc","]8;;http://xlink]8;;"]}
`, told.String())
}

// stalled is a reader that doesn't read until it is released.
type stalled struct {
	released chan struct{}
	bytes.Buffer
}

func (s *stalled) Write(text []byte) (int, error) {
	<-s.released
	return s.Buffer.Write(text)
}

func TestAPipeThatIsNotReadHoldsNothingUpAndGetsEverything(t *testing.T) {
	to := &stalled{released: make(chan struct{})}
	d := Show(t.Context(), Options{Form: JSON, To: to})
	for i := range 10000 {
		d.Match(Match{Number: i})
		d.Update(State{Matches: i + 1})
	}
	close(to.released)
	require.NoError(t, d.Close())
	lines := 0
	for scanner := bufio.NewScanner(&to.Buffer); scanner.Scan(); {
		var object struct {
			Type            string
			Number, Matches int
		}
		require.NoError(t, json.Unmarshal(scanner.Bytes(), &object))
		if object.Type == "match" {
			require.Equal(t, lines, object.Number)
			lines++
		}
	}
	require.Equal(t, 10000, lines)
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	to := &stalled{released: make(chan struct{})}
	d := Show(t.Context(), Options{To: to})
	line := []byte(strings.Repeat("x", 16<<10-1) + "\n")
	for range 3 * mostWaiting / len(line) {
		_, err := d.Write(line)
		require.NoError(t, err)
	}
	close(to.released)
	require.NoError(t, d.Close())
	lines := bytes.Count(to.Bytes(), line)
	require.GreaterOrEqual(t, lines, mostWaiting/len(line))
	require.Regexp(t, `(?m)^note: \d+ lines not shown, as nobody read them in time$`, to.String()[mostWaiting:])
}

func TestAnInterruptedRunDoesNotWaitForItsReader(t *testing.T) {
	to := &stalled{released: make(chan struct{})}
	ctx, interrupt := context.WithCancel(t.Context())
	d := Show(ctx, Options{Form: JSON, To: to})
	d.Match(Match{})
	interrupt()
	require.ErrorIs(t, d.Close(), errLeft)
	require.ErrorIs(t, d.Close(), errLeft)
	close(to.released)
	<-d.to.done
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAFullDiskIsToldByClose(t *testing.T) {
	d := Show(t.Context(), Options{Form: JSON, To: full{}})
	d.Match(Match{})
	d.Match(Match{})
	require.ErrorIs(t, d.Close(), errFull)
}

func TestLinesInPartsComeOutWhole(t *testing.T) {
	var told bytes.Buffer
	d := Show(t.Context(), Options{To: &told})
	for _, part := range []string{"no", "te: a\n", "\n", "b\x1b[2J\r\nc"} {
		_, err := io.WriteString(d, part)
		require.NoError(t, err)
	}
	require.NoError(t, d.Close())
	require.Equal(t, "note: a\n\nb[2J\nc\n", told.String())
}

func TestOnlyATerminalGetsABoard(t *testing.T) {
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	defer func() { require.NoError(t, errors.Join(reader.Close(), writer.Close())) }()
	require.Equal(t, Lines, FormFor(writer))
	require.Equal(t, Lines, FormFor(new(bytes.Buffer)))
}

func TestPace(t *testing.T) {
	for want, s := range map[pace]State{
		{elapsed: 10 * time.Second, rate: 4, left: 15 * time.Second, likely: -1}: {
			Matches: 140, Stored: 100, Of: 200,
			Begun: noon.Add(-10 * time.Second),
		},
		{elapsed: 10 * time.Second, left: -1, likely: -1}: {
			Matches: 100, Stored: 100, Of: 200,
			Begun: noon.Add(-10 * time.Second),
		},
		{elapsed: 10 * time.Second, rate: 10, left: -1, likely: -1}: {Matches: 100, Begun: noon.Add(-10 * time.Second)},
		{left: -1, likely: -1}: {Matches: 5, Of: 10},
		{elapsed: 10 * time.Second, rate: 0.1, left: -1, likely: -1}: {
			Matches: 1, Of: math.MaxInt32, Begun: noon.Add(-10 * time.Second),
		},
		{elapsed: 10 * time.Second, rate: 20, left: 0, likely: -1}: {
			Matches: 200, Of: 100, Begun: noon.Add(-10 * time.Second),
		},
		{elapsed: 10 * time.Second, rate: 10, left: 90 * time.Second, likely: 3 * time.Second}: {
			Matches: 100, Of: 1000, AtMost: true, More: 30, Begun: noon.Add(-10 * time.Second),
		},
		{elapsed: 10 * time.Second, rate: 10, left: 20 * time.Second, likely: -1}: {
			Matches: 100, Of: 300, AtMost: true, More: 4000, Begun: noon.Add(-10 * time.Second),
		},
		{elapsed: 10 * time.Second, rate: 0.1, left: -1, likely: 40 * time.Second}: {
			Matches: 1, Of: math.MaxInt32, AtMost: true, More: 4, Begun: noon.Add(-10 * time.Second),
		},
	} {
		require.Equal(t, want, paceOf(&s, noon))
	}
}

func TestPhrases(t *testing.T) {
	require.Equal(t, []string{"0 s", "59 s", "1 min 0 s", "59 min 59 s", "1 h 0 min", "30 h 0 min"}, []string{
		span(0), span(59 * time.Second), span(time.Minute), span(time.Hour - time.Second), span(time.Hour),
		span(30 * time.Hour),
	})
	require.Equal(t, []string{
		"", "1 min 0 s left", "1 min 0 s left at most", "about 9 s left, 1 min 0 s at most",
		"about 9 s left",
	}, []string{
		leftOf(&State{}, pace{left: -1, likely: -1}), leftOf(&State{}, pace{left: time.Minute, likely: -1}),
		leftOf(&State{AtMost: true}, pace{left: time.Minute, likely: -1}),
		leftOf(&State{AtMost: true}, pace{left: time.Minute, likely: 9 * time.Second}),
		leftOf(&State{AtMost: true}, pace{left: -1, likely: 9 * time.Second}),
	})
	require.Equal(t, []string{"123 a second", "8.3 a second", "6.0 a minute", "36.0 an hour"},
		[]string{rateOf(123.4), rateOf(8.3), rateOf(0.1), rateOf(0.01)})
	require.Equal(t, []string{"×1", "×7.4", "×40", "×2e+08", "×0.05", "×0", "×?"}, []string{
		times(0), times(2), times(math.Log(40)), times(19), times(-3), times(-50), times(math.NaN()),
	})
}

func BenchmarkUpdate(b *testing.B) {
	d := Show(b.Context(), Options{To: io.Discard})
	s := compared(noon)
	for b.Loop() {
		d.Update(s)
	}
	require.NoError(b, d.Close())
}
