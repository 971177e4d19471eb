// Package rust holds the SDK for bots in Rust, as files that the arena carries in itself.
package rust

import "embed"

// Files are the files that a bot needs.
//
//go:embed arena/*.rs
var Files embed.FS
