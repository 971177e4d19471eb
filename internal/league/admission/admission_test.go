package admission_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/sandbox"
)

const (
	wireName  = "0123456789abcdef0123456789abcdef.bot"
	higher    = "pack it with a higher version: arena bot pack --version"
	otherName = "choose another name; the author of that bot signs it with that key"
)

// byInbox packs a bot into the inbox.
func (h *house) byInbox(name, version, person, text string) admission.Submission {
	path := h.pack(h.folder.Inbox(), "sent.bot", name, version, person, text)
	return admission.Submission{Typed: path, By: admission.ByInbox}
}

// byWire is a bot that came over the network.
func (h *house) byWire(name, version, person, text string) admission.Submission {
	path := h.pack(h.folder.Inbox(), wireName, name, version, person, text)
	return admission.Submission{Typed: path, By: admission.ByWire}
}

// byOrganiser is a bot that the organiser has packed.
func (h *house) byOrganiser(name, version, person, text string) admission.Submission {
	return admission.Submission{Typed: h.pack(h.home, "mine.bot", name, version, person, text)}
}

// own is a program of the organiser's.
func (h *house) own(name, text string) admission.Submission {
	return admission.Submission{Typed: h.program(h.home, name, text)}
}

// inInbox is a program in the inbox.
func (h *house) inInbox(name, text string) admission.Submission {
	return admission.Submission{Typed: h.program(h.folder.Inbox(), name, text), By: admission.ByInbox}
}

// renamed is a submission under another name.
func renamed(sub admission.Submission, name string) admission.Submission {
	sub.Name = name
	return sub
}

func fingerprint(t *testing.T, person string) string {
	t.Helper()
	return trust.Fingerprint(key(t, person).PublicKey())
}

// held is why a bot may not have a name of Anna's.
func held(t *testing.T, culprit, name, by string) admission.Refusal {
	why := "the name belongs to the key " + fingerprint(t, "anna") + ", and this bot is not signed"
	if by != "" {
		why = strings.Replace(why, "not signed", "signed by "+fingerprint(t, by), 1)
	}
	return admission.Refusal{
		Reason: admission.Held, Culprit: safe.Outside(culprit), What: safe.Outside(name), Why: why,
		Fix: otherName,
	}
}

