package setup

import (
	"fmt"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/wasm"

	"github.com/botarena/arena/internal/cli/shell"
)

// examineModules tells that modules can't be played, if so.
func examineModules(s *shell.Shell) {
	err := wasm.Able()
	if err == nil {
		return
	}
	fmt.Fprintf(s.Out, "  off  %-20s %v\n", "WebAssembly", err)
	fmt.Fprintf(s.Out, "       %-20s to get it: %s\n", "", hint.Of(err))
}
