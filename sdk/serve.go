package sdk

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// Version is the version of the SDK.
const Version = "0.1.0"

// server is what a bot's process serves.
type server struct {
	bots  []Bot
	null  bool
	pipes bool //nolint:unused // on some systems: it can also be reached by pipes
}

func newServer(bots []Bot) *server {
	if len(bots) == 0 {
		panic("sdk.Serve: no bot to serve")
	}
	s := &server{}
	seen := map[string]bool{}
	for _, b := range bots {
		if seen[b.game.Name] {
			panic(fmt.Sprintf("sdk.Serve: two bots for the game %q", b.game.Name))
		}
		seen[b.game.Name] = true
		if b.game.Name == "" {
			s.null = true
		} else {
			s.bots = append(s.bots, b)
		}
	}
	return s
}

// buildVersion returns the commit from which the bot was built, or "" if Go doesn't know it.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(12, len(s.Value))]
		}
	}
	return ""
}

// introduce explains the program to somebody who ran it by hand.
func (s *server) introduce(w io.Writer, path string) {
	titles, game := make([]string, 0, len(s.bots)), "GAME"
	for _, b := range s.bots {
		titles = append(titles, b.game.Title)
	}
	switch {
	case len(s.bots) == 0:
		titles = append(titles, "any game")
	case len(s.bots) == 1:
		game = s.bots[0].game.Name
	}
	_, _ = fmt.Fprintf(w, "%s is a bot for %s; the arena starts it\nhint: arena play %s %s\n",
		filepath.Base(path), strings.Join(titles, ", "), game, path)
}
