package cli

import (
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/sandbox"
	"github.com/botarena/arena/internal/store"
)

// mayPlay returns an error unless a bot that a store names may be started on these terms.
func mayPlay(terms sandbox.Terms, e store.Entrant, found bots.Bot) error {
	return league.MayPlay(terms, e, found)
}
