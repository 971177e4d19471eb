package shell

import (
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/sandbox"
)

// MayPlay returns an error unless a bot that a store names may be started on these terms.
func MayPlay(terms sandbox.Terms, e store.Entrant, found find.Bot) error {
	return league.MayPlay(terms, e, found)
}
