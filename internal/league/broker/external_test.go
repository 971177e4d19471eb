package broker_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/broker"
)

// TestPlaceShowsNoPassword, whatever the URL looks like.
func TestPlaceShowsNoPassword(t *testing.T) {
	for url, want := range map[string]string{
		"nats://127.0.0.1:4222":                                      "nats://127.0.0.1:4222",
		"nats://anna:secret@example.org:4222":                        "nats://example.org:4222",
		"tls://anna:s@cr@t@example.org":                              "tls://example.org",
		"anna:secret@example.org:4222":                               "nats://example.org:4222",
		"nats://token@a.example:1, nats://anna:secret@b.example:bad": "nats://a.example:1,nats://b.example:bad",
	} {
		require.Equal(t, want, broker.External{URL: url}.Place())
	}
}
