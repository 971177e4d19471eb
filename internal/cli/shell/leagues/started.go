package leagues

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"

	"github.com/botarena/arena/internal/cli/shell"
)

// Program is the name of the program that holds leagues.
const Program = "arena-league"

// StartedBy is the variable by which an arena tells arena-league what it is.
const StartedBy = "ARENA_STARTED_BY"

// AsTold returns what an arena tells about itself: its version, and its games with the versions of their rules.
func AsTold(s *shell.Shell) string {
	told := []string{shell.ArenaVersion()}
	for _, game := range s.Games {
		told = append(told, fmt.Sprintf("%s:%d", game.Info().Name, game.Info().Version))
	}
	return strings.Join(told, " ")
}

// TellOther tells if the arena that has started this program is another one, of which leagues and stores may be of
// another form. What this program starts is told nothing.
func TellOther(s *shell.Shell) {
	told := os.Getenv(StartedBy)
	_ = os.Unsetenv(StartedBy) // of such a name it can't fail
	if told == "" || told == AsTold(s) {
		return
	}
	version, rules, _ := strings.Cut(told, " ")
	if own := shell.ArenaVersion(); version != own {
		safe.Fprintf(s.Err, "warning: %s is version %s, and the arena that starts it is version %s\n"+
			"hint: install both from the same release\n", Program, own, version)
	}
	own := strings.Fields(AsTold(s))[1:]
	for _, game := range strings.Fields(rules) {
		if !slices.Contains(own, game) {
			name, number, _ := strings.Cut(game, ":")
			safe.Fprintf(s.Err, "warning: %s does not have version %s of the rules of %s, as the arena that starts it has\n",
				Program, number, name)
		}
	}
}
