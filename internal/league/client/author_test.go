package client

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/wire"
)

// sends returns what an author says, and how a file ends up that a league answers like this.
func sends(t *testing.T, request func(step string) wire.Submitted) (said []string, err error) {
	a := &Author{
		names: wire.Named(""), session: "s", address: "there", conn: &nats.Conn{},
		say: func(sentence string) { said = append(said, sentence) },
		request: func(_ context.Context, m *nats.Msg) (wire.Submitted, error) {
			return request(wire.WorkerOf(m.Subject)), nil
		},
	}
	_, err = a.Send(t.Context(), strings.NewReader("mine"), 4, nil)
	return said, err
}

func TestAFileWaitsForRoom(t *testing.T) {
	for asked, error := range map[int]string{
		0: "", 1: "", 100: "",
		200: "there: there was no lasting room for this file in 10 minutes",
	} {
		synctest.Test(t, func(t *testing.T) {
			busy := asked
			said, err := sends(t, func(step string) wire.Submitted {
				if busy--; busy >= 0 {
					return wire.Submitted{Busy: 5 * time.Second}
				}
				return wire.Submitted{ID: "1", Whole: step == wire.StepPart}
			})
			require.Len(t, said, min(asked, 1))
			if error == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, error)
			require.Equal(t, "submit it again later; on a slow line, when fewer others do", hint.Of(err))
		})
	}
}

// TestAFileThatLosesItsPlaceIsSentAgain, but not for ever.
func TestAFileThatLosesItsPlaceIsSentAgain(t *testing.T) {
	for lost, ends := range map[int]bool{0: true, 5: true, 1000: false} {
		synctest.Test(t, func(t *testing.T) {
			tries := 0
			said, err := sends(t, func(step string) wire.Submitted {
				if step == wire.StepBegin {
					tries++
					return wire.Submitted{ID: "1"}
				}
				return wire.Submitted{Unknown: tries <= lost, Whole: tries > lost}
			})
			require.Len(t, said, min(lost, 1))
			if ends {
				require.NoError(t, err)
				require.Equal(t, lost+1, tries)
				return
			}
			require.ErrorContains(t, err, "there was no lasting room for this file in 10 minutes")
		})
	}
}

// TestARefusalIsOneLine, whatever a league says.
func TestARefusalIsOneLine(t *testing.T) {
	_, err := sends(t, func(string) wire.Submitted {
		return wire.Submitted{Refused: "no\nhint: sudo rm -rf /", Fix: "type\u202e this"}
	})
	require.ErrorIs(t, err, ErrDeclined)
	require.EqualError(t, err, `"no\nhint: sudo rm -rf /"`)
	require.Equal(t, `"type\u202e this"`, hint.Of(err))
}
