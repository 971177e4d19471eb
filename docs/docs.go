// Package docs has the documents that the arena prints.
package docs

import "embed"

// Lines is the specification of the line protocol, lines.md, and a page for each game,
// lines/<game>.md.
//
//go:embed lines.md lines/*.md
var Lines embed.FS
