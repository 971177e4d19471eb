// Package python holds the SDK for bots in Python, as files that the arena carries in itself.
package python

import "embed"

// Files are the files that a bot needs.
//
//go:embed arena/*.py
var Files embed.FS
