// Package cnf reads and writes the text files of the original programs: boards
// (.cnf) and records of matches. They are words separated by any white space.
package cnf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/botarena/arena/engine"
)

// MaxFile is the size of the largest board file in bytes. The largest board takes far
// less.
const MaxFile = 4 << 20

// Error reports that something else was expected at some place in a file.
type Error struct {
	Line, Col int // from 1
	Found     string
	Want      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: found %s, expected %s", e.Line, e.Col, e.Found, e.Want)
}

// Place is where a word begins in a file. Lines and columns count from 1.
type Place struct{ Line, Col int }

// Reader reads a file word by word. After the first error it reads nothing more and its
// methods return zero values, so that it is enough to check Err once at the end.
type Reader struct {
	rest  []byte
	next  Place // of rest
	place Place // of the last word read
	word  string
	err   error
}

// NewReader returns a reader of a text.
func NewReader(text []byte) *Reader {
	return &Reader{rest: text, next: Place{1, 1}}
}

// Err returns the first error, an [*Error], or nil.
func (r *Reader) Err() error { return r.err }

// Place returns where the last word read begins.
func (r *Reader) Place() Place { return r.place }

// AtEnd reports whether all words have been read.
func (r *Reader) AtEnd() bool {
	r.skipSpace()
	return len(r.rest) == 0
}

// Peek returns the next word without reading it, or "" at the end.
func (r *Reader) Peek() string {
	r.skipSpace()
	return string(r.rest[:wordLength(r.rest)])
}

// Word reads a word. want describes it, for the error if there is none.
func (r *Reader) Word(want string) string {
	r.skipSpace()
	return r.take(wordLength(r.rest), want)
}

// Char reads one character, after any white space.
func (r *Reader) Char(want string) byte {
	r.skipSpace()
	if c := r.take(min(1, len(r.rest)), want); c != "" {
		return c[0]
	}
	return 0
}

// Expect reads exactly this word.
func (r *Reader) Expect(word string) {
	if got := r.Word(strconv.Quote(word)); r.err == nil && got != word {
		r.Reject(strconv.Quote(word))
	}
}

