package runner

import (
	"fmt"
	"os"

	"github.com/tetratelabs/wazero/experimental"
)

// memory gives modules their memory. The addresses are reserved at once and the memory is
// taken as the module asks for it, so that nothing is ever copied and nothing counts that
// is not used.
type memory struct {
	most    uint64 // 0: no limit
	refused uint64 // the bytes that a module asked for in vain
}

// Allocate implements [experimental.MemoryAllocator].
func (m *memory) Allocate(_, most uint64) experimental.LinearMemory {
	if m.most > 0 {
		most = min(most, m.most)
	}
	return &linear{memory: m, whole: reserve(most)}
}

// linear is the memory of one module.
type linear struct {
	*memory
	whole []byte // reserved
	taken uint64
}

// Reallocate implements [experimental.LinearMemory].
func (l *linear) Reallocate(size uint64) []byte {
	if size > uint64(len(l.whole)) || !take(l.whole[l.taken:size]) {
		l.refused = size
		if l.taken == 0 { // it can't even begin
			fmt.Fprintln(os.Stderr, l.why())
			os.Exit(Trapped)
		}
		return nil
	}
	l.taken = size
	return l.whole[:size:size]
}

// Free implements [experimental.LinearMemory].
func (l *linear) Free() { release(l.whole) }

// why says in the words of Go's runtime why a module could not go on.
func (m *memory) why() string {
	const mib = 1 << 20
	return fmt.Sprintf("fatal error: out of memory: asked for %d MiB, the most is %d MiB", (m.refused+mib-1)/mib,
		m.most/mib)
}
