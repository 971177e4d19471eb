package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/signers"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// mayPlay returns an error unless a bot that a store names may be started on these terms, whoever has
// entered it.
func mayPlay(terms sandbox.Terms, e store.Entrant, found bots.Bot) error {
	packed := e.Package != [32]byte{} && !signers.IsOwn(e.Signer)
	return mayStart(terms, e.Name, packed || league.IsStrangers(found), found)
}

func mayStart(terms sandbox.Terms, name string, strangers bool, found bots.Bot) error {
	if err := terms.MayStart(sandbox.Origin{Stranger: strangers, Module: found.Kind == bots.WASI}); err != nil {
		return withHint(fmt.Errorf("%s: %w", words.Name(name), err), hintOf(err))
	}
	return nil
}

// mark notes whether a bot that was brought is that of a stranger. A copy of one that plays already
// changes nothing, unless the organiser brings it.
func (l *openLeague) mark(bot bots.Bot, strangers bool) error {
	plays := slices.ContainsFunc(l.Entrants, func(e store.Entrant) bool { return e.Program == bot.SHA256 })
	if strangers && plays {
		return nil
	}
	return league.Mark(bot, strangers)
}

// mayStartGate returns an error unless the bot at the gate may be started.
func (l *openLeague) mayStartGate(ctx context.Context, from *botFlags) error {
	finder := from.finder()
	finder.Game, finder.Dir, finder.Inside, finder.Unbuilt = l.Game, l.folder.Bots(), true, true
	found, err := finder.Find(ctx, l.Gate)
	if err != nil {
		return err
	}
	return mayStart(from.terms(), found.Name, league.IsStrangers(found), found)
}
