package find

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// ownBot returns the target of a linked bot of this name; capital letters make no difference.
func (f Finder) ownBot(typed string) (t target, is bool, err error) {
	i := slices.IndexFunc(f.Linked, func(l executable.Linked) bool { return strings.EqualFold(l.Name, typed) })
	if i < 0 || f.Foreign {
		return target{}, false, nil
	}
	command, err := f.Linked[i].Command()
	if err != nil {
		return target{}, false, unfit.Troubled(
			f.Called, typed, "the arena does not know where its own program is: "+err.Error(), "start it by its whole path")
	}
	shown := f.called(f.Linked[i].Name)
	return target{typed: f.called(typed), path: command.Path, shown: shown, linked: &f.Linked[i]}, true, nil
}

// Hides returns the file or folder that plays in the place of a linked bot, as it has its name; "" if none does.
func (f Finder) Hides(linked string) string {
	t, _ := f.locate(linked) // a file that can't play hides it as well
	if t.linked != nil {
		return ""
	}
	return t.shown
}

// linkedBot returns the bot of a target that is linked into the arena.
func (f Finder) linkedBot(t target) (Bot, error) {
	command, err := t.linked.Command()
	if err != nil {
		return Bot{}, Unfit(t.typed, unfit.Reason(err), unfit.HowToName)
	}
	command.Hashed, err = executable.Hash(command.Args[:1], f.sum)
	if err != nil {
		return Bot{}, Unfit(t.typed, unfit.Reason(err), unfit.HowToName)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "arena's own bot %s\x00%x", t.linked.Name, command.Hashed.Sum()))
	return Bot{Kind: Linked, Command: command, Name: t.linked.Name, SHA256: sum}, nil
}

// playedLinked returns the linked bot that played in a match, if it is one: nobody need have named it, as it is
// this arena itself.
func (f Finder) playedLinked(name string, sum []byte) (Bot, bool) {
	t, is, err := f.ownBot(name)
	if !is || err != nil {
		return Bot{}, false
	}
	found, err := f.linkedBot(t)
	found.Typed = name
	return found, err == nil && string(found.SHA256[:]) == string(sum)
}

// noFile is why a linked bot can't be copied, packed or watched.
func (t target) noFile() error {
	return Unfit(t.typed, "comes with the arena, and has no file of its own", nameCopy(t.linked.Name))
}

// nameCopy is advice about a linked bot that lacks what one of the user's own has.
func nameCopy(linked string) string {
	return "name a copy of its source, which is examples/" + linked + " in the arena's repository"
}

// linkedNames returns the names of the linked bots that play a game; "" means any.
func (f Finder) linkedNames(game string) (names []string) {
	for _, l := range f.Linked {
		if game == "" || l.Plays(game) {
			names = append(names, l.Name)
		}
	}
	return names
}
