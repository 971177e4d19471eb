package wire

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/scheduler"
)

// TestAJobComesAsItWasGiven, without who is not to play it.
func TestAJobComesAsItWasGiven(t *testing.T) {
	given := scheduler.Job{Key: scheduler.Key{1}, Body: []byte("play"), Wall: time.Minute, Not: []string{"anna"}}
	m := JobMessage(Named("tuesdays").Job("bert"), given, 3)
	require.Equal(t, "tuesdays.jobs.bert", m.Subject)
	came, try, err := ReadJob(m.Header, m.Data)
	require.NoError(t, err)
	given.Not = nil
	require.Equal(t, given, came)
	require.Equal(t, 3, try)
	for _, header := range []string{headerKey, headerWall, headerTry} {
		m := JobMessage(m.Subject, given, 3)
		m.Header.Del(header)
		_, _, err := ReadJob(m.Header, m.Data)
		require.Error(t, err, header)
	}
}
