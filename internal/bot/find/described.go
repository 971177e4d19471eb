package find

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// runBuild runs the build line of a bot.txt.
func (t target) runBuild(ctx context.Context, words []string) error {
	if t.built {
		return nil
	}
	if err := t.source().Allowed(); err != nil {
		return err
	}
	tool, err := t.command(words[0])
	if err != nil {
		return err
	}
	return t.source().Run(ctx, tool, words)
}

// described returns how a bot.txt says that its bot is started. The bot does not run in its
// own folder, so words that name something there get its whole path.
func (f Finder) described(ctx context.Context, t target, about botTxt) (recipe, error) {
	tool, err := t.command(about.run[0])
	if err != nil {
		return recipe{}, err
	}
	r := recipe{kind: Described, args: []string{tool}}
	inFolder := func(path string) bool {
		rel, err := filepath.Rel(t.path, path)
		return err == nil && filepath.IsLocal(rel)
	}
	if inFolder(tool) && leavesAll(tool, t.path) && !sandbox.IsRuntime(tool) {
		return recipe{}, t.linkedOut(about.run[0])
	}
	if inFolder(tool) {
		r.files = append(r.files, tool)
	} else {
		if tool, err = f.behind(ctx, t, tool); err != nil {
			return recipe{}, err
		}
		r.args = []string{tool}
		r.tools = append(r.tools, filepath.Dir(tool))
	}
	for _, word := range about.run[1:] {
		if path := filepath.Join(t.path, word); word != "" && filepath.IsLocal(word) {
			if t.leads(word) {
				return recipe{}, t.linkedOut(word)
			}
			if _, err := os.Stat(path); err == nil {
				word = path
				r.files = append(r.files, path)
			}
		}
		r.args = append(r.args, word)
	}
	// A build leaves much in the folder that is no part of the bot. Its purpose is the program
	// that runs.
	if about.build == nil || len(r.files) == 0 {
		r.files = []string{t.path}
	}
	r.files = append(r.files, filepath.Join(t.path, botTxtName))
	return r, nil
}

// command returns the path of a program that a bot.txt names: one in PATH, one of the system's by its whole path, or
// one in the bot's own folder. Any other would have to be shown to the bot, with the files around it.
func (t target) command(name string) (string, error) {
	if !hasSeparator(name) {
		return t.tool(name)
	}
	path := name
	switch {
	case filepath.IsLocal(name):
		path = filepath.Join(t.path, name)
	case !mayBeNamed(name): // whether it is there, is not told to strangers
		return "", Unfit(
			t.typed,
			botTxtName+" names "+safe.Name(name)+", which is neither in the folder nor a program of the system or in PATH",
			"name a program in PATH, as in "+language.HintRun+", or one in "+safe.Name(t.shown),
		)
	}
	found, err := exec.LookPath(path)
	if err != nil {
		return "", Unfit(
			t.typed, botTxtName+" names "+safe.Name(name)+": "+unfit.Reason(unwrapped(err)),
			"a path in it begins in "+safe.Name(t.shown),
		)
	}
	return found, nil
}
