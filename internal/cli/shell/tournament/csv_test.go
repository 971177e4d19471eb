package tournament

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestACellIsNoFormula(t *testing.T) {
	for text, want := range map[string]string{
		"demo": "demo", "": "", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\t=1": "' =1", " =1": "' =1",
		"＝1":  "'＝1",
		"a=1": "a=1", "\x1b[31m=1": "'=1",
	} {
		require.Equal(t, want, TextCell(text), "%q", text)
	}
}
