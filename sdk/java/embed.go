// Package java holds the SDK for bots in Java, as files that the arena carries in itself.
package java

import "embed"

// Files are the files that a bot needs.
//
//go:embed arena/*.java
var Files embed.FS