// TestWhoIsNotLetIn: in the league is zorg 1.2.0, signed by Anna, and borg, which nobody has signed.
func TestWhoIsNotLetIn(t *testing.T) {
	whole := func(reason admission.Reason, culprit, why, fix string) func(*house) admission.Refusal {
		return func(*house) admission.Refusal {
			return admission.Refusal{Reason: reason, Culprit: safe.Outside(culprit), Why: why, Fix: fix}
		}
	}
	for name, test := range map[string]struct {
		sub  func(h *house) admission.Submission
		want func(h *house) admission.Refusal
	}{
		"another key": {
			func(h *house) admission.Submission { return h.byInbox("zorg", "2.0", "eve", "new") },
			func(h *house) admission.Refusal { return held(h.t, "sent.bot", "zorg", "eve") },
		},
		"another key, by wire": {
			func(h *house) admission.Submission { return h.byWire("zorg", "2.0", "eve", "new") },
			func(h *house) admission.Refusal { return held(h.t, "FILE", "zorg", "eve") },
		},
		"not signed, of a name that is held": {
			func(h *house) admission.Submission { return h.byInbox("zorg", "2.0", "", "new") },
			func(h *house) admission.Refusal { return held(h.t, "sent.bot", "zorg", "") },
		},
		"a program of a name that is held, in other capitals": {
			func(h *house) admission.Submission { return h.inInbox("ZORG", "new") },
			func(h *house) admission.Refusal {
				return held(h.t, filepath.Base(h.inInbox("ZORG", "new").Typed), "ZORG", "")
			},
		},
		"renamed to one that is held": {
			func(h *house) admission.Submission { return renamed(h.own("other", "new"), "zorg") },
			func(h *house) admission.Refusal { return held(h.t, h.own("other", "new").Typed, "zorg", "") },
		},
		"not signed, by wire": {
			func(h *house) admission.Submission { return h.byWire("new", "1", "", "new") },
			whole(admission.Unsigned, "FILE", "is not signed", admission.HowToSign),
		},
		"of a name of one that is not signed": {
			func(h *house) admission.Submission { return h.byWire("borg", "1", "eve", "new") },
			whole(admission.Taken, "FILE", "a bot that is not signed plays as borg",
				"choose another name, or have the organiser enter it: arena league add"),
		},
		"older": {
			func(h *house) admission.Submission { return h.byInbox("zorg", "1.1.9", "anna", "new") },
			whole(admission.Old, "sent.bot", "zorg 1.1.9 is older than version 1.2.0, which was in the league", higher),
		},
		"older, as numbers": {
			func(h *house) admission.Submission { return h.byInbox("zorg", "1.2.0-rc1", "anna", "new") },
			whole(admission.Old, "sent.bot", "zorg 1.2.0-rc1 is older than version 1.2.0, which was in the league", higher),
		},
		"of the same version": {
			func(h *house) admission.Submission { return h.byWire("zorg", "1.2.0", "anna", "new") },
			whole(admission.Old, "FILE", "another package of zorg 1.2.0 has this version", higher),
		},
		"the same package": {
			func(h *house) admission.Submission { return h.byInbox("zorg", "1.2.0", "anna", "zorg") },
			whole(admission.Same, "sent.bot", "this same program is in the league already", ""),
		},
		"the same program": {
			func(h *house) admission.Submission { return h.inInbox("gate", "gate") },
			func(h *house) admission.Refusal {
				return admission.Refusal{
					Reason: admission.Same, Culprit: safe.Outside(filepath.Base(h.inInbox("gate", "gate").Typed)),
					Why: "this same program is in the league already", Fix: "--name enters it under another name",
				}
			},
		},
		"of a name that is none": {
			func(h *house) admission.Submission { return renamed(h.own("other", "new"), "other ") },
			func(h *house) admission.Refusal {
				return admission.Refusal{
					Reason: admission.BadName, Culprit: safe.Outside(h.own("other", "new").Typed), What: "other ",
					Why: "is not a name for a bot", Fix: "--name takes up to 12 characters",
				}
			},
		},
		"of a long name": {
			func(h *house) admission.Submission { return renamed(h.own("other", "new"), "thirteenchars") },
			func(h *house) admission.Refusal {
				return admission.Refusal{
					Reason: admission.BadName, Culprit: safe.Outside(h.own("other", "new").Typed), What: "thirteenchars",
					Why: "is longer than 12 characters", Fix: "--name takes up to 12 characters",
				}
			},
		},
		"does not start": {
			func(h *house) admission.Submission { return h.byInbox("new", "1", "eve", "quits") },
			whole(admission.Unfit, "sent.bot", "not a bot: it exited with code 3", "flush"),
		},
		"fails the check": {
			func(h *house) admission.Submission { return h.byWire("new", "1", "eve", "fails") },
			func(*house) admission.Refusal {
				return admission.Refusal{
					Reason: admission.Failed, Culprit: "FILE", What: "rounds", Why: "seat 0 is frozen", Fix: "think less",
				}
			},
		},
		"is not better than the gate": {
			func(h *house) admission.Submission { return h.byInbox("new", "1", "eve", "new") },
			whole(admission.Unqualified, "sent.bot", "has not qualified: new is worse than gate: "+
				"ahead in 0 % of pairs, between 0 and 48; decided after 14 matches", "it must be better than the bot at the gate"),
		},
		"sources": {
			func(h *house) admission.Submission {
				path := filepath.Join(h.folder.Inbox(), "sources")
				require.NoError(h.t, os.MkdirAll(path, 0o700))
				files := map[string]string{"main.go": "package main\n\nfunc main() {}\n", "go.mod": "module x\n\ngo 1.21\n"}
				for file, text := range files {
					require.NoError(h.t, os.WriteFile(filepath.Join(path, file), []byte(text), 0o600))
				}
				return admission.Submission{Typed: path, By: admission.ByInbox}
			},
			whole(admission.Unfit, "sources", "would have to be built, and the bots of others are not",
				"ask the author to pack it: arena bot pack"),
		},
		"of another system": {
			func(h *house) admission.Submission { return h.byInbox("new", "1", "eve", "elsewhere") },
			nil,
		},
		"no package, by wire": {
			func(h *house) admission.Submission {
				path := filepath.Join(h.folder.Inbox(), wireName)
				require.NoError(h.t, os.WriteFile(path, []byte("nothing"), 0o600))
				return admission.Submission{Typed: path, By: admission.ByWire}
			},
			nil,
		},
		"a folder that is called a package": {
			func(h *house) admission.Submission {
				path := filepath.Join(h.folder.Inbox(), "sent.bot")
				require.NoError(h.t, os.Mkdir(path, 0o700))
				return admission.Submission{Typed: path, By: admission.ByInbox}
			},
			whole(admission.Unfit, "sent.bot", "not a file", ""),
		},
		"what the inbox says": {
			func(h *house) admission.Submission {
				path := filepath.Join(h.folder.Inbox(), "x")
				return admission.Submission{Typed: path, By: admission.ByInbox, Wrong: "it is a link"}
			},
			whole(admission.Unfit, "x", "it is a link", ""),
		},
		"nowhere": {
			func(h *house) admission.Submission {
				return admission.Submission{Typed: filepath.Join(h.folder.Inbox(), "gone"), By: admission.ByInbox}
			},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, gated)
			h.joins(h.own("gate", "gate"))
			h.better = true
			h.joins(h.byOrganiser("zorg", "1.2.0", "anna", "zorg"))
			h.joins(h.byOrganiser("borg", "", "", "borg"))
			h.better = false
			sub := test.sub(h)
			why := h.refused(sub)
			if test.want != nil {
				require.Equal(t, test.want(h), *why)
			} else {
				require.Equal(t, admission.Unfit, why.Reason)
				require.NotEmpty(t, why.Fix)
			}
			if sub.By != admission.ByOrganiser {
				requireNoPath(t, why)
			}
		})
	}
}

