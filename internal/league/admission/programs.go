package admission

import (
	"crypto/sha256"
	"sync"
)

// programs counts the candidates of each program, so that none loses its copy in the folder of the league while it is
// examined, because another one with the same program was refused.
type programs struct {
	mu    sync.Mutex
	count map[[sha256.Size]byte]int
}

// bring counts a candidate, whose program was brought.
func (p *programs) bring(do func() ([sha256.Size]byte, error)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	program, err := do()
	if err != nil {
		return err
	}
	if p.count == nil {
		p.count = make(map[[sha256.Size]byte]int)
	}
	p.count[program]++
	return nil
}

// leave counts a candidate no more. The last one of a program drops it.
func (p *programs) leave(program [sha256.Size]byte, drop func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count[program]--; p.count[program] == 0 {
		delete(p.count, program)
		drop()
	}
}
