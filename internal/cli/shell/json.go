package shell

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/written"
)

// Objects that several commands print.

// VerdictJSON is why a player was frozen.
type VerdictJSON struct {
	match.Verdict
	Report string `json:"report,omitempty"` // the folder of a report
}

// MatchJSON describes a match.
type MatchJSON struct {
	Game         string         `json:"game"`
	RulesVersion int            `json:"rules_version"`
	Seed         uint64         `json:"seed"`
	Random       string         `json:"random"`
	Rounds       int            `json:"rounds"` // played
	Finished     bool           `json:"finished"`
	Settings     map[string]int `json:"settings"`
}

// SeatJSON is a player and its result.
type SeatJSON struct {
	Seat    int          `json:"seat"`
	Name    string       `json:"name"`
	Path    string       `json:"path,omitempty"`
	Version string       `json:"version"`
	SHA256  string       `json:"sha256"`
	Named   string       `json:"named,omitempty"` // on the command line
	Score   int          `json:"score"`
	Place   int          `json:"place"`
	CPU     int64        `json:"cpu_ns"` // 0 where it can't be measured
	Verdict *VerdictJSON `json:"verdict"`

	Files *written.Files `json:"files,omitempty"` // that were kept
}

// NewMatchJSON describes a match.
func NewMatchJSON(h replay.Header, rounds int, finished bool) MatchJSON {
	info := h.Setup.Game().Info()
	return MatchJSON{
		Game: info.Name, RulesVersion: info.Version, Seed: h.Seed, Random: string(h.Random),
		Rounds: rounds, Finished: finished, Settings: SettingsOf(h.Setup),
	}
}

// SettingsOf returns the settings of a match by their names.
func SettingsOf(setup engine.Setup) map[string]int {
	values := make(map[string]int)
	for _, s := range setup.Settings() {
		values[s.Name] = *s.Value
	}
	return values
}

// NewSeatsJSON describes the players of a match, and what they came to.
func NewSeatsJSON(h replay.Header, result match.Result, used ask.Costs) []SeatJSON {
	seats := make([]SeatJSON, len(h.Seats))
	for i, s := range h.Seats {
		seats[i] = SeatJSON{
			Seat: i, Name: s.Name, Version: s.Version, SHA256: hex.EncodeToString(s.SHA256), Named: s.Named,
			Score: result.Scores[i], Place: result.Places[i], CPU: int64(used.CPU(i)),
		}
		if v := result.Verdict(i); v != nil {
			seats[i].Verdict = &VerdictJSON{Verdict: *v}
		}
	}
	return seats
}

// NewVerdictsJSON lists verdicts; without any, the list is empty and not null.
func NewVerdictsJSON(verdicts []match.Verdict) []*VerdictJSON {
	all := []*VerdictJSON{}
	for _, v := range verdicts {
		all = append(all, &VerdictJSON{Verdict: v})
	}
	return all
}

// PrintJSON prints an object with indentation, for machines and people.
func PrintJSON(to io.Writer, value any) error { return encodeJSON(to, value, "  ") }

// PrintLongJSON prints an object on one line.
func PrintLongJSON(to io.Writer, value any) error { return encodeJSON(to, value, "") }

func encodeJSON(to io.Writer, value any, indent string) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("json: %w", err)
	}
	_, _ = to.Write(escaped(text.Bytes())) // the output keeps its error
	return nil
}

// escaped escapes the characters of a JSON text that may control a terminal. The
// encoder leaves some of them as they are.
func escaped(text []byte) []byte {
	if bytes.Equal(safe.Plain(text), text) {
		return text
	}
	var safe []byte
	for _, r := range string(text) {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			safe = utf8.AppendRune(safe, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			safe = fmt.Appendf(safe, `\u%04x\u%04x`, high, low)
		default:
			safe = fmt.Appendf(safe, `\u%04x`, r)
		}
	}
	return safe
}
