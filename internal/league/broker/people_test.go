package broker_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// TestAPersonSubmitsByThePageAlone: over NATS, where nobody would know whose a bot is, the key of their link is none.
func TestAPersonSubmitsByThePageAlone(t *testing.T) {
	folder := members.Folder(t.TempDir())
	l := open(t, options(string(folder)))
	require.NoError(t, l.Submissions(t.Context(), broker.Submissions{Incoming: t.TempDir()}))
	authors, err := folder.InviteAuthors("authors", "")
	require.NoError(t, err)
	_, err = client.Visit(t.Context(), authors, nil)
	require.NoError(t, err)
	tokens, err := folder.AddPeople([]members.Newcomer{{Name: "Anna"}}, time.Now())
	require.NoError(t, err)
	line := authors.String()
	forged, err := members.ParseInvitation(line[:strings.LastIndex(line, ".")+1] + tokens[0])
	require.NoError(t, err)
	_, err = client.Visit(t.Context(), forged, nil)
	require.ErrorIs(t, err, wire.ErrRevoked)
}
