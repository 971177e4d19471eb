//go:build !linux || !(amd64 || arm64)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "hunt: only on Linux are bots confined")
	os.Exit(2)
}
