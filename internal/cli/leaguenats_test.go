//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league/members"
)

// natsServer is a NATS server that somebody runs, with an account for a league.
type natsServer struct {
	url     string
	account nkeys.KeyPair
}

// startNATS starts a server whose users have credentials. It ends with the test.
func startNATS(t *testing.T) *natsServer {
	t.Helper()
	operator, operatorID := keyOf(t, nkeys.CreateOperator)
	account, accountID := keyOf(t, nkeys.CreateAccount)
	_, systemID := keyOf(t, nkeys.CreateAccount)
	accounts := &server.MemAccResolver{}
	for _, id := range []string{accountID, systemID} {
		claims := jwt.NewAccountClaims(id)
		if id == accountID {
			claims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: -1, Streams: -1, Consumer: -1}
		}
		token, err := claims.Encode(operator)
		require.NoError(t, err)
		require.NoError(t, accounts.Store(id, token))
	}
	trusted := jwt.NewOperatorClaims(operatorID)
	_, err := trusted.Encode(operator)
	require.NoError(t, err)
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		TrustedOperators: []*jwt.OperatorClaims{trusted}, SystemAccount: systemID, AccountResolver: accounts,
	})
	require.NoError(t, err)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	require.True(t, s.ReadyForConnections(30*time.Second))
	return &natsServer{s.ClientURL(), account}
}

func keyOf(t *testing.T, create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
	t.Helper()
	key, err := create()
	require.NoError(t, err)
	id, err := key.PublicKey()
	require.NoError(t, err)
	return key, id
}

// credentials returns a file with credentials of a user who may do that; everything if it is empty.
func (s *natsServer) credentials(t *testing.T, may jwt.Permissions) (path string) {
	t.Helper()
	user, id := keyOf(t, nkeys.CreateUser)
	claims := jwt.NewUserClaims(id)
	claims.Permissions = may
	token, err := claims.Encode(s.account)
	require.NoError(t, err)
	seed, err := user.Seed()
	require.NoError(t, err)
	text, err := jwt.FormatUserConfig(token, seed)
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "user.creds")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// permissionLine is a line of the documents that says what a worker may do on a server of somebody else.
var permissionLine = regexp.MustCompile(`(?m)^ {4}(publish|subscribe): +(.+)$`)

// toldPermissions returns what the documents say that the worker of an ID needs.
func toldPermissions(t *testing.T, id string) (may jwt.Permissions) {
	t.Helper()
	text, err := os.ReadFile("../../docs/league.md")
	require.NoError(t, err)
	for _, line := range permissionLine.FindAllStringSubmatch(string(text), -1) {
		subjects := strings.Split(strings.ReplaceAll(line[2], "UABC…", id), ", ")
		if line[1] == "publish" {
			may.Pub.Allow.Add(subjects...)
		} else {
			may.Sub.Allow.Add(subjects...)
		}
	}
	require.NotEmpty(t, may.Pub.Allow)
	require.NotEmpty(t, may.Sub.Allow)
	return may
}

// TestLeagueOverAServerThatRunsAlready: with what the documents tell the administrator of a NATS
// server to allow, workers play, and nobody gets at what is another's.
func TestLeagueOverAServerThatRunsAlready(t *testing.T) {
	tier.Long(t, "holds a league over the network")
	t.Parallel()
	const matches = 12
	l, s := newNetLeague(t), startNATS(t)
	flags := func(may jwt.Permissions) []string {
		return []string{"--nats", s.url, "--creds", s.credentials(t, may), "--prefix", "tuesdays", "--sandbox", "none"}
	}
	type member struct {
		id    string
		flags []string
	}
	joining := make(map[string]member)
	for _, name := range []string{"anna", "bert"} {
		line, err := os.ReadFile(l.Invite(name))
		require.NoError(t, err)
		i, err := members.ParseInvitation(strings.TrimSpace(string(line)))
		require.NoError(t, err)
		joining[name] = member{i.ID(), flags(toldPermissions(t, i.ID()))}
	}
	serve := l.start(
		"league",
		l.league(append([]string{"serve", "l", "-n", "12", "-j", "0", "--silence", "1s"}, flags(jwt.Permissions{})...)...))
	l.listens()
	for name, m := range joining {
		l.worker(name, filepath.Join(l.dir, name+".invitation"), m.flags...)
	}
	l.ends(serve)
	requireLeagueWhole(t, filepath.Join(l.dir, "l", "league.db"), matches)
	require.NotContains(t, mustRun(t, l.league("workers", "l")), "revoked")

	anna, bert := joining["anna"].id, joining["bert"].id
	credentials := s.credentials(t, toldPermissions(t, anna))
	for _, own := range []string{"tuesdays.beats." + anna, "tuesdays.next." + anna} {
		require.NoError(t, s.attempt(t, credentials, func(c *nats.Conn) error { return c.Publish(own, nil) }), own)
	}
	for _, subject := range []string{
		"tuesdays.jobs." + bert, "tuesdays.results." + bert, "tuesdays.beats." + bert, "tuesdays.bots.00.0",
		"_INBOX_" + bert + ".x",
		"tuesdays.next." + bert, "tuesdays.said." + bert, "tuesdays.parts." + bert,
		"$JS.API.CONSUMER.MSG.NEXT.tuesdays_JOBS." + anna, "$JS.API.CONSUMER.MSG.NEXT.tuesdays_RESULTS.league",
		"$JS.API.STREAM.MSG.GET.tuesdays_RESULTS", "$JS.API.DIRECT.GET.tuesdays_JOBS.tuesdays.jobs." + bert,
		"$JS.API.CONSUMER.CREATE.tuesdays_JOBS.x", "$JS.API.STREAM.PURGE.tuesdays_JOBS",
		"$JS.ACK.tuesdays_JOBS." + bert + ".1.1.1.1.1",
	} {
		require.ErrorContains(t, s.attempt(t, credentials, func(c *nats.Conn) error { return c.Publish(subject, nil) }),
			"ermissions", subject)
	}
	for _, subject := range []string{
		">", "tuesdays.>", "tuesdays.jobs." + anna, "_INBOX_" + bert + ".>", "_INBOX.>",
		"$JS.>",
	} {
		require.ErrorContains(t, s.attempt(t, credentials, func(c *nats.Conn) error {
			_, err := c.SubscribeSync(subject)
			return err
		}), "ermissions", subject)
	}
}

// attempt returns what the server says when somebody with these credentials does something.
func (s *natsServer) attempt(t *testing.T, credentials string, do func(*nats.Conn) error) error {
	t.Helper()
	c, err := nats.Connect(s.url, nats.UserCredentials(credentials),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, do(c))
	require.NoError(t, c.FlushTimeout(10*time.Second))
	return c.LastError()
}
