// Command winestub puts a library into a prefix of Wine that lacks it, so that programs made with
// Go can run there. Since Go 1.22 each of them needs bcryptprimitives.dll, which Wine 8 does not
// have; .ci/wine calls this.
//
//	go run ./internal/integration/winestub PREFIX
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: winestub PREFIX")
		os.Exit(2)
	}
	if err := put(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// put writes the library into a prefix, unless there is one.
func put(prefix string) error {
	path := filepath.Join(prefix, "drive_c", "windows", "system32", name)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = file.Write(library())
	return errors.Join(err, file.Close())
}
