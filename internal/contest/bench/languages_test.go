package bench_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/bench"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/process/host"
)

func TestBotsOfOtherLanguagesPlayEveryGame(t *testing.T) {
	tier.Long(t, "compiles bots of other languages")
	cache := t.TempDir()
	for i, language := range bench.Languages() {
		for j, game := range games.All() {
			t.Run(language.Name+"/"+game.Info().Name, func(t *testing.T) {
				if (i+j)%len(games.All()) != 0 {
					tier.Night(t, "one game in each language is tried always")
				}
				path, err := language.Write(t.TempDir(), game.Info())
				require.NoError(t, err)
				bot, err := find.Finder{
					Builder: build.Builder{Cache: cache, Game: game.Info().Name},
				}.Find(t.Context(), path)
				missing := new(unfit.Error)
				if errors.As(err, &missing) && strings.HasSuffix(missing.Problem, "in PATH") {
					tier.Lacks(t, missing)
				}
				require.NoError(t, err)
				o := host.Options{Limits: host.DefaultLimits()}
				o.Limits.CPU, o.Limits.Wall = 0, 0 // room for a busy machine
				figures, err := bench.Processes(t.Context(), storytest.Setup(t, game, 20), bot.Command, o, 1)
				require.NoError(t, err)
				require.Empty(t, figures.Verdicts)
				require.Positive(t, figures.BotCPU)
			})
		}
	}
}
