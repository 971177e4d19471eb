package members_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/members"
)

var noon = time.Date(2026, 5, 4, 12, 30, 0, 0, time.UTC)

// class is a folder with people.
type class struct {
	*testing.T
	members.Folder
	list *members.List
	now  time.Time
}

func newClass(t *testing.T) *class {
	t.Helper()
	f := members.Folder(t.TempDir())
	list, err := members.Load(string(f))
	require.NoError(t, err)
	return &class{t, f, list, noon}
}

// add adds people, and returns their secret keys.
func (c *class) add(all ...members.Newcomer) []string {
	c.Helper()
	c.now = c.now.Add(time.Hour)
	tokens, err := c.AddPeople(all, c.now)
	require.NoError(c, err)
	require.Len(c, tokens, len(all))
	return tokens
}

// of returns whose key it is.
func (c *class) of(token string) (who members.Member, may bool) { return c.list.Author(token) }

// TestEachPersonHasALinkOfTheirOwn until it is removed, or they get another one.
func TestEachPersonHasALinkOfTheirOwn(t *testing.T) {
	c := newClass(t)
	tokens := c.add(members.Newcomer{Name: "Anna Ab", Group: "1"}, members.Newcomer{Name: "Ben"})
	anna, may := c.of(tokens[0])
	require.True(t, may)
	require.Equal(t, [2]string{"Anna Ab", "1"}, [2]string{anna.Name, anna.Group})
	ben, _ := c.of(tokens[1])
	require.NotEqual(t, anna.Person, ben.Person)
	file, err := os.ReadFile(filepath.Join(string(c.Folder), "workers.json"))
	require.NoError(t, err)
	require.NotContains(t, string(file), tokens[0], "the league keeps no secret")

	again := c.add(members.Newcomer{Name: "anna  ab", Group: "2"}, members.Newcomer{Name: "Cleo"})
	require.Empty(t, again[0], "her link stays")
	require.NotEmpty(t, again[1])
	_, may = c.of(tokens[0])
	require.True(t, may)

	other, err := c.Renew("Anna Ab", c.now.Add(time.Minute))
	require.NoError(t, err)
	_, may = c.of(tokens[0])
	require.False(t, may)
	now, may := c.of(other)
	require.True(t, may)
	require.Equal(t, anna.Person, now.Person, "she is the same")
	require.Equal(t, "1", now.Group)

	found, err := c.RemovePerson("ANNA AB", "left")
	require.NoError(t, err)
	require.True(t, found)
	_, may = c.of(other)
	require.False(t, may)
	for _, name := range []string{"Anna Ab", "Dora"} {
		found, err = c.RemovePerson(name, "left")
		require.NoError(t, err)
		require.False(t, found)
		token, err := c.Renew(name, noon)
		require.NoError(t, err)
		require.Empty(t, token)
	}
	people, err := c.People()
	require.NoError(t, err)
	require.Len(t, people, 3)
	require.Equal(t, [3]string{"Ben", "Cleo", "Anna Ab"}, [3]string{people[0].Name, people[1].Name, people[2].Name})
	require.Equal(t, "left", people[2].Revoked)

	back, _ := c.of(c.add(members.Newcomer{Name: "Anna Ab", Group: "2"})[0])
	require.Equal(t, [2]string{anna.Person, "2"}, [2]string{back.Person, back.Group}, "her bots are hers again")
	people, err = c.People()
	require.NoError(t, err)
	require.Len(t, people, 3)
	require.Empty(t, people[2].Revoked)
}

// TestATeamIsKnownByOneID, and each of it has a link.
func TestATeamIsKnownByOneID(t *testing.T) {
	c := newClass(t)
	tokens := c.add(members.Newcomer{Name: "Anna", Team: "Red"}, members.Newcomer{Name: "Ben", Team: "red"},
		members.Newcomer{Name: "Red"}, members.Newcomer{Name: "Cleo", Team: "Blue"})
	var all []members.Member
	for _, token := range append(tokens, c.add(members.Newcomer{Name: "Dora", Team: "RED"})...) {
		who, may := c.of(token)
		require.True(t, may)
		all = append(all, who)
	}
	require.Equal(t, all[0].Person, all[1].Person)
	require.Equal(t, all[0].Person, all[4].Person)
	require.NotEqual(t, all[0].Person, all[2].Person)
	require.NotEqual(t, all[0].Person, all[3].Person)
	_, err := c.RemovePerson("Anna", "left")
	require.NoError(t, err)
	_, may := c.of(tokens[1])
	require.True(t, may)
}

// TestPeopleAndWorkersHaveNamesOfTheirOwn: to end the invitation of one does not end that of the other.
func TestPeopleAndWorkersHaveNamesOfTheirOwn(t *testing.T) {
	c := newClass(t)
	token := c.add(members.Newcomer{Name: "anna"})[0]
	worker, err := c.Invite("anna", "192.0.2.7:4222")
	require.NoError(t, err)
	found, err := c.Revoke("anna", "left")
	require.NoError(t, err)
	require.True(t, found)
	require.False(t, c.list.Admits(worker.ID()))
	_, may := c.of(token)
	require.True(t, may)
	found, err = c.Revoke("anna", "left")
	require.NoError(t, err)
	require.False(t, found)
	people, err := c.People()
	require.NoError(t, err)
	require.Len(t, people, 1)
}

// TestWhereALeagueIsServed is known of workers and of the page, whichever is told last.
func TestWhereALeagueIsServed(t *testing.T) {
	c := newClass(t)
	page, err := c.Page()
	require.NoError(t, err)
	require.Empty(t, page)
	_, err = c.Invite("anna", "")
	require.ErrorContains(t, err, "nobody knows yet where workers connect to")
	require.NoError(t, c.ServedPage("https://course.school.edu/"))
	require.NoError(t, c.Served("192.0.2.7:4222"))
	page, err = c.Page()
	require.NoError(t, err)
	require.Equal(t, "https://course.school.edu/", page)
	i, err := c.Invite("anna", "")
	require.NoError(t, err)
	require.Equal(t, "192.0.2.7:4222", i.Address)
}
