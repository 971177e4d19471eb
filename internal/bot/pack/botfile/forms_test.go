package botfile

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFormsAreAsWritten: each takes what the regular expression takes, and refuses what it refuses.
func TestFormsAreAsWritten(t *testing.T) {
	texts := []string{
		"", "a", "A", "0", "-", ".", "_", "a-b", "1.0.0-rc+1", "aa.b", "linux", "amd64", "x.y", "orkisland", "9lives",
		"go1.26", "go", "devel go1.27", "devel ", "go1 x", "gö1", "a\n", "a b", "a/b", "con",
		"CON.txt", "console", "com1.mjs",
		"com", "lpt9", "nul.", "aux.a.b", "prn0", "a\x00", "b0123456789abcdef0123456789abcdef",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdeg",
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde", "+a", "@", "=x,", "é",
	}
	for pattern, fits := range map[string]func(string) bool{
		`^[a-z0-9][a-z0-9-]{0,11}$`:                      IsName,
		`^[0-9A-Za-z][0-9A-Za-z.+-]{0,19}$`:              IsVersion,
		`^[a-z0-9]{1,16}$`:                               systemForm.fits,
		`^[a-z][a-z0-9]{0,31}$`:                          gameForm.fits,
		`^(go|devel )[0-9A-Za-z.+_ -]{1,60}$`:            isGo,
		`^[0-9a-f]{64}$`:                                 isSum,
		`^[A-Za-z0-9_+@=,][A-Za-z0-9_+@=,.-]*$`:          partForm.fits,
		`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`: isDevice,
	} {
		want := regexp.MustCompile(pattern)
		for _, text := range texts {
			require.Equal(t, want.MatchString(text), fits(text), "%s for %q", pattern, text)
		}
	}
}
