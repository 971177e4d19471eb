package host

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// folderPrefix begins the names of bots' temporary folders. The number of the arena's
// process follows, so that it can be told whose they are.
const folderPrefix = "arena-bot-"

// newFolder makes a bot's temporary folder. The first call in a folder also removes
// what arenas left there that were killed.
func newFolder(parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
	}
	if _, swept := sweptFolders.LoadOrStore(parent, true); !swept {
		sweepFolders(parent)
	}
	return os.MkdirTemp(parent, fmt.Sprintf("%s%d-", folderPrefix, os.Getpid()))
}

var sweptFolders sync.Map

func sweepFolders(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, folderPrefix+"*"))
	for _, path := range left {
		var pid, n int
		_, err := fmt.Sscanf(filepath.Base(path), folderPrefix+"%d-%d", &pid, &n)
		if err == nil && isGone(pid) {
			_ = os.RemoveAll(path)
		}
	}
}
