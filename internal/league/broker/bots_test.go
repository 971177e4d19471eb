package broker_test

import (
	"context"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
)

// TestProgramsOfEarlierArenas were in streams that took much room: they go, and nothing is damaged.
func TestProgramsOfEarlierArenas(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(ctx context.Context, js jetstream.JetStream) error{
		"arena_BOTS": func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.CreateStream(ctx, jetstream.StreamConfig{
				Name: "arena_BOTS", Subjects: []string{"arena.bots.*.*"}, MaxBytes: 4 << 30, MaxMsgsPerSubject: 1,
			})
			return err
		},
		"OBJ_arena_BOTS": func(ctx context.Context, js jetstream.JetStream) error {
			_, err := js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "arena_BOTS", MaxBytes: 4 << 30})
			return err
		},
	} {
		folder := t.TempDir()
		first, err := broker.Open(t.Context(), options(folder))
		require.NoError(t, err)
		require.NoError(t, make(t.Context(), first.JetStream()))
		require.NoError(t, first.Close())

		l := open(t, options(folder))
		require.Empty(t, l.said.get())
		_, err = l.JetStream().Stream(t.Context(), name)
		require.ErrorIs(t, err, jetstream.ErrStreamNotFound)
		require.NoError(t, l.PutBot(digestOf("zorg"), strings.NewReader("zorg"), 4))
	}
}

// TestDroppedProgram is not there any more, for nobody, and can be put again.
func TestDroppedProgram(t *testing.T) {
	t.Parallel()
	l := open(t, options(t.TempDir()))
	got := make(chan string, 1)
	join(t, l.invite(t, "anna"), client.JoinOptions{Play: func(ctx context.Context, task *client.Task) ([]byte, error) {
		var program writer
		if err := task.Bot(ctx, digestOf("zorg"), &program); err != nil {
			got <- err.Error()
		} else {
			got <- string(program)
		}
		return nil, nil
	}})
	for number, want := range []string{"zorg", "the league has no such program", "zorg"} {
		if want == "zorg" {
			require.NoError(t, l.PutBot(digestOf("zorg"), strings.NewReader("zorg"), 4))
		} else {
			require.NoError(t, l.DropBot(digestOf("zorg")))
			require.NoError(t, l.DropBot(digestOf("zorg")), "it is gone already")
		}
		there, err := l.HasBot(digestOf("zorg"))
		require.NoError(t, err)
		require.Equal(t, want == "zorg", there)
		require.NoError(t, l.Give(t.Context(), job(number)))
		l.next(t).Done()
		require.Contains(t, <-got, want)
	}
}
