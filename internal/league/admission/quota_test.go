package admission_test

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
)

const oneName = "submit a program of your own: one program plays under one name"

// sent is one of several bots that came over the network.
func (h *house) sent(number int, name, version, person, text string) admission.Submission {
	file := fmt.Sprintf("%032x.bot", number)
	return admission.Submission{Typed: h.pack(h.folder.Inbox(), file, name, version, person, text), By: admission.ByWire}
}

// allow sets the quotas of the league.
func (h *house) allow(q store.Quotas) {
	require.NoError(h.t, h.League.Store.SetQuotas(h.t.Context(), h.League.ID, q))
}

// TestOneProgramUnderFourNames: the first one plays, whoever signs the others. Who is refused is told no name of
// others, and the organiser is.
func TestOneProgramUnderFourNames(t *testing.T) {
	h := newHouse(t, nil)
	h.joins(h.sent(1, "syb1", "1", "eve", "sybil"))
	for i, name := range []string{"syb2", "syb3", "syb4"} {
		require.Equal(t, &admission.Refusal{
			Reason: admission.Twin, Culprit: "FILE", Fix: oneName, First: "syb1",
			Why: "this same program plays already, as syb1, which the same key has signed",
		}, h.refused(h.sent(2+i, name, "1", "eve", "sybil")))
	}
	require.Equal(t, &admission.Refusal{
		Reason: admission.Twin, Culprit: "FILE", Fix: oneName, First: "syb1",
		Why: "this same program plays already, and another author entered it first",
	}, h.refused(h.sent(5, "mine", "1", "anna", "sybil")))
	require.Equal(t, admission.Twin, h.refused(h.inInbox("unsigned", "sybil")).Reason)
	h.joins(renamed(h.own("organiser", "sybil"), "organiser"))
}

// TestAProgramIsFreeAgainWhenItsBotHasLeft: the next version of that bot has another one.
func TestAProgramIsFreeAgainWhenItsBotHasLeft(t *testing.T) {
	h := newHouse(t, nil)
	h.joins(h.sent(1, "zorg", "1", "anna", "first"))
	h.joins(h.sent(2, "zorg", "2", "anna", "second"))
	h.joins(h.sent(3, "borg", "1", "anna", "first"))
}

// TestFourNamesAtATime: all four are examined before any of them joins, and one does.
func TestFourNamesAtATime(t *testing.T) {
	h := newHouse(t, nil)
	var all []*admission.Candidate
	for i := range 4 {
		all = append(all, h.Examine(t.Context(), h.sent(i, fmt.Sprint("syb", i), "1", fmt.Sprint("eve", i), "sybil")))
		require.NoError(t, all[i].Refused())
	}
	for i, c := range all {
		_, err := c.Enter(t.Context())
		c.Discard(t.Context())
		if i == 0 {
			require.NoError(t, err)
			continue
		}
		why := new(admission.Refusal)
		require.ErrorAs(t, err, &why)
		require.Equal(t, admission.Twin, why.Reason)
	}
	require.DirExists(t, h.copyOf("sybil"), "the first one plays with it")
}

// copyOf is where the copy of a program is.
func (h *house) copyOf(text string) string {
	return fmt.Sprintf("%s/%x", h.folder.Bots(), sha256.Sum256([]byte(text)))
}

// TestARefusedTwinTakesNothingAway from one that is still being examined.
func TestARefusedTwinTakesNothingAway(t *testing.T) {
	h := newHouse(t, nil)
	first := h.Examine(t.Context(), h.sent(1, "first", "1", "anna", "fails"))
	require.Error(t, first.Refused())
	h.Check = passes
	second := h.Examine(t.Context(), h.sent(2, "second", "1", "eve", "fails"))
	require.NoError(t, second.Refused())
	first.Discard(t.Context())
	require.DirExists(t, h.copyOf("fails"))
	_, err := second.Enter(t.Context())
	require.NoError(t, err)
	second.Discard(t.Context())
	require.DirExists(t, h.copyOf("fails"))
}

// TestTheNewerVersionStays if the older one came after it, and both were examined at a time.
func TestTheNewerVersionStays(t *testing.T) {
	h := newHouse(t, nil)
	newer := h.Examine(t.Context(), h.sent(1, "zorg", "2", "anna", "new"))
	older := h.Examine(t.Context(), h.sent(2, "zorg", "1", "anna", "old"))
	require.NoError(t, older.Refused())
	_, err := newer.Enter(t.Context())
	require.NoError(t, err)
	_, err = older.Enter(t.Context())
	require.ErrorContains(t, err, "zorg 1 is older than version 2")
	newer.Discard(t.Context())
	older.Discard(t.Context())
	require.NoDirExists(t, h.copyOf("old"))
	require.DirExists(t, h.copyOf("new"))
}

