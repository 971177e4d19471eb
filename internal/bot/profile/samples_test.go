package profile_test

import (
	"bytes"
	"compress/gzip"
	"runtime"
	"slices"
	"testing"
	"time"

	pprof "github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/profile"
)

const ms = time.Millisecond

// ofCPU returns a profile as Go makes them, with a sample of 10 ms for each stack. A stack
// has the names of functions, the innermost first.
func ofCPU(stacks ...[]string) *pprof.Profile {
	p := &pprof.Profile{
		SampleType: []*pprof.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &pprof.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:     int64(10 * ms),
		Mapping:    []*pprof.Mapping{{ID: 1, File: "/etc/passwd", BuildID: "x"}},
	}
	for _, stack := range stacks {
		sample := &pprof.Sample{Value: []int64{1, int64(10 * ms)}}
		for _, name := range stack {
			id := uint64(len(p.Function) + 1)
			f := &pprof.Function{ID: id, Name: name, SystemName: name, Filename: "a.go"}
			l := &pprof.Location{ID: id, Mapping: p.Mapping[0], Address: id, Line: []pprof.Line{{Function: f, Line: 1}}}
			p.Function, p.Location = append(p.Function, f), append(p.Location, l)
			sample.Location = append(sample.Location, l)
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

func packed(t testing.TB, p *pprof.Profile) []byte {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, p.Write(&text))
	return text.Bytes()
}

func zipped(t testing.TB, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return packed.Bytes()
}

func TestFunctionsOfSeveralProfiles(t *testing.T) {
	var s profile.Samples
	require.NoError(t, s.Add(packed(t, ofCPU(
		[]string{"main.search", "main.play"},
		[]string{"main.search", "main.search", "main.play"}, // recursive
		[]string{"runtime.memmove", "main.search", "main.play"},
	))))
	require.NoError(t, s.Add(packed(t, ofCPU([]string{"runtime.memmove"}, []string{}))))
	samples, total := s.Count()
	require.EqualValues(t, 5, samples)
	require.Equal(t, 50*ms, total)
	search, move, play := profile.Function{Name: "main.search", Flat: 20 * ms, Cum: 30 * ms},
		profile.Function{Name: "runtime.memmove", Flat: 20 * ms, Cum: 20 * ms},
		profile.Function{Name: "main.play", Cum: 30 * ms}
	require.Equal(t, []profile.Function{search, move, play}, s.Top(10))
	require.Equal(t, []profile.Function{search, move}, s.Top(2))
	require.Equal(t, []profile.Function{search, play}, s.Own(10))
}

func TestInlinedFunctionsAreToldApart(t *testing.T) {
	p := ofCPU([]string{"main.outer"})
	inner := &pprof.Function{ID: 2, Name: "main.inner"}
	p.Function = append(p.Function, inner)
	p.Location[0].Line = append([]pprof.Line{{Function: inner}}, p.Location[0].Line...)
	var s profile.Samples
	require.NoError(t, s.Add(packed(t, p)))
	require.Equal(
		t, []profile.Function{{Name: "main.inner", Flat: 10 * ms, Cum: 10 * ms}, {Name: "main.outer", Cum: 10 * ms}},
		s.Top(2))
}

func TestWhatIsWrittenIsTame(t *testing.T) {
	p := ofCPU([]string{"main.\x1b[31mred"})
	p.Comments, p.DropFrames, p.KeepFrames, p.DocURL = []string{"\x1b]0;x\x07"}, "main", "x", "file:///etc/passwd"
	p.Sample[0].Label = map[string][]string{"a": {"\x1b"}}
	var s profile.Samples
	require.NoError(t, s.Add(packed(t, p)))
	require.Equal(t, "main.red", s.Top(1)[0].Name)
	var text bytes.Buffer
	require.NoError(t, s.Write(&text))
	written, err := pprof.Parse(&text)
	require.NoError(t, err)
	require.Empty(t, written.Mapping[0].File)
	require.Empty(t, written.Comments)
	require.NotContains(t, written.String(), "\x1b")
	require.Empty(t, written.DropFrames+written.KeepFrames+written.DocURL)
	require.EqualValues(t, 10*ms, written.Sample[0].Value[1])
}

func TestWrongProfilesAreRefused(t *testing.T) {
	honest := packed(t, ofCPU([]string{"main.play"}))
	with := func(change func(p *pprof.Profile)) []byte {
		p := ofCPU([]string{"main.play"}, []string{"main.play"})
		change(p)
		return packed(t, p)
	}
	for name, test := range map[string]struct {
		packed []byte
		want   string
	}{
		"empty":     {nil, "not a CPU profile: not packed with gzip"},
		"text":      {[]byte("hello"), "not a CPU profile: not packed with gzip"},
		"cut":       {honest[:len(honest)-4], "not a CPU profile: gzip: unexpected EOF"},
		"no proto":  {zipped(t, []byte("hello")), "not a CPU profile: "},
		"gzip bomb": {zipped(t, make([]byte, 32<<20)), "not a CPU profile: larger than 2 MiB when unpacked"},
		"nothing":   {zipped(t, nil), "not a CPU profile: "},
		"of memory": {
			with(func(p *pprof.Profile) { p.SampleType[1].Type = "inuse_space" }),
			"not a CPU profile: its samples are not of CPU time in nanoseconds",
		},
		"in hours": {
			with(func(p *pprof.Profile) { p.SampleType[1].Unit = "hours" }),
			"not a CPU profile: its samples are not of CPU time in nanoseconds",
		},
		"negative": {
			with(func(p *pprof.Profile) { p.Sample[0].Value[1] = -1 }),
			"not a CPU profile: a sample has an impossible time",
		},
		"too long": {
			with(func(p *pprof.Profile) { p.Sample[0].Value[1] = 1 << 62 }),
			"not a CPU profile: a sample has an impossible time",
		},
		"too long together": {with(func(p *pprof.Profile) {
			p.Sample[0].Value[1], p.Sample[1].Value[1] = int64(1000*time.Hour), 1
		}), "not a CPU profile: its times add up to more than 1000h0m0s"},
		"one value": {zipped(t, []byte{0x0a, 0, 0x12, 0, 0x32, 0}), "not a CPU profile: "},
		"too many":  {zipped(t, slices.Repeat([]byte{0x12, 0}, 1<<19)), "not a CPU profile: "},
	} {
		t.Run(name, func(t *testing.T) {
			var s profile.Samples
			err := s.Add(test.packed)
			require.ErrorIs(t, err, profile.ErrNotAProfile)
			require.Contains(t, err.Error(), test.want)
			samples, _ := s.Count()
			require.Zero(t, samples)
			require.Error(t, s.Write(&bytes.Buffer{}))
			require.NoError(t, s.Add(honest), "what was refused is forgotten")
		})
	}
}

// TestGzipBombIsNotUnpacked: a gigabyte of zeros costs no more than the largest profile.
func TestGzipBombIsNotUnpacked(t *testing.T) {
	bomb := bytes.Repeat(zipped(t, make([]byte, 32<<20)), 32)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var s profile.Samples
	require.ErrorContains(t, s.Add(bomb), "larger than 2 MiB when unpacked")
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(32<<20))
}

func TestWhatIsRefusedLeavesTheRest(t *testing.T) {
	var s profile.Samples
	require.NoError(t, s.Add(packed(t, ofCPU([]string{"main.play"}))))
	long := ofCPU([]string{"main.play"})
	long.Sample[0].Value[1] = int64(1000 * time.Hour)
	require.ErrorIs(t, s.Add(packed(t, long)), profile.ErrNotAProfile)
	samples, total := s.Count()
	require.EqualValues(t, 1, samples)
	require.Equal(t, 10*ms, total)
}

func FuzzSamples(f *testing.F) {
	var text bytes.Buffer
	require.NoError(f, ofCPU([]string{"main.search", "main.play"}).WriteUncompressed(&text))
	f.Add(text.Bytes())
	f.Fuzz(func(t *testing.T, text []byte) {
		var s profile.Samples
		if s.Add(zipped(t, text)) != nil {
			return
		}
		_, total := s.Count()
		for _, of := range s.Top(1 << 20) {
			require.LessOrEqual(t, of.Flat, of.Cum)
			require.LessOrEqual(t, of.Cum, total)
		}
		_ = s.Write(&bytes.Buffer{})
	})
}

// BenchmarkWorst reads the profile that takes most memory.
func BenchmarkWorst(b *testing.B) {
	for name, text := range map[string][]byte{
		"samples":   {0x12, 0},
		"locations": {0x22, 0},
		"lines":     {0x22, 2, 0x22, 0},
		"labels":    {0x12, 2, 0x1a, 0},
		"functions": {0x2a, 0},
		"mappings":  {0x1a, 0},
		"strings":   {0x32, 0},
	} {
		most := zipped(b, slices.Repeat(text, 2<<20/len(text)))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var s profile.Samples
				_ = s.Add(most)
			}
		})
	}
}
