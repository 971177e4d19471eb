package league

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/members"

	"github.com/botarena/arena/internal/cli/shell"
)

func newLeagueWorkers(s *shell.Shell) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "workers FOLDER",
		Short: "List the workers of a league, and who is there now",
		Long: `List who was invited to play the matches of a league or to submit bots, which workers are
there now, how many matches each has been given and not played yet, and how many it has
played since when. The list is at most some seconds old.`,
		Example: `  arena league workers tuesdays
  arena league workers tuesdays --json`,
		Args:              shell.WantArgs(1, 1),
		ValidArgsFunction: completeLeague(nil),
		RunE: func(c *cobra.Command, args []string) error {
			l, err := opened(s, c.Context(), args[0], store.Options{ReadOnly: true})
			if err != nil {
				return err
			}
			invited, err := l.readInvited(c.Context())
			if err := errors.Join(err, l.Close()); err != nil {
				return err
			}
			if asJSON {
				return shell.PrintJSON(s.Out, invited.JSON())
			}
			invited.Print(s, l.typed)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// invitedList is who was invited to a league, and what they do.
type invitedList struct {
	members []members.Member
	played  map[string]work // by the ID of the worker; "" is the league's own machine
	present []members.PresentWorker
	served  bool // with workers, now
}

// work is what a worker has done.
type work struct {
	matches     int
	first, last time.Time // when these matches ended
}

func (l *openLeague) readInvited(ctx context.Context) (list invitedList, err error) {
	folder := members.Folder(l.Folder.Workers())
	if list.members, err = folder.Members(); err != nil {
		return invitedList{}, err
	}
	list.members = slices.DeleteFunc(list.members, func(m members.Member) bool { return m.Person != "" })
	if list.present, list.served, err = folder.Present(time.Now()); err != nil {
		return invitedList{}, err
	}
	list.played = make(map[string]work)
	for m, err := range l.Store.Lines(ctx, l.ID, 0) {
		if err != nil {
			return invitedList{}, err
		}
		of := list.played[m.Worker]
		if of.matches++; m.Ended.After(of.last) {
			of.last = m.Ended
		}
		if of.matches == 1 || m.Ended.Before(of.first) {
			of.first = m.Ended
		}
		list.played[m.Worker] = of
	}
	return list, nil
}

// there returns what a worker does that is there; zero if it is not.
func (list invitedList) there(id string) members.PresentWorker {
	at := slices.IndexFunc(list.present, func(p members.PresentWorker) bool { return p.ID == id })
	if at < 0 {
		return members.PresentWorker{}
	}
	return list.present[at]
}

func (list invitedList) Print(s *shell.Shell, typed string) {
	if len(list.members) == 0 {
		fmt.Fprintln(s.Out, "no worker was invited")
		fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "league", "invite", typed, "NAME"))
		return
	}
	table := shell.NewTable("worker", "now", ">given", ">matches", "first match", "last match", "invited", "key")
	for _, m := range list.members {
		done := list.played[m.ID]
		if m.Submits {
			table.Row(m.Name, "", "", "", "", "", minuteOf(m.Invited), keyState(m))
			continue
		}
		now, given := list.now(m)
		table.Row(m.Name, now, given, strconv.Itoa(done.matches), minuteOf(done.first), minuteOf(done.last),
			minuteOf(m.Invited), keyState(m))
	}
	if here := list.played[""]; here.matches > 0 {
		table.Row("this machine", "", "", strconv.Itoa(here.matches), minuteOf(here.first), minuteOf(here.last), "", "")
	}
	table.Print(s.Out)
	if !list.served {
		fmt.Fprintln(s.Err, "note: nobody is there, as the league is not served with --listen or --nats now")
	}
}

// now says whether a worker is there, and how many matches it has been given and not played yet.
func (list invitedList) now(m members.Member) (is, given string) {
	switch there := list.there(m.ID); {
	case m.Revoked != "":
		return "", ""
	case there.Slots == 0:
		return "away", ""
	default:
		return fmt.Sprintf("there, plays %d", there.Slots), strconv.Itoa(there.Given)
	}
}

func minuteOf(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Local().Format("2006-01-02 15:04")
}

func keyState(m members.Member) string {
	if m.Revoked != "" {
		return "revoked: " + m.Revoked
	}
	if m.Submits {
		return "valid, for authors"
	}
	return "valid"
}

// invitedJSON is who was invited to a league.
type invitedJSON struct {
	Served  bool                `json:"served"` // with workers, now
	Workers []invitedWorkerJSON `json:"workers"`
	Authors []invitationJSON    `json:"authors"` // the links by which bots are submitted
	Here    workJSON            `json:"here"`    // what the league's own machine has played
}

type invitationJSON struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Invited time.Time `json:"invited"`
	Counts  bool      `json:"counts"`
	Why     string    `json:"why"` // it counts no more
}

func invitationOf(m members.Member) invitationJSON {
	return invitationJSON{m.ID, m.Name, m.Invited, m.Revoked == "", m.Revoked}
}

type workJSON struct {
	Matches int        `json:"matches"`
	First   *time.Time `json:"first"` // when the first of them ended; null if there is none
	Last    *time.Time `json:"last"`  // the same of the last one
}

type invitedWorkerJSON struct {
	invitationJSON
	workJSON
	Present bool `json:"present"` // it is there now
	Slots   int  `json:"slots"`   // how many matches it plays at a time; 0 if it is away
	Given   int  `json:"given"`   // how many it has now, also those that it will play next
}

func (list invitedList) JSON() invitedJSON {
	all := invitedJSON{
		Served: list.served, Workers: []invitedWorkerJSON{}, Authors: []invitationJSON{},
		Here: list.played[""].JSON(),
	}
	for _, m := range list.members {
		invitation := invitationOf(m)
		if m.Submits {
			all.Authors = append(all.Authors, invitation)
			continue
		}
		there := list.there(m.ID)
		all.Workers = append(all.Workers, invitedWorkerJSON{
			invitation, list.played[m.ID].JSON(), there.Slots > 0, there.Slots, there.Given,
		})
	}
	return all
}

func (w work) JSON() workJSON {
	if w.matches == 0 {
		return workJSON{}
	}
	return workJSON{w.matches, orNull(w.first), orNull(w.last)}
}
