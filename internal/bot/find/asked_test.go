package find_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/process/host"
)

func TestAllInTheFolderAreAsked(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{
		"bots/Zorg.sh": "exit\n", "bots/own.sh": "exit 1\n", "bots/mute.sh": "", "bots/text.dat": "",
	})
	mute := errors.New("says nothing")
	all, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.AskAll(t.Context(),
		func(_ context.Context, b find.Bot) (host.Description, error) {
			switch b.Name {
			case "own":
				return host.Description{Name: "saruman", Version: "2"}, nil
			case "mute":
				return host.Description{}, mute
			}
			return host.Description{SDK: "x"}, nil
		})
	require.NoError(t, err)
	require.Len(t, all, 4)
	byName := map[string]find.Asked{}
	for _, one := range all {
		byName[one.Listed] = one
	}
	require.Equal(t, "x", byName["Zorg.sh"].Said.SDK)
	require.Equal(t, "Zorg", byName["Zorg.sh"].Name(), "that of its file")
	require.Equal(t, "saruman", byName["own.sh"].Name())
	require.Equal(t, absolute(t, "bots/own.sh"), byName["own.sh"].Bot.Command.Path)
	require.Equal(t, mute, byName["mute.sh"].Err)
	require.Equal(t, language.Shell, byName["mute.sh"].Bot.Kind, "it was found")
	require.ErrorContains(t, byName["text.dat"].Err, "text.dat: ")
	require.Equal(t, find.Bot{}, byName["text.dat"].Bot)
}

func TestAFolderThatIsNotThereIsNotAsked(t *testing.T) {
	_, err := find.Finder{Dir: "absent"}.AskAll(t.Context(), nil)
	require.ErrorContains(t, err, "absent: no such file or folder")
}

func TestAskingEndsWithItsContext(t *testing.T) {
	tier.Needs(t, "sh")
	inFolder(t, map[string]string{"bots/a.sh": "", "bots/b.sh": ""})
	ctx, stop := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	_, err := find.Finder{Builder: build.Builder{Cache: t.TempDir()}, Dir: "bots"}.AskAll(ctx,
		func(context.Context, find.Bot) (host.Description, error) {
			stop(enough)
			return host.Description{}, nil
		})
	require.Equal(t, enough, err)
}
