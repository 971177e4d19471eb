package said

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host/meter"
)

func TestPanicIsToldWithItsPlace(t *testing.T) {
	tests := map[string]struct{ output, want string }{
		"none": {"thinking\n", ""},
		"own": {`thinking
panic: no more orks

goroutine 26 [running]:
main.play(0x1, {0x2, 0x3})
	/home/me/Zoë's 100% bot/main.go:12 +0x136
github.com/botarena/arena/sdk.respond(...)
	/home/me/arena/sdk/play.go:69 +0x205
`, "panic: no more orks, in main.play at main.go:12"},
		"runtime": {`panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
panic({0x1?, 0x2?})
	/usr/local/go/src/runtime/panic.go:783 +0x132
runtime.goPanicIndex(0x5, 0x3)
	/usr/local/go/src/runtime/panic.go:115 +0x74
example.org/bot.(*brain).play(0x1, 0x2)
	example.org/bot/brain.go:7 +0x20
`, "panic: runtime error: index out of range [5] with length 3, in bot.(*brain).play at brain.go:7"},
		"cut short": {
			"fatal error: all goroutines are asleep - deadlock!\n",
			"fatal error: all goroutines are asleep - deadlock!",
		},
		"endless": {"panic: x\n" + strings.Repeat("y\n", 1000) + "main.f()\n\tf.go:1\n", "panic: x"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var p panicTrace
			for line := range strings.Lines(test.output) {
				_ = p.line(strings.TrimSuffix(line, "\n"))
			}
			require.Equal(t, test.want, p.summary())
		})
	}
}

func TestAStackEndsWhereTheSDKBegins(t *testing.T) {
	const said = `thinking
github.com/botarena/arena/sdk.of the bot itself
panic: no more orks

goroutine 26 [running]:
github.com/botarena/arena/engine/games/orkisland.State.Unit(0x1)
	/home/me/arena/engine/games/orkisland/state.go:12 +0x136
main.play(0x1, {0x2, 0x3})
	/home/me/bot/main.go:12 +0x136
github.com/botarena/arena/engine.(*player[...]).answer(0x1)
	/home/me/arena/engine/player.go:47 +0x9e
github.com/botarena/arena/sdk.respond(...)
	/home/me/arena/sdk/play.go:69 +0x205
created by google.golang.org/grpc.(*Server).serveStreams.func2 in goroutine 30
	/home/me/go/pkg/mod/google.golang.org/grpc@v1.85.0/server.go:1107 +0x11d

goroutine 27 [running]:
main.think()
	/home/me/bot/main.go:40 +0x136
`
	const want = `thinking
github.com/botarena/arena/sdk.of the bot itself
panic: no more orks

goroutine 26 [running]:
github.com/botarena/arena/engine/games/orkisland.State.Unit(0x1)
	/home/me/arena/engine/games/orkisland/state.go:12 +0x136
main.play(0x1, {0x2, 0x3})
	/home/me/bot/main.go:12 +0x136

goroutine 27 [running]:
main.think()
	/home/me/bot/main.go:40 +0x136
`
	var shown strings.Builder
	o := NewOutput(&shown, "", meter.Limits{}, nil)
	_, _ = o.Write([]byte(said))
	require.Equal(t, want, shown.String())
	require.Equal(t, want, strings.Join(o.Take(), "\n")+"\n", "the replay has the same lines")
}
