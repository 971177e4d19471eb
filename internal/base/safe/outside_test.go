package safe_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
)

const forged safe.Outside = "zorg\nhint: rm -r /"

func TestTextFromOutsideDisturbsNoMessage(t *testing.T) {
	const quoted = `"zorg\nhint: rm -r /"`
	for _, format := range []string{"%s", "%v", "%q", "%+v", "%#v", "%#q", "%d", "%x"} {
		require.Equal(t, quoted, fmt.Sprintf(format, forged), format)
	}
	require.Equal(t, quoted, fmt.Sprint(forged))
	require.Equal(t, quoted, forged.String())
	require.Equal(t, "["+quoted+"]", fmt.Sprint([]safe.Outside{forged}))
	require.Equal(t, "{"+quoted+"}", fmt.Sprint(struct{ Name safe.Outside }{forged}))
}

func TestPlainTextFromOutsideIsAsItIs(t *testing.T) {
	const name safe.Outside = "my bot"
	require.Equal(t, `my bot, "my bot"`, fmt.Sprintf("%s, %q", name, name))
	require.Equal(t, "[my bot  ]", fmt.Sprintf("[%-8s]", name))
	require.Equal(t, "[  my bot]", fmt.Sprintf("[%8v]", name))
}

func TestTextFromOutsideIsKeptRaw(t *testing.T) {
	require.Equal(t, "zorg\nhint: rm -r /", forged.Raw())
	text, err := json.Marshal(forged)
	require.NoError(t, err)
	require.Equal(t, `"zorg\nhint: rm -r /"`, string(text))
	var read safe.Outside
	require.NoError(t, json.Unmarshal(text, &read))
	require.Equal(t, forged, read)
}

func TestEachStringOfAMessageIsTakenForOutside(t *testing.T) {
	args := []any{forged.Raw(), 3, "plain", fs.ErrClosed}
	require.Equal(t, `"zorg\nhint: rm -r /" 3 plain file already closed`, safe.Sprintf("%s %d %s %v", args...))
	var page strings.Builder
	safe.Fprintf(&page, "%s\n", forged.Raw())
	require.Equal(t, `"zorg\nhint: rm -r /"`+"\n", page.String())
	require.Equal(t, forged.Raw(), args[0], "the caller's are left as they are")
	err := safe.Errorf("%s: %w", forged.Raw(), fs.ErrClosed)
	require.EqualError(t, err, `"zorg\nhint: rm -r /": file already closed`)
	require.True(t, errors.Is(err, fs.ErrClosed))
}
