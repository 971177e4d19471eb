package lines

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHello(t *testing.T) {
	for line, want := range map[string]Hello{
		"arena 1":                                   {},
		"arena 1\r":                                 {},
		"arena \t1  ":                               {},
		"arena 1 later=3 plain":                     {},
		"arena 1 name=Zorg":                         {Name: "Zorg"},
		"arena 1 name=":                             {},
		"arena 1 name=a name=b":                     {Name: "b"},
		"arena 1 name=a=b":                          {Name: "a=b"},
		"arena 1 name=abcdefghijkl":                 {Name: "abcdefghijkl"},
		"arena 1 name=abcdefghijklmnop":             {Name: "abcdefghijkl"},
		"arena 1 name=ÄÖÜäöüßéèêçñ+++":              {Name: "ÄÖÜäöüßéèêçñ"},
		"arena 1 name=a\x1b[31mb\x00\xffc":          {Name: "ab?c"},
		"arena 1 once":                              {Once: true},
		"arena 1 version=0.3 sdk=python/1 once":     {Version: "0.3", SDK: "python/1", Once: true},
		"arena 1 sdk=" + strings.Repeat("x", 50):    {SDK: strings.Repeat("x", 40)},
		"arena 1 games=orkisland:3":                 {Games: map[string]int{"orkisland": 3}},
		"arena 1 games=orkisland:3,moria:0 name=xy": {Games: map[string]int{"orkisland": 3, "moria": 0}, Name: "xy"},
	} {
		hello, err := ParseHello([]byte(line))
		require.NoError(t, err, line)
		require.Equal(t, want, hello, line)
	}
}

// TestHelloThatCantBeRead has errors in words that follow the name of a bot.
func TestHelloThatCantBeRead(t *testing.T) {
	for line, want := range map[string]string{
		"":                           `said "", but must begin with "arena 1"`,
		"arena":                      `said "arena", but must begin with "arena 1"`,
		"arena1":                     `said "arena1", but must begin with "arena 1"`,
		"Arena 1":                    `said "Arena 1", but must begin with "arena 1"`,
		"1|1|unix|/tmp/x":            `said "1|1|unix|/tmp/x", but must begin with "arena 1"`,
		"arena one":                  `said "arena one", but after "arena" comes the version of the protocol, 1`,
		"arena name=x":               `said "arena name=x", but after "arena" comes the version of the protocol, 1`,
		"arena 0":                    `said "arena 0", but after "arena" comes the version of the protocol, 1`,
		"arena -1":                   `said "arena -1", but after "arena" comes the version of the protocol, 1`,
		"arena 1.0":                  `said "arena 1.0", but after "arena" comes the version of the protocol, 1`,
		"arena 99999999999999999999": `said "arena 99999999999999999999", but after "arena" comes the version of the protocol, 1`,
		"arena 2":                    `speaks version 2 of the line protocol; this arena speaks 1`,
		"arena 2 games=x":            `speaks version 2 of the line protocol; this arena speaks 1`,
		"arena 1 games=":             `said games=, where games=orkisland:1,moria:1 was expected`,
		"arena 1 games":              `said games=, where games=orkisland:1,moria:1 was expected`,
		"arena 1 games=orkisland":    `said games=orkisland, where games=orkisland:1,moria:1 was expected`,
		"arena 1 games=orkisland:x":  `said games=orkisland:x, where games=orkisland:1,moria:1 was expected`,
		"arena 1 games=:1":           `said games=:1, where games=orkisland:1,moria:1 was expected`,
		"arena 1 games=moria:-1":     `said games=moria:-1, where games=orkisland:1,moria:1 was expected`,
		"arena 1 games=moria:1,":     `said games=moria:1,, where games=orkisland:1,moria:1 was expected`,
		"a\x1b[31mb\x00":             `said "ab", but must begin with "arena 1"`,
		strings.Repeat("é", 80):      `said "` + strings.Repeat("é", 80) + `", but must begin with "arena 1"`,
		strings.Repeat("é", 81):      `said "` + strings.Repeat("é", 80) + `…", but must begin with "arena 1"`,
	} {
		_, err := ParseHello([]byte(line))
		require.EqualError(t, err, want, line)
	}
}

func TestHelloIsReadAsItWasWritten(t *testing.T) {
	for want, hello := range map[string]Hello{
		"arena 1": {},
		"arena 1 name=Zorg version=0.3 sdk=go/1 games=moria:0,orkisland:3 once": {
			Name: "Zorg", Version: "0.3", SDK: "go/1", Games: map[string]int{"orkisland": 3, "moria": 0}, Once: true,
		},
	} {
		line := string(hello.Append(nil))
		require.Equal(t, want+"\n", line)
		again, err := ParseHello([]byte(line))
		require.NoError(t, err)
		require.Equal(t, hello, again)
	}
	require.Equal(t, "arena 1 name=two_words\n", string(Hello{Name: " two\twords\n"}.Append(nil)))
}
