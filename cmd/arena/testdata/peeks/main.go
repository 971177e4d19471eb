// Command peeks is a bot in WebAssembly that looks for what is none of its business, and says what it found.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// paths are those of files and folders that are on some system.
var paths = []string{"/", ".", "..", "../secret", "/etc/hosts", `C:\Windows\win.ini`, "/proc/self/environ"}

func main() {
	fmt.Println("arena 1 games=orkisland:1")
	fmt.Fprintf(os.Stderr, "looked at %d paths, and found %s\n", len(paths), found())
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		if round, is := strings.CutPrefix(input.Text(), "go "); is {
			fmt.Println("done", round)
		}
	}
}

// found is what a bot can see or do.
func found() string {
	var all []string
	for _, path := range paths {
		if entries, err := os.ReadDir(path); err == nil && len(entries) > 0 {
			all = append(all, fmt.Sprint(path, " with ", entries))
		}
		if _, err := os.ReadFile(path); err == nil {
			all = append(all, path)
		}
	}
	if os.WriteFile("written", nil, 0o600) == nil {
		all = append(all, "a place to write to")
	}
	for _, variable := range os.Environ() {
		if strings.Contains(variable, "secret") || strings.HasPrefix(variable, "PATH=") {
			all = append(all, variable)
		}
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, ", ")
}
