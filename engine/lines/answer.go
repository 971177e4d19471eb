package lines

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/engine"
)

const (
	// MaxLine is how many bytes a line of an answer may have.
	MaxLine = 4 << 10
	// MaxAnswer is how many bytes an answer may have, prints not counted.
	MaxAnswer = 256 << 10
)

// The words with which a bot begins the lines of an answer.
const (
	doWord      = "do"
	doneWord    = "done"
	markWord    = "mark"
	arrowWord   = "arrow"
	labelWord   = "label"
	logWord     = "log"
	logUnitWord = "logunit"
	chartWord   = "chart"
)

// Error is a line of an answer that can't be read.
type Error struct {
	Line    int    // in the answer, from 1
	Column  int    // in bytes, from 1; 0 if it is about the whole line
	Text    string // the line as it came
	Problem string // the fault, in words
}

func (e *Error) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Problem)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

// Caret returns the line with a caret below the column, as two lines; without a column
// the line alone.
func (e *Error) Caret() []string {
	if e.Column == 0 || e.Column > len(e.Text)+1 {
		return []string{visible(e.Text)}
	}
	before := visible(e.Text[:e.Column-1])
	return []string{
		before + visible(e.Text[e.Column-1:]), strings.Repeat(" ", utf8.RuneCountInString(before)) + "^",
	}
}

// visible writes what nobody would see as Go does: \x1b, \u200b. A tab is a space.
func visible(text string) string {
	var shown strings.Builder
	for i, r := range text {
		switch {
		case r == '\t':
			shown.WriteByte(' ')
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], string(r)): // no UTF-8
			fmt.Fprintf(&shown, `\x%02x`, text[i])
		case unicode.IsPrint(r):
			shown.WriteRune(r)
		default:
			shown.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return shown.String()
}

// Kind is what a line of an answer is.
type Kind int

// The kinds of lines.
const (
	Command Kind = iota
	Note         // for the bot's author
	Done         // the answer is complete
	Print        // no line of the protocol
)

// Answer reads the answers of a bot, line by line.
type Answer struct {
	schema  *Schema
	notes   *engine.Debug
	round   int
	line    int
	size    int
	columns [][]int32
	words   []token // reused, as values
	values  []int32
}

// token is a word of a line.
type token struct {
	text []byte
	at   int // where it begins in the line, in bytes
}

// NewAnswer returns a reader of answers that adds the notes to a Debug.
func (s *Schema) NewAnswer(notes *engine.Debug) *Answer {
	return &Answer{schema: s, notes: notes, columns: make([][]int32, len(s.columns))}
}

// IsAnswer reports whether a line is meant to be one of an answer.
func IsAnswer(line []byte) bool {
	word := bytes.TrimLeft(line, " \t")
	if i := bytes.IndexAny(word, " \t\r"); i >= 0 {
		word = word[:i]
	}
	switch string(word) {
	case doWord, doneWord, markWord, arrowWord, labelWord, logWord, logUnitWord, chartWord:
		return true
	}
	return false
}

// Begin forgets the answer so far and expects that of a round.
func (a *Answer) Begin(round int) {
	a.round, a.line, a.size = round, 0, 0
	for i := range a.columns {
		a.columns[i] = a.columns[i][:0]
	}
}

// Line reads a line without its end. The caller sees to it that none is longer
// than [MaxLine]. The error is of type *[Error]. A note that makes no sense is a
// print, since notes never affect a match.
func (a *Answer) Line(line []byte) (Kind, error) {
	a.line++
	if a.plain(line) {
		return Command, nil
	}
	line = bytes.TrimSuffix(line, []byte("\r"))
	a.split(line)
	if len(a.words) == 0 {
		return Print, nil
	}
	var kind Kind
	var err error
	switch first := a.words[0].text; string(first) {
	case doWord:
		kind, err = Command, a.command(line)
	case doneWord:
		kind, err = Done, a.done(line)
	case markWord, arrowWord, labelWord, logWord, logUnitWord:
		if kind = Note; !a.note(line) {
			kind = Print
		}
	case chartWord:
		if kind = Note; !a.chart(line) {
			kind = Print
		}
	default:
		if kind, err = Print, a.misspelt(line); err != nil {
			return Print, err
		}
	}
	if kind == Print || err != nil {
		return kind, err
	}
	if a.size += len(line) + 1; a.size > MaxAnswer {
		return kind, a.wrong(line, 0, fmt.Sprintf("more than %d KiB in an answer", MaxAnswer>>10))
	}
	return kind, nil
}

