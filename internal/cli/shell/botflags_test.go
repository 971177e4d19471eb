package shell

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/host"
)

// The note appears only if there are limits and they are valid.
func TestNoCPUClockIsTold(t *testing.T) {
	const note = "note: this system does not report the CPU time of a bot; its budget counts wall-clock time instead\n"
	for name, test := range map[string]struct {
		clock bool
		args  []string
		want  string
	}{
		"a clock":      {true, nil, ""},
		"none":         {false, nil, note},
		"no limits":    {false, []string{"--no-limits"}, ""},
		"wrong limits": {false, []string{"--cpu", "0s"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr bytes.Buffer
			c, f := &cobra.Command{}, &BotFlags{}
			c.SetErr(&stderr)
			f.Register(c)
			require.Equal(t, host.HasCPUClock(), f.cpuClock)
			f.cpuClock = test.clock
			require.NoError(t, c.ParseFlags(test.args))
			_, _ = f.Limits()
			require.Equal(t, test.want, stderr.String())
		})
	}
}
