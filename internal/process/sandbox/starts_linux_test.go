//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sandbox"
)

// TestLandlockLetsAProgramStartNothing: the filter has a second layer, which by itself leaves
// no program to start but the interpreter and its loader. Only shells have children.
func TestLandlockLetsAProgramStartNothing(t *testing.T) {
	standard(t)
	s, err := sandbox.WithoutFilter()
	require.NoError(t, err)
	path := tool(t, "python3", "-c", "import sys; print(sys.executable)")
	folder, file := bot(t, "main.py", `
import os
for program in "/bin/sh", "/usr/bin/env", "/bin/cat":
    try:
        os.execv(program, [program, "/dev/null"])
    except OSError as error:
        print(error.strerror)
`)
	output, err := run(t, s, folder, sandbox.DefaultLimits(), path, file)
	require.NoError(t, err, output)
	require.Equal(t, strings.Repeat("Permission denied\n", 3), output)

	folder, file = bot(t, "main.sh", "#!/bin/sh\n/bin/echo started\n")
	full, err := sandbox.New(sandbox.Standard)
	require.NoError(t, err)
	output, err = run(t, full, folder, sandbox.DefaultLimits(), file)
	require.NoError(t, err, output)
	require.Equal(t, "started\n", output, "shells are made for that")
}
