package league

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/web/hook"

	"github.com/botarena/arena/internal/cli/shell"
)

// hookOption says to which program the events of a league are posted.
type hookOption struct{ address string }

func (o *hookOption) Register(c *cobra.Command) {
	c.Flags().StringVar(&o.address, "hook", "", "post what happens to the program at `URL`, as JSON")
	shell.Must(c.RegisterFlagCompletionFunc("hook", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveNoFileComp)))
}

func (o *hookOption) Check() error {
	if o.address == "" {
		return nil
	}
	if _, err := hook.Check(o.address); err != nil {
		return shell.Misused("--hook https://chat.example.org/hooks/1", "--hook %s: %w", o.address, err)
	}
	return nil
}

// hooked posts the events of a league. One of nil posts nothing.
type hooked struct {
	*hook.Hook
	ctx   context.Context //nolint:containedctx // league.Run tells without one, in the goroutine that has this
	s     *shell.Shell
	l     *openLeague
	known []store.Entrant
}

// begin begins to post, if that was asked for.
func (o *hookOption) begin(ctx context.Context, s *shell.Shell, l *openLeague) *hooked {
	if o.address == "" {
		return nil
	}
	to, err := hook.Check(o.address)
	if err != nil {
		return nil // Check has told
	}
	warn := func(err error) { fmt.Fprintf(s.Err, "warning: --hook: %v\n", err) }
	return &hooked{Hook: hook.New(ctx, to, warn), ctx: ctx, s: s, l: l, known: l.Entrants}
}

// close ends the hook.
func (h *hooked) close() {
	if h != nil {
		h.Close()
	}
}

// eventJSON is an event as it is posted. Fields that do not concern it are left out.
type eventJSON struct {
	League string      `json:"league"`
	Kind   string      `json:"kind"` // played, failed, joined or left
	Match  *playedJSON `json:"match,omitempty"`
	Bot    *hookedBot  `json:"bot,omitempty"`
	Reason string      `json:"reason,omitempty"`
}

type hookedBot struct {
	Number  int    `json:"bot"` // as on the page
	Name    string `json:"name"`
	Version string `json:"version"`
}

type playedJSON struct {
	Match    int           `json:"match"` // from 1
	Bots     []hookedBot   `json:"bots"`  // by seat
	Scores   []int         `json:"scores,omitempty"`
	Places   []int         `json:"places,omitempty"`
	Verdicts []verdictJSON `json:"verdicts,omitempty"`
}

type verdictJSON struct {
	Seat  int    `json:"seat"`
	Round int    `json:"round"`
	Kind  string `json:"kind"`
}

func (h *hooked) tell(e league.Event) {
	if h == nil || !h.isPublic() {
		return
	}
	switch e.Kind {
	case league.Played, league.Failed:
		h.post(eventJSON{Kind: string(e.Kind), Match: h.match(e), Reason: e.Reason})
	case league.Changed:
		h.changed()
	}
}

// isPublic reports whether others may know of what happens now: while the table stands still they may not.
func (h *hooked) isPublic() bool {
	hours, err := h.l.Store.Hours(h.ctx, h.l.ID)
	return err == nil && (hours.Freeze.IsZero() || time.Now().Before(hours.Freeze))
}

func (h *hooked) post(e eventJSON) {
	e.League = engine.Printable(h.l.Name.Raw())
	e.Reason = engine.Printable(e.Reason)
	h.Tell(time.Now(), e)
}

func (h *hooked) match(e league.Event) *playedJSON {
	m := &playedJSON{Match: e.Match.Number + 1, Scores: e.Match.Scores, Places: e.Match.Places}
	for _, number := range e.Match.Seats {
		m.Bots = append(m.Bots, h.bot(number))
	}
	for _, v := range e.Match.Verdicts {
		m.Verdicts = append(m.Verdicts, verdictJSON{v.Seat, v.Round, engine.Printable(string(v.Kind))})
	}
	return m
}

func (h *hooked) bot(number int) hookedBot {
	b := hookedBot{Number: number}
	if number < len(h.known) {
		b.Name, b.Version = engine.Printable(h.known[number].Name), engine.Printable(h.known[number].Version)
	}
	return b
}

// changed tells which bots have joined and left since the last time.
func (h *hooked) changed() {
	now, err := h.l.Store.Tournament(h.ctx, h.l.ID)
	if err != nil {
		fmt.Fprintf(h.s.Err, "warning: --hook: %v\n", err)
		return
	}
	was := h.known
	h.known = now.Entrants
	for number, e := range now.Entrants {
		before := store.Entrant{}
		if number < len(was) {
			before = was[number]
		}
		bot := h.bot(number)
		if before.Joined == nil && e.Joined != nil {
			h.post(eventJSON{Kind: "joined", Bot: &bot})
		}
		if before.Gone == nil && e.Gone != nil {
			h.post(eventJSON{Kind: "left", Bot: &bot})
		}
	}
}