// requireNoPath requires that nothing that is told outside has a path of the organiser's.
func requireNoPath(t *testing.T, why error) {
	t.Helper()
	told := admission.ForOutside(why)
	for _, text := range []string{told.Culprit.Raw(), told.What.Raw(), told.Why, told.Fix, told.Error(), told.Said()} {
		require.NotContains(t, text, organisers)
		require.NotContains(t, text, wireName)
	}
}

// TestSomeLeaguesTakeOnlySignedPackages also of the organiser.
func TestSomeLeaguesTakeOnlySignedPackages(t *testing.T) {
	h := newHouse(t, func(l *store.League) { l.Signed = true })
	sub := h.own("zorg", "zorg")
	require.Equal(t, &admission.Refusal{
		Reason: admission.NoPackage, Culprit: safe.Outside(sub.Typed), Fix: admission.HowToSign,
		Why: "is not a package, and only signed packages are accepted here",
	}, h.refused(sub))
	sub = h.byOrganiser("zorg", "1", "", "zorg")
	require.Equal(t, &admission.Refusal{
		Reason: admission.Unsigned, Culprit: safe.Outside(sub.Typed), Why: "is not signed", Fix: admission.HowToSign,
	}, h.refused(sub))
	require.Equal(t, "anna", h.joins(h.byOrganiser("zorg", "1", "anna", "zorg")).Author)
}

