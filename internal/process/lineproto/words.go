package lineproto

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
)

// longestQuote is how many characters of a line are quoted in a sentence about it.
const longestQuote = 80

// LongestDetail is how many characters of a bot's own words a verdict has.
const LongestDetail = 300

// Quote cuts a bot's line for a sentence that quotes it. Print it with %q: its fault may be something that nobody would
// see, such as a byte order mark, which is then written as \ufeff.
func Quote(line string) string {
	count := 0
	for i := range line {
		if count == longestQuote {
			return line[:i]
		}
		count++
	}
	return line
}

// Cut makes a bot's text fit to be shown in one line, cut to the given number of characters.
func Cut(text string, most int) string {
	runes := []rune(engine.Printable(text))
	return string(runes[:min(most, len(runes))])
}

// IllegalInstruction is what the verdict on a bot has whose program met an instruction that its processor does not
// know. A program may also end itself by one, as C's and Rust's do that give up.
const IllegalInstruction = "illegal instruction: most likely it is built for another processor"

// BuildForAll is what to do about an [IllegalInstruction].
const BuildForAll = "build it for all processors: without -march=native, target-cpu=native, GOAMD64 or the like"

// MeetsIllegalInstruction reports whether a verdict is about an [IllegalInstruction]. It may lie in the machine.
func MeetsIllegalInstruction(v match.Verdict) bool {
	return v.Kind == match.Crash && strings.Contains(v.Detail, IllegalInstruction)
}

// PrintsExplained is shown before the first line of a match that a bot prints where the protocol is.
const PrintsExplained = "(it prints to standard output, which is the protocol; use standard error or the SDK)"

// Printed is how a line is shown that a bot prints where the protocol is. One with what nobody would see is quoted, as
// it may look like an answer.
func Printed(line []byte) string {
	if text := string(line); engine.Printable(text) != text {
		return "printed: " + strconv.Quote(text)
	}
	return "printed: " + string(line)
}

// TooLong says in words that follow "it" what a bot has done whose line is longer than [lines.MaxLine].
func TooLong() string { return "wrote a line of more than " + InBytes(lines.MaxLine) }

// Half is what has come of an answer that is not whole.
type Half struct {
	Round  int
	Rest   string // a line that has no end yet
	Given  int    // lines of the answer
	Prints int    // lines outside of the protocol
	First  string // the first of them
}

// Excuse says what may be the reason why an answer is not whole, in words that follow "gave no answer". It is "" if
// nothing has come.
func (h Half) Excuse() string {
	switch {
	case h.Rest != "":
		return fmt.Sprintf("; its last line has no end: %q", Quote(h.Rest))
	case h.Given > 0:
		return fmt.Sprintf("; its answer has %s, but not the last one, \"done %d\"", safe.Count(h.Given, "line"), h.Round)
	case h.Prints > 0:
		return fmt.Sprintf("; it printed %s but no answer, the first: %q", safe.Count(h.Prints, "line"), Quote(h.First))
	}
	return ""
}

// Patience is how long a bot may take for what it owes: the time for a round, and its bank.
type Patience struct{ Wall, Bank time.Duration }

// Exceeded is the fault of a bot that has done something, or not done it, for longer than it may. Banked says whether
// it has a bank at all; the excuse may be "".
func (p Patience) Exceeded(what string, banked bool, excuse string) *match.Fault {
	bank := ""
	if banked {
		bank = fmt.Sprintf("; it had %v for a round and %v in its bank", p.Wall, Rounded(p.Bank))
	}
	return &match.Fault{
		Kind: match.Late, Detail: fmt.Sprintf("%s for %v%s%s", what, Rounded(p.Wall+p.Bank), bank, excuse),
	}
}

// NoAnswer is what a bot has done that is asked and does not answer.
const NoAnswer = "gave no answer"

// Rounded returns a time with the digits that matter to a reader.
func Rounded(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(100 * time.Microsecond)
}

// InBytes returns a number of bytes with its unit: "64 KiB", "300 bytes".
func InBytes(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return safe.Count(n, "byte")
}

// Plays returns nil if a bot can play a game, and otherwise an error that says why not. It plays any game, or those
// that are listed, with these versions of their rules.
func Plays(anyGame bool, games map[string]int, game engine.Info) error {
	version, ok := games[game.Name]
	switch {
	case anyGame:
		return nil
	case !ok:
		return fmt.Errorf("not a bot for %s", game.Title)
	case version != game.Version:
		return fmt.Errorf("built for version %d of the rules of %s, this arena has version %d", version, game.Title,
			game.Version)
	}
	return nil
}

// MostOutput is how many bytes a bot may print in a match if nothing else is said.
const MostOutput = 16 << 20

// TooMuchOutput is the fault of a bot that has printed more than it may.
func TooMuchOutput(most int) *match.Fault {
	return &match.Fault{Kind: match.TooMuchOutput, Detail: fmt.Sprintf("wrote more than %s of output", InBytes(most))}
}
