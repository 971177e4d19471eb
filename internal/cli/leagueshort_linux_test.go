package cli

import (
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// TestLeagueWithFewOpenFiles goes on while strangers hold as many connections as its listeners let them have: with 128
// files nobody is short of any; with fewer than this machine's own matches need, it says so and a worker plays them.
func TestLeagueWithFewOpenFiles(t *testing.T) {
	tier.Long(t, "holds a league over the network")
	t.Parallel()
	for files, isShort := range map[string]bool{"128": false, "40": true} {
		t.Run(files, func(t *testing.T) {
			if !isShort {
				tier.Night(t, "whose files are short is tried always")
			}
			t.Parallel()
			l := newNetLeague(t)
			anna := l.Invite("anna")
			page, metrics := testkit.Address(t.Cleanup), testkit.Address(t.Cleanup)
			serve := l.league("serve", "l", "--sandbox", "none", "-j", "1",
				"--listen", l.address, "--silence", "1s", "--http", page, "--metrics", metrics)
			serve.Args = append([]string{"sh", "-c", "ulimit -n " + files + ` && exec "$@"`, "sh", serve.Path}, serve.Args[1:]...)
			serve.Path = "/bin/sh"
			begun := time.Now()
			l.start("league", serve)
			l.listens()
			l.worker("anna", anna, "--sandbox", "none")
			play := func(when string) {
				before := l.playedBy()
				testkit.Await(t, "matches are played "+when, func() bool {
					now := l.playedBy()
					return now["anna"] > before["anna"] && (isShort || now[""] > before[""])
				})
			}
			play("before they come")
			var held []net.Conn
			for _, at := range []string{l.address, page, metrics} {
				for range 100 { // far more than any lets in
					c, err := net.Dial("tcp", at)
					require.NoError(t, err)
					t.Cleanup(func() { _ = c.Close() })
					held = append(held, c)
				}
			}
			play("while they are there")
			tells := func() int { return strings.Count(l.saidBy("league"), "too many files are open") }
			if isShort { // by its own match, which anna's may have come before
				testkit.Await(t, "the league says that it is short", func() bool { return tells() > 0 })
			}
			for _, c := range held {
				_ = c.Close()
			}
			play("when they have gone")
			require.NoError(t, serve.Process.Signal(os.Interrupt))
			l.ends(serve)
			told := tells()
			require.Equal(t, isShort, told > 0)
			require.LessOrEqual(t, told, 1+int(time.Since(begun)/time.Minute), "it is told once a minute")
			require.NotContains(t, l.saidBy("league"), "can't be played")
			require.NotContains(t, mustRun(t, l.league("workers", "l")), "revoked")
		})
	}
}