// plain takes the usual command, a number and a word with single spaces between them, in
// a third of the time. It leaves all others alone.
func (a *Answer) plain(line []byte) bool {
	const head = doWord + " "
	columns := a.schema.columns
	if len(columns) != 2 || columns[0].words != nil || columns[1].words == nil ||
		len(line) < len(head) || string(line[:len(head)]) != head || a.size+len(line) >= MaxAnswer {
		return false
	}
	const most = 9 // digits that fit into an int32
	unit, i := int32(0), len(head)
	for ; i < len(line) && '0' <= line[i] && line[i] <= '9' && i < len(head)+most; i++ {
		unit = 10*unit + int32(line[i]-'0')
	}
	if i == len(head) || i == len(line) || line[i] != ' ' {
		return false
	}
	for k, w := range columns[1].words {
		if string(line[i+1:]) == w {
			a.columns[0] = append(a.columns[0], unit)
			a.columns[1] = append(a.columns[1], columns[1].values[k])
			a.size += len(line) + 1
			return true
		}
	}
	return false
}

// Lines returns how many lines of the answer were read.
func (a *Answer) Lines() int { return a.line }

// Bytes returns how many bytes the answer has, prints not counted.
func (a *Answer) Bytes() int { return a.size }

// Commands returns the commands as the game's Commands message.
func (a *Answer) Commands() []byte {
	var message, packed []byte
	for i, column := range a.columns {
		if len(column) == 0 {
			continue
		}
		packed = packed[:0]
		for _, v := range column {
			if a.schema.columns[i].zigzag {
				packed = protowire.AppendVarint(packed, protowire.EncodeZigZag(int64(v)))
			} else {
				packed = protowire.AppendVarint(packed, uint64(int64(v)))
			}
		}
		message = protowire.AppendTag(message, protowire.Number(i+1), protowire.BytesType)
		message = protowire.AppendBytes(message, packed)
	}
	return message
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// split finds the words of a line.
func (a *Answer) split(line []byte) {
	a.words = a.words[:0]
	for i := 0; i < len(line); {
		if isSpace(line[i]) {
			i++
			continue
		}
		begin := i
		for i < len(line) && !isSpace(line[i]) {
			i++
		}
		a.words = append(a.words, token{line[begin:i], begin})
	}
}

func (a *Answer) wrong(line []byte, column int, problem string) error {
	return &Error{Line: a.line, Column: column, Text: string(line), Problem: problem}
}

func (a *Answer) command(line []byte) error {
	columns := a.schema.columns
	a.values = a.values[:0]
	for i, c := range columns {
		if i+1 >= len(a.words) {
			return a.wrong(line, len(line)+1, fmt.Sprintf("the %s is missing: %s", c.name, a.schema.Usage()))
		}
		value, problem := c.parse(a.words[i+1].text)
		if problem != "" {
			return a.wrong(line, a.words[i+1].at+1, problem)
		}
		a.values = append(a.values, value)
	}
	if extra := len(columns) + 1; len(a.words) > extra {
		return a.wrong(
			line, a.words[extra].at+1, fmt.Sprintf("%s is one word too many: %s", quoted(a.words[extra].text), a.schema.Usage()))
	}
	for i, value := range a.values { // a line that can't be read is no command
		a.columns[i] = append(a.columns[i], value)
	}
	return nil
}

func (c column) parse(word []byte) (value int32, problem string) {
	if c.words != nil {
		if i := slices.Index(c.words, string(word)); i >= 0 {
			return c.values[i], ""
		}
		return 0, quoted(word) + " is not one of " + strings.Join(c.words, ", ") + meant(string(word), c.words)
	}
	n, ok := number(word)
	if !ok {
		if c.counts {
			return 0, fmt.Sprintf("%s is not the number of %s", quoted(word), withArticle(c.name))
		}
		return 0, fmt.Sprintf("%s is not a number", quoted(word))
	}
	if n < math.MinInt32 || n > math.MaxInt32 || c.counts && n < 0 {
		return -1, ""
	}
	return int32(n), ""
}

func withArticle(noun string) string {
	if strings.IndexByte("aeio", noun[0]) >= 0 { // "u" is that of "unit"
		return "an " + noun
	}
	return "a " + noun
}

// number reads a decimal number. One that is too large is any other large one.
func number(word []byte) (n int64, ok bool) {
	digits, negative := bytes.CutPrefix(word, []byte("-"))
	if len(digits) == 0 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n < math.MaxInt64/100 {
			n = 10*n + int64(c-'0')
		}
	}
	if negative {
		n = -n
	}
	return n, true
}

