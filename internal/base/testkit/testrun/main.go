//go:build linux

// Command testrun runs tests for CI:
//
//	testrun REPORT go test ./...
//
// It prints the packages that pass as go test does, and of those that fail the tests that do. To the file REPORT it
// appends what each package and each test has cost. It fails as go test does, and where a test leaves a process.
package main

import (
	"fmt"
	"os"
)

func main() {
	switch {
	case len(os.Args) > 3 && os.Args[1] == watching:
		os.Exit(watch(os.Args[2], os.Args[3:]))
	case len(os.Args) > 2:
		os.Exit(run(os.Args[1], os.Args[2:]))
	}
	fmt.Fprintln(os.Stderr, "testrun: type testrun REPORT go test [PACKAGE]...")
	os.Exit(2)
}
