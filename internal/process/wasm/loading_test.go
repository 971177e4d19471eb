package wasm_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/host"
)

// swollen is a small module that takes much memory to be read: so many functions with so many
// variables each.
func swollen(functions int, variables uint64) []byte {
	nothing := code(vector(append(binary.AppendUvarint(nil, variables), i32)), nil)
	return join([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, vector([]byte{0x60, 0, 0})),
		section(3, vector(slices.Repeat([][]byte{{0}}, functions)...)),
		section(5, vector([]byte{0, 1})),
		section(7, vector(join(text("_start"), []byte{0, 0}), join(text("memory"), []byte{2, 0}))),
		section(10, vector(slices.Repeat([][]byte{nothing}, functions)...)))
}

// TestAModuleThatCantBeLoadedIsRefused when it is compiled, as its bot would be ended for what is not its memory.
func TestAModuleThatCantBeLoadedIsRefused(t *testing.T) {
	begun := []byte{0x70, 0}
	many := binary.AppendUvarint(begun, 1<<16)
	module := func(tables ...[]byte) []byte {
		whole := swollen(1, 1)
		at := bytes.Index(whole, section(5, vector([]byte{0, 1})))
		return join(whole[:at], section(4, vector(tables...)), whole[at:])
	}
	for name, c := range map[string]struct {
		module []byte
		want   string
	}{
		"variables": {swollen(600, 49000), "takes more than 128 MiB of memory to be loaded, before it begins"},
		"tables":    {module(slices.Repeat([][]byte{{0x70, 0, 1}}, 17)...), "has more than 16 tables"},
		"entries":   {module(slices.Repeat([][]byte{many}, 16)...), ""},
		"both": {
			module(append(slices.Repeat([][]byte{many}, 15), many, []byte{0x70, 0, 1})...),
			"has more than 16 tables",
		},
		"sum": {
			module(append(slices.Repeat([][]byte{many}, 15), binary.AppendUvarint(begun, 1<<16+1))...),
			"has tables of more than 1048576 entries",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := findBot(t, write(t, name+".wasm", c.module))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			told := new(unfit.Error)
			require.ErrorAs(t, err, &told)
			require.Contains(t, told.Problem, c.want)
			require.NotContains(t, told.Problem, "\n")
		})
	}
}

// TestTheRunnersOwnFaultsHaveNoStack: what Go's runtime says when it ends the runner would be taken for
// words of the bot.
func TestTheRunnersOwnFaultsHaveNoStack(t *testing.T) {
	confined := levels(t)["standard"]
	if confined == nil {
		t.Skip("without a sandbox, there is no limit that the runner could meet")
	}
	asked := command(t, write(t, "swollen.wasm", swollen(280, 49000))) // more than the runner may have at any moment
	asked.Overhead = 1                                                 // byte, too little for any module
	var said buffer
	_, err := host.Start(t.Context(), asked, options(confined, &said))
	no := new(host.NotABotError)
	require.ErrorAs(t, err, &no)
	require.Equal(
		t,
		"not a bot: it was ended, as its runner could not go on: most likely it takes more memory to be run than a module "+
			"of its size may", no.Problem)
	require.Empty(t, said.String())
}
