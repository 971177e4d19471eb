package league

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/members"
)

// course is a league whose organiser types commands.
type course struct {
	*testing.T
	folder string
}

// types runs a command of arena league people.
func (c *course) types(args ...string) (out, told string, err error) {
	c.Helper()
	s, printed, said := quiet()
	p := newLeaguePeople(s)
	p.SetArgs(append([]string{args[0], c.folder}, args[1:]...))
	p.SilenceErrors, p.SilenceUsage = true, true
	err = p.ExecuteContext(c.Context())
	return printed.String(), said.String(), err
}

// file writes a list.
func (c *course) file(text string) string {
	c.Helper()
	path := filepath.Join(c.TempDir(), "people.csv")
	require.NoError(c, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// links returns what is in the column link of a list.
func (c *course) links(text string) (all []string) {
	c.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(c, err)
	last := len(rows[0]) - 1
	require.Equal(c, "link", rows[0][last])
	for _, row := range rows[1:] {
		all = append(all, row[last])
	}
	return all
}

// who returns whose link it is, if it counts.
func (c *course) who(link string) string {
	c.Helper()
	token, is := strings.CutPrefix(link, "https://course.school.edu/#submit=")
	require.True(c, is, link)
	list, err := members.Load(filepath.Join(c.folder, "workers"))
	require.NoError(c, err)
	author, may := list.Author(token)
	if !may {
		return ""
	}
	return author.Name
}

const atCourse = "https://course.school.edu"

// TestAListOfPeopleBecomesOneOfLinks, with all its columns; a second time, links stay.
func TestAListOfPeopleBecomesOneOfLinks(t *testing.T) {
	c := &course{t, madeLeague(t)}
	path := c.file("mail,Name,group\na@x.org,Anna Ab,1\n\"b,c@x.org\",Ben,2\n,,\n")
	out, told, err := c.types("add", path, "--link", atCourse)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(out, "mail,Name,group,link\na@x.org,Anna Ab,1,https://"), out)
	require.Contains(t, out, "\n\"b,c@x.org\",Ben,2,https://")
	require.Contains(t, told, "2 added\nhint: each link is secret")
	links := c.links(out)
	require.Len(t, links, 2)
	require.Equal(t, [2]string{"Anna Ab", "Ben"}, [2]string{c.who(links[0]), c.who(links[1])})

	out, told, err = c.types("add", c.file("name\nanna ab\nCleo\n"), "--link", atCourse)
	require.NoError(t, err)
	require.Equal(t, "1 added\nhint: each link is secret: send it to its person alone, as you would send a password\n"+
		"note: anna ab: there already, with a link that stays\n", told)
	more := c.links(out)
	require.Empty(t, more[0])
	require.Equal(t, "Cleo", c.who(more[1]))
	require.Equal(t, "Anna Ab", c.who(links[0]))
	_, told, err = c.types("add", path, "--link", atCourse)
	require.NoError(t, err)
	require.Equal(t, "0 added\nnote: Anna Ab, Ben: there already, with links that stay\n", told)

	out, _, err = c.types("renew", "Ben", "--link", atCourse)
	require.NoError(t, err)
	require.Equal(t, "Ben", c.who(strings.TrimSpace(out)))
	require.Empty(t, c.who(links[1]))
	out, _, err = c.types("remove", "Anna Ab", "--why", "left")
	require.NoError(t, err)
	require.Equal(t, "Anna Ab: the link has ended\n", out)
	require.Empty(t, c.who(links[0]))
	out, _, err = c.types("list")
	require.NoError(t, err)
	lines := strings.Split(out, "\n")
	require.Equal(t, []string{"name", "group", "team", "link", "made", "link"}, strings.Fields(lines[0]))
	require.Regexp(t, `^Cleo +\d{4}-.* valid$`, lines[1])
	require.Regexp(t, `^Anna Ab  1 .* ended: left$`, lines[2])
	require.Regexp(t, `^Ben +2 .* valid$`, lines[3])

	s, _, _ := quiet()
	l, err := opened(s, t.Context(), c.folder, store.Options{})
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // only read
	changes, err := l.Store.Changes(t.Context(), l.ID, 9)
	require.NoError(t, err)
	var what []string
	for _, one := range changes {
		what = append(what, one.What)
	}
	require.Equal(t, []string{"people: 1 removed", "people: 1 link made anew", "people: 1 added", "people: 2 added"}, what)
}

// TestAListIsWrittenAsItWas: what spreadsheets write they read again, with the links that are in it.
func TestAListIsWrittenAsItWas(t *testing.T) {
	c := &course{t, madeLeague(t)}
	out, _, err := c.types("add", c.file("\uFEFFname;link\r\nÄnne;\r\n"), "--link", atCourse+"/")
	require.NoError(t, err)
	require.Regexp(t, "^name;link\nÄnne;https://\\S+\n$", out)
	again, _, err := c.types("add", c.file(out+"Ben, B.;\n"), "--link", atCourse)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(again, out), again)
	require.Regexp(t, "\nBen, B\\.;https://\\S+\n$", again)
}

