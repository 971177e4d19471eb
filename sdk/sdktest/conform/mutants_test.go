package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/integration/storytest"
)

// mutants are few, as there is more to test. Many: go test ./sdk/sdktest/conform -run Damaged -args -mutants 20000
var mutants = flag.Int("mutants", 150, "damage `N` transcripts, at night ten times as many")

// TestDamagedTranscripts: whatever a bot is sent, its SDK answers or refuses, and neither
// hangs nor crashes. In C++ the sanitizers watch.
func TestDamagedTranscripts(t *testing.T) {
	tier.Long(t, "reads hundreds of transcripts in each language")
	file, many := filepath.Join(t.TempDir(), "mutants"), *mutants
	if tier.IsNight() {
		many *= 10
	}
	require.NoError(t, os.WriteFile(file, corpus(t, many), 0o600))
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			var command []string
			if l.name == "cpp" {
				tier.Night(t, "compiles with sanitizers")
			}
			if l.name != "cpp" {
				command = l.command(t, sdkOfAll(t), "mutants")
			} else {
				command = []string{compile(t, "testdata/mutants.cc", "-I", filepath.Join(root, "sdk/cpp"), "-O0", "-g1",
					"-fsanitize=address,undefined", "-fno-sanitize-recover=all")}
			}
			out, errors, err := run(t, nil, append(command, file)...)
			require.NoError(t, err, errors)
			counts := regexp.MustCompile(`answered (\d+) refused (\d+)`).FindStringSubmatch(out + errors)
			require.Len(t, counts, 3, "%s%s", out, errors)
			answered, err := strconv.Atoi(counts[1])
			require.NoError(t, err)
			refused, err := strconv.Atoi(counts[2])
			require.NoError(t, err)
			require.Equal(t, many, answered+refused)
			require.Greater(t, answered, many/10, "hardly any transcript can still be read")
			require.Greater(t, refused, many/10, "hardly any transcript is damaged")
			t.Logf("%s: %s", l.name, counts[0])
		})
	}
}

// TestDamagedTranscriptEndsTheProcess: the same with whole processes, of which fewer will do.
func TestDamagedTranscriptEndsTheProcess(t *testing.T) {
	tier.Long(t, "starts many processes in each language")
	r := rand.New(rand.NewPCG(3, 4))
	whole := transcript(t, games.All()[0], 1, 3, 0)
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			command := l.command(t, sdkOfAll(t), "conform")
			times := 3
			if tier.IsNight() {
				times = 10
			}
			for range times {
				out, _, _ := run(t, mutant(r, whole), command...) // it ends in time, or the test fails
				require.Contains(t, out, "arena 1 ")
			}
			_, errors, err := run(t, []byte("match chess 1\n"), command...)
			require.Error(t, err)
			require.Contains(t, errors, "chess")
			_, errors, err = run(t, []byte("go 0\n"), command...)
			require.Error(t, err)
			require.Contains(t, errors, "before a match began")
		})
	}
}

// corpus returns damaged transcripts, each with its length before it. It is the same in
// every run.
func corpus(t *testing.T, many int) (all []byte) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	var whole [][]byte
	for i, g := range games.All() {
		setup := storytest.Setup(t, g, 2)
		for _, small := range []struct {
			name  string
			value int
		}{{"nb_orks", 3}, {"nb_farmers", 3}, {"nb_knights", 3}, {"rows", 20}, {"cols", 20}} {
			if smaller, err := setup.With(small.name, small.value); err == nil {
				setup = smaller
			}
		}
		whole = append(whole, transcriptOf(t, setup, uint64(i), i%2))
	}
	for i := range many {
		one := mutant(r, whole[i%len(whole)])
		all = append(fmt.Appendf(all, "%d\n", len(one)), one...)
	}
	return all
}

// words are what numbers and words are replaced by.
var replacements = []string{
	"0", "-1", "1", "99", "2147483647", "-2147483648", "9223372036854775807",
	"99999999999999999999", "x", "", " ", "3.5", "none", "\x00", "ä", "\xff",
}

// mutant returns a transcript with one to four damages.
func mutant(r *rand.Rand, whole []byte) []byte {
	text := slices.Clone(whole)
	for range 1 + r.IntN(4) {
		lines := bytes.SplitAfter(text, []byte("\n"))
		k, other := r.IntN(len(lines)), r.IntN(len(lines))
		switch at := r.IntN(len(text)); r.IntN(8) {
		case 0: // a byte becomes another
			text[at] = byte(r.IntN(256))
		case 1: // the rest is missing
			text = text[:at+1]
		case 2: // a line is missing
			text = bytes.Join(slices.Delete(lines, k, k+1), nil)
		case 3: // a line comes twice
			text = bytes.Join(slices.Insert(lines, other, lines[k]), nil)
		case 4: // two lines change places
			lines[k], lines[other] = lines[other], lines[k]
			text = bytes.Join(lines, nil)
		case 5: // a few bytes are missing
			text = slices.Delete(text, at, min(at+r.IntN(20), len(text)))
		default: // a word becomes another
			words := bytes.Fields(lines[k])
			if len(words) > 1 {
				words[1+r.IntN(len(words)-1)] = []byte(replacements[r.IntN(len(replacements))])
				lines[k] = append(bytes.Join(words, []byte(" ")), '\n')
			}
			text = bytes.Join(lines, nil)
		}
		if len(text) == 0 {
			return []byte("\n")
		}
	}
	return text
}
