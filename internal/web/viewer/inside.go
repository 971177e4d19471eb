package viewer

import (
	"encoding/base64"
	"html/template"
	"strings"
	"sync"

	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// insideHTML is the page of a match, asleep in the page of something else: nothing in a template is drawn or runs.
const insideHTML = `<template id="viewer">
<style>{{.CSS}}</style>
<main id="app"></main>
<script type="application/octet-stream" id="page">{{.Page}}</script>
<script type="application/octet-stream" id="second">{{.Second}}</script>
<script>{{.JS}}</script>
</template>`

// Inside is what shows matches that are in the page of something else, as [Packed]. Its script src/results/inside.ts
// wakes it.
var Inside = sync.OnceValue(func() template.HTML {
	var text strings.Builder
	if err := template.Must(template.New("inside").Parse(insideHTML)).Execute(&text, exportedParts()); err != nil {
		panic(err) // the template is wrong
	}
	return template.HTML(text.String()) //nolint:gosec // it is ours
})

// InsidePolicy returns the hashes of the scripts and styles of [Inside], for a content security policy. Pictures come
// from data: and blob:.
func InsidePolicy() (scripts, styles []string) {
	for _, script := range []string{unpackJS, pageJS.text(), secondJS.text()} {
		scripts = append(scripts, server.PolicyHash(script))
	}
	return scripts, []string{server.PolicyHash(pageCSS.text())}
}

// Packed returns a match as such a page has it.
func Packed(s *story.Story, o ExportOptions) (template.HTML, error) {
	return packedBase64(mustJSON(pagedata.Encode(o.apply(s))))
}

// exportedParts are those that all exported pages have.
func exportedParts() pageParts {
	packed := func(p packedText) template.HTML {
		return template.HTML(base64.StdEncoding.EncodeToString([]byte(p.packed))) //nolint:gosec // it is ours
	}
	return pageParts{
		Page: packed(pageJS), Second: packed(secondJS), JS: unpackJS,
		CSS: template.CSS(pageCSS.text()), //nolint:gosec // it is ours
	}
}
