package league

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/members"

	"github.com/botarena/arena/internal/cli/shell"
)

const (
	mostPeopleText = 1 << 20 // bytes of a list
	mostPeople     = 2000
	mostPersonName = 80 // characters of a name, group or team
)

// peopleList is a list of people, as a CSV file with any columns.
type peopleList struct {
	path   string
	comma  rune // between columns
	titles []string
	rows   [][]string
	people []members.Newcomer // by row
	link   int                // the column with links
}

// readPeople reads a list of people.
func readPeople(path string) (*peopleList, error) {
	file, err := shell.ReadFile(path, mostPeopleText)
	if err != nil {
		return nil, err
	}
	text, _ := bytes.CutPrefix(file, []byte("\uFEFF")) // by which Windows marks UTF-8
	if bad := notUTF8(text); bad > 0 {
		return nil, hint.New(path, fmt.Sprintf("line %d: is not UTF-8", bad), "save it as CSV UTF-8")
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	list := &peopleList{path: path, comma: ','}
	for _, comma := range ";\t" { // as spreadsheets write it where a comma is in numbers
		if !bytes.ContainsRune(first, ',') && bytes.ContainsRune(first, comma) {
			list.comma = comma
		}
	}
	return list, list.read(text)
}

// notUTF8 returns the first line that is not UTF-8, from 1; 0 if all are.
func notUTF8(text []byte) int {
	number := 0
	for line := range bytes.Lines(text) {
		if number++; !utf8.Valid(line) {
			return number
		}
	}
	return 0
}

// wrong returns the error of a line.
func (l *peopleList) wrong(line int, fix, format string, args ...any) error {
	return hint.New(l.path, fmt.Sprintf("line %d: ", line)+safe.Sprintf(format, args...), fix)
}

// columns says how a list begins.
const columns = "its first line names the columns: name, and any of group, team and others"

func (l *peopleList) read(text []byte) error {
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma = l.comma
	seen := make(map[string]int) // lines by names of people
	for {
		row, err := reader.Read()
		bad := new(csv.ParseError)
		switch {
		case errors.Is(err, io.EOF) && len(l.rows) == 0:
			return hint.New(l.path, "has no people", columns)
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad) && errors.Is(err, csv.ErrFieldCount):
			return l.wrong(bad.Line, "put a text with the separator in it into quotes",
				"has %d columns, and the first line has %d", len(row), reader.FieldsPerRecord)
		case errors.As(err, &bad):
			return l.wrong(bad.Line, `a text with a quote in it is "so ""quoted"""`, "%v", bad.Err)
		case err != nil:
			return err
		}
		line, _ := reader.FieldPos(0)
		if l.titles == nil {
			err = l.begin(line, row)
		} else if strings.Join(row, "") != "" { // spreadsheets leave empty rows behind
			err = l.add(line, row, seen)
		}
		if err != nil {
			return err
		}
	}
}

// begin takes the line that names the columns.
func (l *peopleList) begin(line int, titles []string) error {
	l.titles = titles
	for _, title := range []string{"name", "group", "team", "link"} {
		if count := len(l.columnsOf(title)); count > 1 {
			return l.wrong(line, columns, "has %d columns that are called %s", count, title)
		}
	}
	if len(l.columnsOf("name")) == 0 {
		return l.wrong(line, columns, "has no column that is called name")
	}
	if at := l.columnsOf("link"); len(at) > 0 {
		l.link = at[0]
		return nil
	}
	l.link, l.titles = len(titles), append(slices.Clone(titles), "link")
	return nil
}

// columnsOf returns which columns have a title.
func (l *peopleList) columnsOf(title string) (all []int) {
	for i, other := range l.titles {
		if strings.EqualFold(strings.TrimSpace(other), title) {
			all = append(all, i)
		}
	}
	return all
}

// add takes the line of a person.
func (l *peopleList) add(line int, row []string, seen map[string]int) error {
	var who members.Newcomer
	for _, one := range []struct {
		title string
		to    *string
	}{{"name", &who.Name}, {"group", &who.Group}, {"team", &who.Team}} {
		for _, i := range l.columnsOf(one.title) {
			*one.to = strings.Join(strings.Fields(row[i]), " ") // spreadsheets have spaces of several kinds
		}
		if text := *one.to; engine.Printable(text) != text || utf8.RuneCountInString(text) > mostPersonName {
			return l.wrong(line, fmt.Sprintf("one may have %d characters that can be printed", mostPersonName),
				"%q is not a %s", text, one.title)
		}
	}
	if len(l.people) == mostPeople {
		return l.wrong(line, "add them in several lists", "is that of one person more than %d", mostPeople)
	}
	if who.Name == "" {
		return l.wrong(line, "give each person a name", "has no name")
	}
	if other, is := seen[members.Spelling(who.Name)]; is {
		return l.wrong(line, "add to one of the names what tells them apart", "%s is in line %d, too", who.Name, other)
	}
	seen[members.Spelling(who.Name)] = line
	for len(row) < len(l.titles) {
		row = append(row, "")
	}
	l.rows, l.people = append(l.rows, row), append(l.people, who)
	return nil
}

// setLink writes the link of a person into the list.
func (l *peopleList) setLink(person int, link string) { l.rows[person][l.link] = link }

// Write writes the list as it was, with the links.
func (l *peopleList) Write(to io.Writer) error {
	writer := csv.NewWriter(to)
	writer.Comma = l.comma
	return writer.WriteAll(append([][]string{l.titles}, l.rows...))
}
