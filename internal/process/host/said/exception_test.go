package said

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExceptionIsToldWithItsPlace(t *testing.T) {
	tests := map[string]struct{ output, want string }{
		"none": {"thinking\n  File of mine\n    at home\n", ""},
		"Python": {`thinking
Traceback (most recent call last):
  File "/bot/bot.py", line 6, in <module>
    arena.serve(B())
  File "/sdk/arena/core.py", line 80, in serve
    bot.play(s)
  File "/bot/bot.py", line 3, in nearest
    return min(x)
           ^^^^^^
ValueError: min() arg is an empty sequence
bye
`, "ValueError: min() arg is an empty sequence, in nearest at bot.py:3"},
		"Python, in the SDK": {`Traceback (most recent call last):
  File "/bot/bot.py", line 3, in play
    s.move(1, "nroth")
  File "/sdk/arena/orkisland.py", line 80, in move
    raise ValueError(d)
ValueError: 'nroth' is no direction
`, "ValueError: 'nroth' is no direction, in play at bot.py:3"},
		"Python, one after the other": {`Traceback (most recent call last):
  File "bot.py", line 1, in f
KeyError: 1

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "bot.py", line 2, in g
TypeError: 2
`, "TypeError: 2, in g at bot.py:2"},
		"Node": {`file:///bot/bot.mjs:6
    play(x) { return x.here.there }
                            ^

TypeError: Cannot read properties of undefined (reading 'there')
    at Array.map (<anonymous>)
    at mjs.play (file:///bot/bot.mjs:6:26)
    at Talk.feed (file:///sdk/arena/core.mjs:1:34)
    at node:internal/modules/esm/module_job:325:25

Node.js v20.20.2
`, "TypeError: Cannot read properties of undefined (reading 'there'), in mjs.play at bot.mjs:6"},
		"Node, at the top": {`Error: no
    at file:///bot/bot.mjs:2:9
    at async ModuleLoader.import (node:internal/modules/esm/loader:606:24)
`, "Error: no, at bot.mjs:2"},
		"Node, before it runs": {`SyntaxError: Unexpected end of input
    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)
`, "SyntaxError: Unexpected end of input"},
		"Java": {
			"Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n" +
				"\tat B.f(B.java:12)\n\tat B.main(B.java:3)\n",
			"Exception in thread \"main\" java.lang.ArithmeticException: / by zero, in B.f at B.java:12",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var e exception
			for line := range strings.Lines(test.output) {
				e.line(strings.TrimSuffix(line, "\n"))
			}
			require.Equal(t, test.want, e.summary())
		})
	}
}
