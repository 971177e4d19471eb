package cli

import (
	"fmt"

	"github.com/botarena/arena/internal/process/wasm"
)

// examineModules tells that modules can't be played, if so.
func (s *program) examineModules() {
	err := wasm.Able()
	if err == nil {
		return
	}
	fmt.Fprintf(s.out, "  off  %-20s %v\n", "WebAssembly", err)
	fmt.Fprintf(s.out, "       %-20s to have it: %s\n", "", hintOf(err))
}
