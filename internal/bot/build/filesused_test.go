package build

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatACompilerSaysItRead(t *testing.T) {
	for rule, want := range map[string][]string{
		"x: a.cc b.hh\n":                        {"a.cc", "b.hh"},
		"x: a.cc \\\n  /usr/x.hh \\\r\n b.hh\n": {"a.cc", "/usr/x.hh", "b.hh"},
		`x: my\ bot.cc a$$b c\#d e\\f`:          {"my bot.cc", "a$b", "c#d", `e\f`},
		`x: C:\dir\a.cc`:                        {`C:\dir\a.cc`},
		"":                                      nil,
		"x:":                                    nil,
	} {
		require.Equal(t, want, filesUsed(rule), rule)
	}
}
