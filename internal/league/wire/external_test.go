package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/wire"
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
		require.Equal(t, want, wire.External{URL: url}.Place())
	}
}