// TestAListThatIsNoneChangesNothing: the line that is wrong is named.
func TestAListThatIsNoneChangesNothing(t *testing.T) {
	c := &course{t, madeLeague(t)}
	const printed = "one may have 80 characters that can be printed"
	for text, want := range map[string][2]string{
		"":                            {"has no people", columns},
		"name\n":                      {"has no people", columns},
		"mail\nx\n":                   {"line 1: has no column that is called name", columns},
		"name,NAME\nx,y\n":            {"line 1: has 2 columns that are called name", columns},
		"name,team\nAnna,Red\n,Red\n": {"line 3: has no name", "give each person a name"},
		"name,group\nAnna\n": {
			"line 2: has 1 columns, and the first line has 2", "put a text with the separator in it into quotes",
		},
		"name\nAnna\n\nBen\nANNA\n": {"line 5: ANNA is in line 2, too", "add to one of the names what tells them apart"},
		"name\nA\"b\n":              {"line 2: bare \" in non-quoted-field", `a text with a quote in it is "so ""quoted"""`},
		"name\nAnna\nM\xfcller\n":   {"line 3: is not UTF-8", "save it as CSV UTF-8"},
		"name\n\x1b[31mAnna\n":      {`line 2: "\x1b[31mAnna" is not a name`, printed},
		"name,group\nAnna," + strings.Repeat("x", 81) + "\n": {
			`line 2: "` + strings.Repeat("x", 81) + `" is not a group`, printed,
		},
	} {
		path := c.file(text)
		out, _, err := c.types("add", path, "--link", atCourse)
		requireSays(t, err, path+": "+want[0], want[1])
		require.Empty(t, out)
	}
	_, _, err := c.types("add", filepath.Join(t.TempDir(), "none.csv"), "--link", atCourse)
	require.ErrorContains(t, err, "none.csv: no such file")
	out, _, err := c.types("list")
	require.NoError(t, err)
	require.Equal(t, "nobody has a link of their own\n", out)
}

// TestALinkLeadsToThePageThatThereIs, if the organiser names no other.
func TestALinkLeadsToThePageThatThereIs(t *testing.T) {
	c := &course{t, madeLeague(t)}
	path := c.file("name\nAnna\n")
	_, _, err := c.types("add", path)
	require.EqualError(t, err, "nobody knows yet where the page of the league is")
	require.Contains(t, hint.Of(err), "--link https://course.school.edu")
	for _, wrong := range []string{"course.school.edu", "ftp://x", "https://x?y", "https://x#y", "https://"} {
		_, _, err = c.types("add", path, "--link", wrong)
		requireMisused(t, err, "--link "+wrong+": is not the address of a page", "--link https://course.school.edu")
	}
	require.NoError(t, members.Folder(filepath.Join(c.folder, "workers")).ServedPage(atCourse+"/"))
	out, _, err := c.types("add", path)
	require.NoError(t, err)
	require.Equal(t, "Anna", c.who(c.links(out)[0]))
	for _, command := range []string{"remove", "renew"} {
		_, _, err = c.types(command, "Ben")
		requireMisused(t, err, "Ben: nobody of this name has a link", "arena league people list "+c.folder)
	}
	_, _, err = c.types("list", "--json")
	require.NoError(t, err)
}

// TestPeopleAreNoWorkers in the list of those, and as words to type.
func TestPeopleAreNoWorkers(t *testing.T) {
	c := &course{t, madeLeague(t)}
	_, _, err := c.types("add", c.file("name\nAnna\n"), "--link", atCourse)
	require.NoError(t, err)
	s, _, _ := quiet()
	l, err := opened(s, t.Context(), c.folder, store.Options{ReadOnly: true})
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // only read
	list, err := l.readInvited(t.Context())
	require.NoError(t, err)
	require.Empty(t, list.members)
	require.Empty(t, workerNames(s, t.Context(), c.folder))
	command := &cobra.Command{}
	command.SetContext(t.Context())
	names, _ := completePerson(s)(command, []string{c.folder}, "")
	require.Equal(t, []string{"Anna"}, names)
	requireMisused(t, endInvitation(s, t.Context(), c.folder, "Anna", "left"),
		"Anna: no worker of this name has a valid key", "arena league workers "+c.folder)
}

// TestBotsAreThoseOfPeople in the history, in the table of names and as JSON.
func TestBotsAreThoseOfPeople(t *testing.T) {
	c := &course{t, madeLeague(t)}
	_, _, err := c.types("add", c.file("name,group,team\nAnna,1,\nBen,2,Red\nCleo,3,Red\n"), "--link", atCourse)
	require.NoError(t, err)
	s, _, _ := quiet()
	l, err := opened(s, t.Context(), c.folder, store.Options{})
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // the test is over
	people, err := members.Folder(l.Folder.Workers()).People()
	require.NoError(t, err)
	for i, person := range []string{people[0].Person, people[1].Person, "gone", ""} {
		_, err := l.Store.Enter(t.Context(), l.ID, store.Entrant{
			Entrant: played.Entrant{Name: fmt.Sprint("bot", i), Program: [32]byte{byte(i)}}, Signer: "key", Person: person,
		})
		require.NoError(t, err)
	}
	shows := func(args ...string) string {
		s, out, _ := quiet()
		show := newLeagueShow(s)
		show.SetArgs(append([]string{c.folder}, args...))
		require.NoError(t, show.ExecuteContext(t.Context()))
		return out.String()
	}
	history := strings.Split(shows("--history"), "\n")
	require.Equal(t, []string{"person", "group", "bot"}, strings.Fields(history[0])[:3])
	for i, want := range [][]string{
		{"Anna", "1", "bot0"}, {"Ben,", "Cleo", "2,", "3", "bot1"}, {"gone", "bot2"}, {"bot3"},
	} {
		require.Equal(t, want, strings.Fields(history[i+1])[:len(want)])
	}
	require.Regexp(t, `\nbot0 +Anna *\nbot1 +Ben, Cleo *\nbot2 +gone *\nbot3 +key *\n`, shows())
	var told struct{ Entrants, Holders []ownerJSON }
	require.NoError(t, json.Unmarshal([]byte(shows("--json")), &told))
	want := []ownerJSON{
		{people[0].Person, "Anna", "1"}, {people[1].Person, "Ben, Cleo", "2, 3"}, {"gone", "", ""}, {},
	}
	require.Equal(t, want, told.Entrants)
	require.Equal(t, want, told.Holders)
}
