// Package js holds the SDK for bots in JavaScript, as files that the arena carries in itself.
package js

import "embed"

// Files are the files that a bot needs.
//
//go:embed arena/*.mjs arena/*.mts beside.cjs
var Files embed.FS
