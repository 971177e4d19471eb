package contest

import (
	"fmt"

	"github.com/botarena/arena/internal/base/safe"
)

// Seeds names the seeds that were played, from the first one on. There must be a match.
func (s *Standings) Seeds(first uint64) string {
	told := fmt.Sprintf("seeds %d to %d", first, s.last.Seed)
	if missing := s.Missing(); missing > 0 {
		told += fmt.Sprintf(", %s not played", safe.Count(missing, "match"))
	}
	return told
}
