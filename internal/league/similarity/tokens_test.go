package similarity

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAPrefixBelongsToItsString: a name of one or two letters does, if nothing stands between.
func TestAPrefixBelongsToItsString(t *testing.T) {
	kinds := func(text string) (all []uint16) {
		for _, token := range syntaxOf("x.py").tokens(text) {
			all = append(all, token.kind)
		}
		return all
	}
	for text, want := range map[string][]uint16{
		`f"x"`:      {aText},
		`x = rb'x'`: {aName, '=', aText},
		`fr"x"`:     {aText},
		`f "x"`:     {aName, aText},
		`fun"x"`:    {aName, aText},
		`in"x"`:     {words["in"], aText},
		`("x")`:     {'(', aText, ')'},
		`"x"`:       {aText},
		`"x" "y"`:   {aText, aText},
	} {
		require.Equal(t, want, kinds(text), text)
	}
}
