// Package cpp holds the SDK for bots in C++, as files that the arena carries in itself. The
// folder classic is for player files of the original programs.
package cpp

import "embed"

// Files are the files that a bot needs.
//
//go:embed arena/*.hpp classic/*.hh classic/*/*.hh
var Files embed.FS