// TestAVersionComesBackByTheOrganiserAlone, or anybody could bring an old one back.
func TestAVersionComesBackByTheOrganiserAlone(t *testing.T) {
	h := newHouse(t, nil)
	first := h.joins(h.byInbox("zorg", "1.9", "anna", "first"))
	require.Equal(t, fingerprint(t, "anna"), first.Signer)
	require.Equal(t, "1.9", first.Version)
	require.FileExists(t, filepath.Join(h.folder.Packages(), hex.EncodeToString(first.Package[:])+".bot"))
	h.joins(h.byWire("zorg", "1.10", "anna", "second"))
	require.Equal(t, "zorg 1.9 was in the league before", h.refused(h.byInbox("zorg", "1.9", "anna", "first")).Why)
	require.Equal(t, first.Program, h.joins(h.byOrganiser("zorg", "1.9", "anna", "first")).Program)
}

// TestTheOrganiserCanGiveANameAway, and only so it goes to another key.
func TestTheOrganiserCanGiveANameAway(t *testing.T) {
	h := newHouse(t, nil)
	h.joins(h.byOrganiser("zorg", "1", "anna", "zorg"))
	sub := h.byOrganiser("zorg", "1", "eve", "eves")
	require.Equal(t, admission.Held, h.refused(sub).Reason)
	sub.Rekey = true
	require.Equal(t, fingerprint(t, "eve"), h.joins(sub).Signer)
	require.Equal(t, admission.Held, h.refused(h.byOrganiser("zorg", "2", "anna", "annas")).Reason)
}

// TestWhoPlaysAlreadyIsTold with the refusal of the same program.
func TestWhoPlaysAlreadyIsTold(t *testing.T) {
	h := newHouse(t, nil)
	for _, sub := range []admission.Submission{h.byWire("zorg", "1", "anna", "zorg"), h.inInbox("plain", "plain")} {
		plays := h.joins(sub)
		again, err := h.Admit(t.Context(), sub)
		require.ErrorContains(t, err, "this same program is in the league already")
		require.Equal(t, plays.Name, again.Name)
		require.Equal(t, plays.Program, again.Program)
	}
}

// TestStrangersNeedASandbox, unless the organiser says otherwise. The organiser's own bots do not.
func TestStrangersNeedASandbox(t *testing.T) {
	h := newHouse(t, nil)
	h.Finder.Terms = sandbox.Terms{Level: sandbox.None}
	for _, sub := range []admission.Submission{
		h.inInbox("new", "new"), h.byWire("new", "1", "eve", "new"), h.byOrganiser("new", "1", "eve", "new"),
	} {
		why := h.refused(sub)
		require.Equal(t, admission.Unfit, why.Reason)
		require.Equal(t, sub.Called(), why.Culprit.Raw())
		require.Equal(t, "a stranger has made it, and nothing would confine it", why.Why)
	}
	h.joins(h.own("mine", "mine"))
	h.Finder.Terms.Asked = true
	h.joins(h.inInbox("new", "new"))
}

// TestTheMarkOfAStrangerStays until the organiser brings the same program.
func TestTheMarkOfAStrangerStays(t *testing.T) {
	h := newHouse(t, nil)
	marks := func() int {
		found, err := filepath.Glob(filepath.Join(h.folder.Bots(), "*", ".stranger"))
		require.NoError(t, err)
		return len(found)
	}
	h.joins(h.inInbox("new", "new"))
	require.Equal(t, 1, marks())
	h.joins(renamed(h.own("new", "new"), "mine"))
	require.Equal(t, 0, marks())
	for _, name := range []string{"new", "mine"} { // one program plays under one name
		_, err := h.League.Store.Withdraw(t.Context(), h.League.ID, name)
		require.NoError(t, err)
	}
	h.joins(renamed(h.inInbox("new", "new"), "theirs"))
	require.Equal(t, 0, marks(), "it plays as the organiser's")
}
