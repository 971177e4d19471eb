package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/cli"
	"github.com/botarena/arena/internal/cli/league"
)

// completion is the script that completes commands in one shell.
type completion struct {
	file
	debian string // the path by which the shell finds it in Debian; "" if Debian has no such shell
}

func completions() ([]completion, error) {
	arena := cli.Commands(games.All(), league.Commands)
	var all []completion
	for _, shell := range []struct {
		name, debian string
		generate     func(*bytes.Buffer) error
	}{
		{"arena.bash", "usr/share/bash-completion/completions/arena", func(to *bytes.Buffer) error {
			return arena.GenBashCompletionV2(to, true)
		}},
		{"_arena", "usr/share/zsh/vendor-completions/_arena", func(to *bytes.Buffer) error {
			return arena.GenZshCompletion(to)
		}},
		{"arena.fish", "usr/share/fish/vendor_completions.d/arena.fish", func(to *bytes.Buffer) error {
			return arena.GenFishCompletion(to, true)
		}},
		{"arena.ps1", "", func(to *bytes.Buffer) error { return arena.GenPowerShellCompletionWithDesc(to) }},
	} {
		var script bytes.Buffer
		if err := shell.generate(&script); err != nil {
			return nil, fmt.Errorf("%s: %w", shell.name, err)
		}
		all = append(all, completion{file{name: shell.name, data: script.Bytes()}, shell.debian})
	}
	return all, nil
}

// manual returns a page for each command that help lists.
func manual(s source) ([]file, error) {
	header := doc.GenManHeader{Section: "1", Date: &s.commit, Source: "arena " + s.number(), Manual: "arena"}
	var pages []file
	var visit func(*cobra.Command) error
	visit = func(command *cobra.Command) error {
		command.DisableAutoGenTag = true // it would be a line of advertisement
		var page bytes.Buffer
		own := header // GenMan fills in the title
		if err := doc.GenMan(command, &own, &page); err != nil {
			return fmt.Errorf("%s: %w", command.CommandPath(), err)
		}
		name := strings.ReplaceAll(command.CommandPath(), " ", "-") + ".1"
		pages = append(pages, file{name: name, data: page.Bytes()})
		for _, sub := range command.Commands() {
			if !sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
				continue
			}
			if err := visit(sub); err != nil {
				return err
			}
		}
		return nil
	}
	err := visit(cli.Commands(games.All(), league.Commands))
	return pages, err
}
