package viewer

import (
	"strings"

	"github.com/botarena/arena/internal/match/picture"
)

// Preview is what chats and other sites show of a link to a page. They read the page as a server sends it, and never
// see the part of a link behind the #, so it is the same for all links to a page.
type Preview struct {
	Title       string
	Description string
	Picture     Picture
}

// Picture is that of a preview, as large as a card of package picture.
type Picture struct {
	Address string // on the web; "" if there is no picture. Chats ask for it by itself, so it names its server.
	Alt     string // what it shows
}

// Width is that of the picture in pixels: some chats show a large one only if they know its size at once.
func (Picture) Width() int { return picture.CardWidth }

// Height is that of the picture in pixels.
func (Picture) Height() int { return picture.CardHeight }

// previewHTML is the template of a preview. It has no og:url: some chats open that address in place of the link, and
// the part behind the # would be lost.
const previewHTML = `<meta name="description" content="{{.Description}}">
<meta property="og:type" content="website">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.Description}}">
{{with .Picture}}{{if .Address}}<meta property="og:image" content="{{.Address}}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="{{.Width}}">
<meta property="og:image:height" content="{{.Height}}">
<meta property="og:image:alt" content="{{.Alt}}">
{{end}}<meta name="twitter:card" content="{{if .Address}}summary_large_image{{else}}summary{{end}}">
{{end}}`

// HTML returns the preview as it stands in the head of a page.
func (p Preview) HTML() (string, error) {
	var text strings.Builder
	err := page().ExecuteTemplate(&text, "preview", p)
	return text.String(), err
}
