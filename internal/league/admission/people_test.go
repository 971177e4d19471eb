package admission_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/members"
)

const (
	annasID = "00000000000000aa"
	bensID  = "00000000000000bb"
)

// byLink hands a package in by the link of a person, signed by a key, and returns it as the inbox has it then.
func (h *house) byLink(person, key, name, version, text string) admission.Submission {
	h.t.Helper()
	file, err := os.ReadFile(h.pack(h.home, "sent.bot", name, version, key, text))
	require.NoError(h.t, err)
	return h.handedIn(person, "", admission.HandedFile{Path: "sent.bot", Data: file})
}

// handedIn hands files in by the link of a person, and returns what the inbox has of them then.
func (h *house) handedIn(person, name string, files ...admission.HandedFile) admission.Submission {
	h.t.Helper()
	door, err := admission.NewDesk(h.folder).NewDoor()
	require.NoError(h.t, err)
	before := h.inboxed()
	for path, sub := range before { // a league would have decided on it
		if sub.Person == person && person != "" {
			require.NoError(h.t, os.Remove(path))
			delete(before, path)
		}
	}
	receipt, err := door.Take(by(person), name, files, noon)
	require.NoError(h.t, err)
	require.Equal(h.t, admission.Waits, door.Fate(receipt).State)
	for _, sub := range h.inboxed() {
		if _, was := before[sub.Typed]; !was {
			return sub
		}
	}
	require.Fail(h.t, "nothing has come")
	return admission.Submission{}
}

func by(person string) admission.By {
	return admission.By{Person: person, Who: person, From: netip.MustParsePrefix("192.0.2.7/32")}
}

// inboxed is what lies in the inbox, by its path.
func (h *house) inboxed() map[string]admission.Submission {
	h.t.Helper()
	inbox, all := admission.NewInbox(h.folder), make(map[string]admission.Submission)
	_, err := inbox.Whole(noon)
	require.NoError(h.t, err)
	whole, err := inbox.Whole(noon.Add(admission.Quiet))
	require.NoError(h.t, err)
	for _, sub := range whole {
		all[sub.Typed] = sub
	}
	return all
}

// TestABotBelongsToItsPerson, whichever key of a browser has signed it, and to nobody else with that key.
func TestABotBelongsToItsPerson(t *testing.T) {
	h := newHouse(t, nil)
	require.Equal(t, annasID, h.joins(h.byLink(annasID, "at home", "zorg", "1", "one")).Person)
	e := h.joins(h.byLink(annasID, "at school", "zorg", "2", "two"))
	require.Equal(t, [2]string{annasID, fingerprint(t, "at school")}, [2]string{e.Person, e.Signer})
	want := &admission.Refusal{
		Reason: admission.Held, Culprit: "FILE", What: "zorg", Why: "the name belongs to somebody else",
		Fix: "choose another name",
	}
	require.Equal(t, want, h.refused(h.byLink(bensID, "at school", "zorg", "3", "three")))
	require.Equal(t, want, h.refused(h.sent(1, "zorg", "3", "at school", "three")))
	h.joins(h.byLink(bensID, "at school", "borg", "1", "three"))

	why := "this same program of yours plays already, as zorg"
	require.Equal(t, why, h.refused(h.byLink(annasID, "at home", "other", "1", "two")).Why)
	why = "this same program plays already, and another author entered it first"
	require.Equal(t, why, h.refused(h.byLink(bensID, "at school", "other", "1", "two")).Why, "though the key is the same")
	require.Equal(t, admission.Same, h.refused(h.byLink(annasID, "at home", "zorg", "3", "two")).Reason)
}

// TestTheOrganiserAddsABotOfAPerson who may no more: it stays theirs.
func TestTheOrganiserAddsABotOfAPerson(t *testing.T) {
	h := newHouse(t, nil)
	h.joins(h.byLink(annasID, "at home", "zorg", "1", "one"))
	require.Equal(t, annasID, h.joins(h.byOrganiser("zorg", "2", "at home", "two")).Person)
	require.Equal(t, admission.Held, h.refused(h.byOrganiser("zorg", "3", "at school", "three")).Reason)
	sub := h.byOrganiser("zorg", "3", "at school", "three")
	sub.Rekey = true
	require.Equal(t, annasID, h.joins(sub).Person)
	require.Equal(t, annasID, h.joins(h.byLink(annasID, "elsewhere", "zorg", "4", "four")).Person)
	require.Empty(t, h.joins(h.byOrganiser("borg", "1", "at home", "five")).Person, "her key alone says nothing")
	require.Equal(t, admission.Held, h.refused(h.own("zorg", "six")).Reason)
}

