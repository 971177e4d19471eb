package plaintext_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/plaintext"
)

func TestTextIsReadAsItWasMeant(t *testing.T) {
	for brought, want := range map[string]string{
		"": "", "a\nb": "a\nb", "\xef\xbb\xbfa": "a", "a\r\nb\r\n": "a\nb\n", "a\rb": "a\rb",
		"\xff\xfea\x00\xe9\x00\r\x00\n\x00=\xd8\x00\xde": "aé\n😀", "\xfe\xff\x00a\x00\n": "a\n",
		"\xff\xfea\x00b": "a", "\xff\xfe": "", "\xff\xfe\xff\xfea\x00": "a", "\xff": "\xff",
		"\x28\xb5\x2f\xfd": "\x28\xb5\x2f\xfd",
		"é\ufeff":          "é\ufeff", "\xff\xfe\x00\xd8a\x00": "\ufffda",
	} {
		require.Equal(t, want, string(plaintext.Of([]byte(brought))), "%q", brought)
	}
}
