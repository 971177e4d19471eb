package lines

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
)

// Hello is the first line of a bot, which says what it is.
type Hello struct {
	Name    string // at most engine.MaxName characters; "" if it does not say
	Version string
	SDK     string
	Games   map[string]int // version of the rules by name of the game; nil means any game
	Once    bool           // the process plays one match only
}

// HelloWord is what the first line of every bot that speaks lines begins with.
const HelloWord = "arena "

// maxKept is how many characters of the other texts of a hello are kept.
const maxKept = 40

// ParseHello reads the first line of a bot, without its end. The error names the fault
// in words that follow "it".
func ParseHello(line []byte) (Hello, error) {
	words := strings.Fields(engine.Printable(string(line)))
	if len(words) < 2 || words[0] != strings.TrimSpace(HelloWord) {
		return Hello{}, fmt.Errorf("said %q, but must begin with %q", shortened(string(line)),
			HelloWord+strconv.Itoa(Version))
	}
	version, err := strconv.Atoi(words[1])
	switch {
	case err != nil || version < 1:
		return Hello{}, fmt.Errorf("said %q, but after \"arena\" comes the version of the protocol, %d",
			shortened(string(line)), Version)
	case version > Version:
		return Hello{}, fmt.Errorf("speaks version %d of the line protocol; this arena speaks %d", version, Version)
	}
	var hello Hello
	for _, w := range words[2:] {
		key, value, _ := strings.Cut(w, "=")
		switch key { // others are of a later version
		case "name":
			hello.Name = cut(value, engine.MaxName)
		case "version":
			hello.Version = cut(value, maxKept)
		case "sdk":
			hello.SDK = cut(value, maxKept)
		case "once":
			hello.Once = true
		case "games":
			if hello.Games, err = parseGames(value); err != nil {
				return Hello{}, err
			}
		}
	}
	return hello, nil
}

// parseGames reads a list such as "orkisland:1,moria:1".
func parseGames(list string) (map[string]int, error) {
	games := make(map[string]int)
	for one := range strings.SplitSeq(list, ",") {
		name, number, _ := strings.Cut(one, ":")
		version, err := strconv.Atoi(number)
		if name == "" || err != nil || version < 0 {
			return nil, fmt.Errorf("said games=%s, where games=%s was expected", shortened(list), "orkisland:1,moria:1")
		}
		games[cut(name, maxKept)] = version
	}
	return games, nil
}

func cut(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// shortened is a text as it is quoted in an error.
func shortened(text string) string {
	const most = 80
	text = engine.Printable(text)
	if first := cut(text, most); first != text {
		return first + "…"
	}
	return text
}

// Append appends the line, which says what a bot is, with its end. Spaces in a text
// become underscores, since the words of a line have none.
func (h Hello) Append(to []byte) []byte {
	to = strconv.AppendInt(append(to, HelloWord...), Version, 10)
	for _, w := range []struct{ key, value string }{{"name", h.Name}, {"version", h.Version}, {"sdk", h.SDK}} {
		if w.value != "" {
			to = append(append(to, " "+w.key+"="...), oneWord(w.value)...)
		}
	}
	games := " games="
	for _, name := range slices.Sorted(maps.Keys(h.Games)) {
		to = strconv.AppendInt(append(append(to, games...), name+":"...), int64(h.Games[name]), 10)
		games = ","
	}
	if h.Once {
		to = append(to, " once"...)
	}
	return append(to, '\n')
}

func oneWord(text string) string {
	return strings.Join(strings.Fields(engine.Printable(text)), "_")
}
