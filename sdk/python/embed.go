// Package python holds the SDK for bots in Python, as files that the arena carries in itself.
package python

import "embed"

// Files are the files of this folder, those for tests included.
//
//go:embed *
var Files embed.FS
