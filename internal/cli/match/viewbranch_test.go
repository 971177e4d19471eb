package match

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrdersOfAPage: a page names no file, whatever it sends.
func TestOrdersOfAPage(t *testing.T) {
	for sent, want := range map[string]string{
		"":                              "",
		" do 1 north \r\n\n;done 5\ndo": "do 1 north; done 5; do",
		"@/etc/passwd":                  "/etc/passwd",
		" ;@@/etc/passwd":               "/etc/passwd",
		"@ @/etc/passwd":                " @/etc/passwd",
	} {
		require.Equal(t, want, onOneLine(sent))
	}
}
