package match

import (
	"net/url"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/cli/shell"
)

// registerAt registers the flag that says where a page will be: chats look for a picture by its whole address.
func registerAt(c *cobra.Command, at *string) {
	c.Flags().StringVar(at, "at", "",
		"`ADDRESS` of the folder on the web, so that chats show a picture with a link to the page")
}

// webFolder checks the address of a folder on the web, and returns it with / at its end; that of none is "".
func webFolder(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	at, err := url.Parse(text)
	isWeb := err == nil && (at.Scheme == "https" || at.Scheme == "http") && at.Hostname() != ""
	if !isWeb || at.User != nil || strings.ContainsAny(text, "?#") || path.Ext(at.Path) == ".html" {
		return "", shell.Misused("--at https://example.org/arena/",
			"--at: %q is not the address of a folder on the web", text)
	}
	return strings.TrimSuffix(at.String(), "/") + "/", nil
}
