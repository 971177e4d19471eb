package remote

import (
	"fmt"
	"os"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/wire"
)

// Fits returns an error if workers would not take the bot of a name in a folder, as it has too many
// files, or too large ones, or such as no archive may have.
func Fits(folder, name string) error {
	var size int64
	count := 0
	err := eachFile(folder, name, func(at, inside string) error {
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		count++
		size += info.Size()
		switch {
		case !info.Mode().IsRegular():
			return hint.New(inside, "is no file", "")
		case !files.IsInside(inside):
			return hint.New(inside, "no file of a bot may have this name", "")
		case count > mostFiles || size > mostUnpacked:
			return fmt.Errorf("more than %d files or %d MB, which is too much to send to workers", mostFiles, mostUnpacked>>20)
		}
		return nil
	})
	if err != nil || size <= wire.MostProgram/2 { // packed, it is not twice as large
		return err
	}
	packed := counter(0)
	if _, err := packFolder(folder, name, &packed); err != nil {
		return err
	}
	if packed > wire.MostProgram {
		return fmt.Errorf("packed, its files have %d MB, and at most %d MB are sent to workers", packed>>20,
			wire.MostProgram>>20)
	}
	return nil
}

// counter counts bytes.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