// TestQuotasOfAnAuthor hold for what comes by the inbox and over the network, and not for the organiser.
func TestQuotasOfAnAuthor(t *testing.T) {
	const (
		bots = "submit it as a new version of one of these, under its name, or ask the organiser to remove one"
		ask  = "ask the organiser, who can add it all the same"

		uploads = "its author has submitted 3 bots within a day, the most that one author may"
	)
	for name, test := range map[string]struct {
		quotas   store.Quotas
		after    time.Duration
		why, fix string
	}{
		"bots": {
			store.Quotas{Bots: 2}, 0, "its author has 2 bots in the league, the most that one author may have", bots,
		},
		"versions": {
			store.Quotas{Versions: 3}, 0, "its author has entered 3 versions, the most that one author may enter", ask,
		},
		"uploads": {store.Quotas{Uploads: 3}, 30 * time.Minute, uploads, "submit it again in 23 h 30 min"},
		"minutes": {store.Quotas{Uploads: 3}, 24*time.Hour - 90*time.Second, uploads, "submit it again in 2 minutes"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			now := noon
			h.Now = func() time.Time { return now }
			h.allow(test.quotas)
			h.joins(h.sent(1, "zorg", "1", "anna", "one"))
			h.joins(h.sent(2, "zorg", "2", "anna", "two"))
			h.joins(h.sent(3, "borg", "1", "anna", "three"))
			now = now.Add(test.after)
			want := &admission.Refusal{Reason: admission.Quota, Culprit: "FILE", Why: test.why, Fix: test.fix}
			require.Equal(t, want, h.refused(h.sent(4, "norg", "1", "anna", "four")))
			want.Culprit = "sent.bot"
			require.Equal(t, want, h.refused(h.byInbox("norg", "1", "anna", "four")))
			h.joins(h.sent(5, "other", "1", "eve", "five"))
			h.joins(h.byOrganiser("norg", "1", "anna", "four"))
			h.joins(h.inInbox("free", "six"))
		})
	}
}

// TestWhoHasAllBotsMayBringNewVersions of them.
func TestWhoHasAllBotsMayBringNewVersions(t *testing.T) {
	h := newHouse(t, nil)
	h.allow(store.Quotas{Bots: 1})
	h.joins(h.sent(1, "zorg", "1", "anna", "one"))
	h.joins(h.sent(2, "zorg", "2", "anna", "two"))
}

// TestQuotasAreLookedAtAgain when several bots of an author were examined at a time.
func TestQuotasAreLookedAtAgain(t *testing.T) {
	h := newHouse(t, nil)
	h.allow(store.Quotas{Bots: 1})
	one := h.Examine(t.Context(), h.sent(1, "one", "1", "anna", "one"))
	two := h.Examine(t.Context(), h.sent(2, "two", "1", "anna", "two"))
	require.NoError(t, two.Refused())
	_, err := one.Enter(t.Context())
	require.NoError(t, err)
	_, err = two.Enter(t.Context())
	require.ErrorContains(t, err, "its author has 1 bot in the league")
}

// TestTheUsualQuotas hold where the organiser has not said otherwise.
func TestTheUsualQuotas(t *testing.T) {
	h := newHouse(t, nil)
	for i := range league.UsualQuotas.Bots {
		h.joins(h.sent(i, fmt.Sprint("bot", i), "1", "anna", fmt.Sprint(i)))
	}
	require.Equal(t, admission.Quota, h.refused(h.sent(9, "more", "1", "anna", "more")).Reason)
	h.allow(store.Quotas{})
	h.joins(h.sent(9, "more", "1", "anna", "more"))
}

// TestALeagueHasNoMoreBotsThanItsTable, also of the organiser's.
func TestALeagueHasNoMoreBotsThanItsTable(t *testing.T) {
	entrants := make([]store.Entrant, archive.MostEntrants)
	one := store.Entrant{Entrant: played.Entrant{Name: "one more"}}
	err := admission.MayPlayBeside(admission.Submission{}, entrants[1:], one)
	require.NoError(t, err)
	err = admission.MayPlayBeside(admission.Submission{}, entrants, one)
	why := new(admission.Refusal)
	require.ErrorAs(t, err, &why)
	require.Equal(t, admission.Full, why.Reason)
	require.Equal(t, safe.Outside(""), why.First)
}