// TestQuotasCountPeople, and not their keys.
func TestQuotasCountPeople(t *testing.T) {
	for name, test := range map[string]struct {
		quotas store.Quotas
		why    string
	}{
		"bots":     {store.Quotas{Bots: 2}, "its author has 2 bots in the league, the most that one author may have"},
		"versions": {store.Quotas{Versions: 2}, "its author has entered 2 versions, the most that one author may enter"},
		"uploads":  {store.Quotas{Uploads: 2}, "its author has submitted 2 bots within a day, the most that one author may"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			h.allow(test.quotas)
			h.joins(h.byLink(annasID, "at home", "one", "1", "one"))
			h.joins(h.byLink(annasID, "at school", "two", "1", "two"))
			why := h.refused(h.byLink(annasID, "elsewhere", "three", "1", "three"))
			require.Equal(t, admission.Quota, why.Reason)
			require.Equal(t, test.why, why.Why)
			h.joins(h.byLink(bensID, "at school", "four", "1", "four"))
			h.joins(h.sent(1, "five", "1", "at school", "five"))
		})
	}
}

// TestNobodySaysInTheInboxWhoTheyAre: whoever can write to it can call a file anything, or put another in its place.
func TestNobodySaysInTheInboxWhoTheyAre(t *testing.T) {
	h := newHouse(t, nil)
	anna := h.byLink(annasID, "anna", "zorg", "1", "one")
	require.Equal(t, annasID, anna.Person)
	file, err := os.ReadFile(anna.Typed)
	require.NoError(t, err)
	seal := filepath.Base(anna.Typed)[:32]
	forged := map[string]string{
		"another's file": h.pack(h.folder.Inbox(), seal+"-"+annasID+".bot", "zorg", "2", "ben", "mine"),
		"another name":   filepath.Join(h.folder.Inbox(), seal+"-"+bensID+".bot"),
		"a made up name": h.pack(h.folder.Inbox(), wireName[:32]+"-"+annasID+".bot", "zorg", "2", "ben", "mine"),
	}
	require.NoError(t, os.WriteFile(forged["another name"], file, 0o600))
	for name, path := range forged {
		sub, is := h.inboxed()[path]
		require.True(t, is, name)
		require.NotEmpty(t, sub.Person, name)
		require.Equal(t, &admission.Refusal{
			Reason: admission.Unfit, Culprit: "FILE", Why: "is not what came by the link of a person", Fix: "submit it again",
		}, h.refused(sub), name)
	}
	other, err := members.LoadIdentity(t.TempDir())
	require.NoError(t, err)
	theirs, err := other.Seal([]byte("x"))
	require.NoError(t, err)
	own, err := members.LoadIdentity(h.folder.Workers())
	require.NoError(t, err)
	ours, err := own.Seal([]byte("x"))
	require.NoError(t, err)
	require.NotEqual(t, theirs, ours)
	require.Equal(t, admission.ByInbox, h.inboxedAs("x-"+annasID+".bot").By)
}

// inboxedAs is a file in the inbox, under a name.
func (h *house) inboxedAs(name string) admission.Submission {
	h.t.Helper()
	path := filepath.Join(h.folder.Inbox(), name)
	require.NoError(h.t, os.WriteFile(path, nil, 0o600))
	return h.inboxed()[path]
}

// TestWhatAPersonHandsInIsKeptForThem, if the league keeps sources, and not for who brings the same program later.
func TestWhatAPersonHandsInIsKeptForThem(t *testing.T) {
	h := newHouse(t, nil)
	e := h.joins(h.handedIn(annasID, "", files("zorg.py", "one")...))
	_, kept := h.folder.SourceOf(e)
	require.False(t, kept, "it keeps none")
	h.KeepSources = true
	e = h.joins(h.handedIn(annasID, "", files("zorg.py", "two")...))
	folder, kept := h.folder.SourceOf(e)
	require.True(t, kept)
	require.Equal(t, "two", h.text(filepath.Join(folder, "zorg.py")))
	stolen := e
	stolen.Person = bensID
	_, kept = h.folder.SourceOf(stolen)
	require.False(t, kept)
	h.joins(h.byLink(bensID, "at home", "borg", "1", "three"))
	entries, err := os.ReadDir(h.folder.Sources())
	require.NoError(t, err)
	require.Len(t, entries, 1, "a package has none")

	require.NoError(t, os.RemoveAll(h.folder.Sources()))
	require.NoError(t, os.WriteFile(h.folder.Sources(), nil, 0o600))
	_, err = h.Admit(t.Context(), h.handedIn(annasID, "", files("yeti.py", "four")...))
	require.Error(t, err)
	l, err := h.League.Store.League(t.Context())
	require.NoError(t, err)
	require.False(t, slices.ContainsFunc(l.Entrants, func(e store.Entrant) bool { return e.Name == "yeti" }),
		"it does not play without its source")
}
