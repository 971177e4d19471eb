// Package cpp holds the SDK for bots in C++, as files that the arena carries in itself.
package cpp

import "embed"

// Files are the files of this folder, those for tests included.
//
//go:embed *
var Files embed.FS