// Int reads an integer within bounds.
func (r *Reader) Int(want string, lowest, highest int) int {
	word := r.Word(want)
	if r.err != nil {
		return 0
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < lowest || n > highest {
		r.Reject(want + " " + bounds(lowest, highest))
		return 0
	}
	return n
}

// Digits reads an integer of any size, as it is written.
func (r *Reader) Digits(want string) string {
	word := r.Word(want)
	digits := strings.TrimPrefix(word, "-")
	if r.err == nil && (digits == "" || strings.Trim(digits, "0123456789") != "") {
		r.Reject(want + " (an integer)")
		return ""
	}
	return word
}

// bounds describes bounds in words. The smallest and the largest int mean no bound.
func bounds(lowest, highest int) string {
	const top = int(^uint(0) >> 1)
	switch {
	case lowest == highest:
		return fmt.Sprintf("(exactly %d)", lowest)
	case highest == top && lowest == -top-1:
		return "(an integer)"
	case highest == top:
		return fmt.Sprintf("(an integer, at least %d)", lowest)
	}
	return fmt.Sprintf("(an integer from %d to %d)", lowest, highest)
}

// Settings reads the settings of a setup, as pairs of name and value in the order of
// its list. Bounds may depend on the values before. Settings that share a value must
// be given the same one.
func (r *Reader) Settings(setup engine.Adjustable) {
	read := make(map[*int]bool)
	for i := range setup.Settings() {
		s := setup.Settings()[i]
		if read[s.Value] {
			s.Min, s.Max = *s.Value, *s.Value
		}
		read[s.Value] = true
		if s.Optional && r.Peek() != s.Name {
			*s.Value = s.Default
			continue
		}
		r.Expect(s.Name)
		*s.Value = r.Int("the value of "+s.Name, s.Min, s.Max)
	}
}

// Reject reports the last word read as an error: another word was wanted.
func (r *Reader) Reject(want string) { r.RejectAt(r.place, quote(r.word), want) }

// maxQuoted is how many bytes of a word an error quotes.
const maxQuoted = 40

func quote(word string) string {
	if len(word) <= maxQuoted {
		return strconv.Quote(word)
	}
	end := maxQuoted
	for end > 0 && !utf8.RuneStart(word[end]) {
		end--
	}
	return strconv.Quote(word[:end]) + "…"
}

// RejectAt is Reject for something that was read earlier.
func (r *Reader) RejectAt(at Place, found, want string) {
	if r.err == nil {
		r.err = &Error{at.Line, at.Col, found, want}
	}
}

func (r *Reader) take(n int, want string) string {
	r.place = r.next
	if r.err != nil {
		return ""
	}
	if n == 0 {
		r.RejectAt(r.place, "the end of the file", want)
		return ""
	}
	r.word = string(r.rest[:n])
	if n > maxWord {
		r.Reject(want)
		return ""
	}
	r.rest = r.rest[n:]
	r.next.Col += n
	return r.word
}

func (r *Reader) skipSpace() {
	n := 0
	for n < len(r.rest) && isSpace(r.rest[n]) {
		if r.rest[n] == '\n' {
			r.next = Place{r.next.Line + 1, 0}
		}
		r.next.Col++
		n++
	}
	r.rest = r.rest[n:]
}

// maxWord is the length of the longest word in bytes. The longest in use are the rows
// of boards. Without the limit, a file without spaces would be copied as a whole.
const maxWord = 4096

// wordLength returns the length of the word at the beginning of a text. It looks no
// further than one byte beyond maxWord.
func wordLength(text []byte) int {
	text = text[:min(len(text), maxWord+1)]
	if n := slices.IndexFunc(text, isSpace); n >= 0 {
		return n
	}
	return len(text)
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// End reads the end of the file.
func (r *Reader) End() {
	if !r.AtEnd() {
		r.Word("")
		r.Reject("the end of the file")
	}
}

// Names reads the names of players, after the word for them.
func (r *Reader) Names(players int) (names []string) {
	r.Expect("names")
	for range players {
		names = append(names, r.Word("the name of a player"))
	}
	return names
}

// Ints reads a number for each of the values, after their name.
func (r *Reader) Ints(name string, values []int, lowest, highest int) {
	r.Expect(name)
	for k := range values {
		values[k] = r.Int("a number of "+name, lowest, highest)
	}
}

// Orders reads the commands of a round as most records have them: units, each with the
// letter of what it is told, up to a -1. order makes a command of the unit and the index of
// its letter.
func Orders[C any](r *Reader, unit string, last int, letters string, order func(engine.UnitID, int) C) []C {
	orders := []C{}
	for r.err == nil {
		id := r.Int(unit+", or -1", -1, last)
		if id < 0 {
			return orders
		}
		word := r.Word("a direction")
		k := strings.Index(letters, word)
		if len(word) != 1 || k < 0 {
			r.Reject("one of the letters " + letters)
		}
		orders = append(orders, order(engine.UnitID(id), k))
	}
	return nil
}

// AppendOrders appends commands as [Orders] reads them. order returns a command's unit and letter.
func AppendOrders[C any](text []byte, orders []C, order func(C) (engine.UnitID, byte)) []byte {
	for _, c := range orders {
		unit, letter := order(c)
		text = fmt.Appendf(text, "%d %c\n", unit, letter)
	}
	return append(text, "-1\n"...)
}

// AppendInts appends numbers, each after a space, and ends the line.
func AppendInts(text []byte, values []int) []byte {
	for _, v := range values {
		text = fmt.Appendf(text, " %d", v)
	}
	return append(text, '\n')
}

// AppendWords appends words, each after a space, and ends the line.
func AppendWords(text []byte, words []string) []byte {
	for _, word := range words {
		text = append(append(text, ' '), word...)
	}
	return append(text, '\n')
}

// AppendSettings appends the settings of a setup as pairs of name and value, one a
// line, the values from column 29 as in the originals.
func AppendSettings(text []byte, setup engine.Adjustable) []byte {
	for _, s := range setup.Settings() {
		if s.IsTold() {
			text = fmt.Appendf(text, "%-27s %d\n", s.Name, *s.Value)
		}
	}
	return text
}
