package docs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAReaderTypesWhatAPageShows(t *testing.T) {
	const page = "# A page\n\nType this:\n\n    arena play x\n    cd ..\n\nIt prints this:\n\n    place  player\n\n" +
		"Or, with what is printed:\n\n    $ arena replay\n    round 4\n    …\n    $ arena view\n\n" +
		"Save this as `zorg/main.go`:\n\n```go\npackage main\n\nfunc main() {}\n```\n\nThat is all: `other.go`.\n\n" +
		"```sh\necho\n```\n- a list\n\n  - goes on\n    here\n"
	acts := actsOf(page)
	require.Len(t, acts, 6)
	require.Equal(t, act{line: 5, typed: "arena play x"}, acts[0])
	require.Equal(t, act{line: 6, typed: "cd ..", shown: []string{"place  player"}}, acts[1])
	require.Equal(t, act{line: 14, typed: "arena replay", shown: []string{"round 4", "…"}}, acts[2])
	require.Equal(t, act{line: 17, typed: "arena view"}, acts[3])
	require.Equal(t, 22, acts[4].line)
	require.Equal(t, "package main\n\nfunc main() {}\n", acts[4].pasted.text())
	require.Equal(t, "zorg/main.go", fileOf(*acts[4].pasted))
	require.Empty(t, fileOf(*acts[5].pasted), "the paragraph does not say to save it")
}

func TestWhatWasNotPrintedIsMissing(t *testing.T) {
	const printed = "place  player          score    cpu\n    1  dummy (seat 0)  76625  119ms\nahead in 95 % of pairs\n"
	for shown, want := range map[string][2]bool{ // missing if numbers are exact, and if they are not
		"place player score":           {false, false},
		"  1  dummy (seat 0)  76625":   {false, false},
		"1  dummy (seat 0)  7  12.3s":  {true, false},
		"1  dummy … 55ms":              {false, false},
		"1  demo (seat 0)":             {true, true},
		"ahead … in 100 % of pairs":    {true, false},
		"ahead in … per cent of pairs": {true, true},
	} {
		for i, exact := range []bool{true, false} {
			require.Equal(t, want[i], len(missing([]string{shown}, printed, exact)) > 0, "%q, exact: %v", shown, exact)
		}
	}
}
