package progress

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// Form is how a run is shown.
type Form int

// Forms.
const (
	// Lines are few: one for each tenth of the way, and at most one in ten seconds.
	Lines Form = iota
	// Board is drawn on a terminal again and again. It is as large as it must be, up to the
	// terminal's size, in colour unless NO_COLOR is set.
	Board
	// JSON is one object a line. Its "type" says what it is: "progress" (at most once a second,
	// and the last state), "match" (each match), "note" (a line for people, in "text") or
	// "missing" (so many "lines" before it were dropped, as nobody read them in time). New types
	// and new fields may come; these stay. A number that is not known is null, as is "evidence"
	// where nothing is compared. "seconds" and "left" are seconds, as is "likely", which is how long an
	// answer takes by the matches so far if that is less than "left"; "rate" is matches a second,
	// "better", "worse" and "decided" are natural logarithms of capitals, shares are 0 to 1.
	//
	//	{"type":"progress","matches":120,"of":400,"stored":0,"seconds":14.5,"rate":8.3,"left":33.8,"likely":12.1,
	//	 "unit":"points","table":[{"name":"demo","value":1612,"low":1572,"high":1652}],
	//	 "evidence":{"new":"mine","old":"yours","groups":60,"better":2,"worse":-3.5,
	//	 "decided":3.7,"share":0.58,"low":0.52,"high":0.64},"faults":["match 3: demo crashed"]}
	//	{"type":"match","number":0,"seed":7,"bots":["demo","null"],"scores":[3,0],
	//	 "places":[1,2],"verdicts":[{"seat":1,"round":8,"kind":"cpu","detail":"..."}]}
	//	{"type":"note","text":"note: ..."}
	//	{"type":"missing","lines":12}
	JSON
)

// The smallest terminal that has room for a board.
const (
	leastWidth  = 20
	leastHeight = 6
)

// FormFor returns how a run is best shown there, if it isn't JSON: as a board on a terminal
// that can draw one and says how large it is, otherwise as lines.
func FormFor(to io.Writer) Form {
	file, ok := to.(*os.File)
	if !ok || !term.IsTerminal(file.Fd()) {
		return Lines
	}
	if kind, set := os.LookupEnv("TERM"); kind == "dumb" || !set && needsTerm {
		return Lines
	}
	width, height, err := term.GetSize(file.Fd())
	if err != nil || width < leastWidth || height < leastHeight {
		return Lines
	}
	return Board
}
