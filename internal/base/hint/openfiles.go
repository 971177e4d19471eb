package hint

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/botarena/arena/internal/base/crowd"
)

// OfFiles returns advice about an error that there are too many open files, or "" if
// it is about something else. It also knows the error by its text, because libraries and
// other processes pass on no more.
func OfFiles(err error) string {
	if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) &&
		!strings.Contains(err.Error(), syscall.EMFILE.Error()) {
		return ""
	}
	if most := crowd.MostFiles(); most > 0 {
		return fmt.Sprintf("the limit on open files is %d; ulimit -n 1024 raises it", most)
	}
	return "ulimit -n 1024 raises the limit on open files"
}
