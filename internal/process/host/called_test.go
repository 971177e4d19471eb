package host

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/sandbox"
)

// TestWhereABotLiesIsNotItsFault if those who read messages call it otherwise: somebody else has put it there.
func TestWhereABotLiesIsNotItsFault(t *testing.T) {
	misplaced := &sandbox.PrivateError{Bot: "/home/anna/league/zorg", Path: "/home/anna/.ssh"}
	no := new(NotABotError)
	for called, blamed := range map[string]bool{"": true, "zorg.bot": false} {
		c := executable.Command{Path: misplaced.Bot, Called: called, Args: []string{misplaced.Bot}}
		require.Equal(t, blamed, errors.As(notStarted(c, misplaced), &no), called)
		require.ErrorAs(t, notStarted(c, errors.New("another reason")), &no)
	}
}
