// Package js holds the SDK for bots in JavaScript, as files that the arena carries in itself.
package js

import "embed"

// Files are the files of this folder, those for tests included.
//
//go:embed *
var Files embed.FS
