//go:build !unix

package cli

// hostileBots are for systems whose file names can hold control characters.
var hostileBots map[string]func()