func (a *Answer) done(line []byte) error {
	usage := fmt.Sprintf("%s %d", doneWord, a.round)
	if len(a.words) < 2 {
		return a.wrong(line, len(line)+1, "the round is missing: "+usage)
	}
	n, ok := number(a.words[1].text)
	switch {
	case !ok:
		return a.wrong(
			line, a.words[1].at+1, fmt.Sprintf("%s is not the number of a round: %s", quoted(a.words[1].text), usage))
	case len(a.words) > 2:
		return a.wrong(line, a.words[2].at+1, fmt.Sprintf("%s is one word too many: %s", quoted(a.words[2].text), usage))
	case n != int64(a.round):
		return a.wrong(
			line, a.words[1].at+1, fmt.Sprintf(`answered "done %s" when "go %d" was asked`,
				a.words[1].text[:min(len(a.words[1].text), 20)], a.round))
	}
	return nil
}

// misspelt finds commands whose only fault is capital letters. Other texts that
// begin like a command are prints.
func (a *Answer) misspelt(line []byte) error {
	var words int
	switch strings.ToLower(string(a.words[0].text)) {
	case doWord:
		words = len(a.schema.columns) + 1
	case doneWord:
		words = 2
	default:
		return nil
	}
	if _, ok := number(a.words[min(1, len(a.words)-1)].text); !ok || len(a.words) != words {
		return nil
	}
	small := strings.ToLower(string(a.words[0].text))
	return a.wrong(
		line, a.words[0].at+1, fmt.Sprintf("%s is written in small letters: %s", quoted(a.words[0].text), small))
}

// note takes a note for the bot's author. It reports whether the line is one.
func (a *Answer) note(line []byte) bool {
	var numbers [4]int
	first := string(a.words[0].text)
	wanted := map[string]int{markWord: 2, arrowWord: 4, labelWord: 2, logWord: 0, logUnitWord: 1}[first]
	isBare := first == markWord || first == arrowWord // without a text
	if len(a.words) <= wanted || isBare && len(a.words) != wanted+1 {
		return false
	}
	for i := range wanted {
		n, ok := number(a.words[i+1].text)
		if !ok || n < math.MinInt32 || n > math.MaxInt32 {
			return false
		}
		numbers[i] = int(n)
	}
	last := a.words[wanted]
	text := strings.TrimSpace(string(line[last.at+len(last.text):]))
	note := engine.Note{Unit: -1, Text: text}
	switch first {
	case markWord:
		note.Kind, note.At, note.Text = engine.MarkNote, engine.Pos{Row: numbers[0], Col: numbers[1]}, ""
	case arrowWord:
		note.Kind, note.At, note.Text = engine.ArrowNote, engine.Pos{Row: numbers[0], Col: numbers[1]}, ""
		note.To = engine.Pos{Row: numbers[2], Col: numbers[3]}
	case labelWord:
		note.Kind, note.At = engine.LabelNote, engine.Pos{Row: numbers[0], Col: numbers[1]}
	case logWord:
		note.Kind = engine.LogNote
	case logUnitWord:
		note.Kind, note.Unit = engine.LogNote, max(engine.UnitID(numbers[0]), -1)
	}
	a.notes.Add(note)
	return true
}

// chart takes a number for a chart. It reports whether the line is one.
func (a *Answer) chart(line []byte) bool {
	if len(a.words) < 3 || bytes.ContainsFunc(a.words[1].text, notOfDecimal) {
		return false
	}
	value, err := strconv.ParseFloat(string(a.words[1].text), 64)
	if err != nil {
		return false
	}
	a.notes.Chart(string(line[a.words[2].at:]), value)
	return true
}

// notOfDecimal reports whether no decimal number has a character: strconv reads others, too.
func notOfDecimal(c rune) bool { return (c < '0' || c > '9') && !strings.ContainsRune("+-.eE", c) }

// quoted is a word as it is quoted in an error, where control characters show.
func quoted(word []byte) string {
	const most = 30
	if len(word) > most {
		return fmt.Sprintf("%+q…", word[:most])
	}
	return fmt.Sprintf("%+q", word)
}

// meant returns "; did you mean north?" if a word is nearly one of those.
func meant(word string, of []string) string {
	const most = 20 // no command has a longer word
	best, least := "", 3
	for _, w := range of {
		if d := distance(strings.ToLower(cut(word, most)), w); d < least && d < len(w) {
			best, least = w, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance returns how many letters must be changed, added, removed or swapped with the
// next to make one word from another.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for k := range last {
		last[k] = k
	}
	for i := range len(a) {
		row[0] = i + 1
		for k := range len(b) {
			change := last[k]
			if a[i] != b[k] {
				change++
			}
			row[k+1] = min(change, last[k+1]+1, row[k]+1)
			if i > 0 && k > 0 && a[i] == b[k-1] && a[i-1] == b[k] {
				row[k+1] = min(row[k+1], before[k-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
