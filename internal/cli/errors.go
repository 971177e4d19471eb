package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/engine"
)

// hinter is an error that knows what to do about it.
type hinter interface {
	error
	Hint() string
}

// errTold ends a command that has failed and has already said why.
var errTold = errors.New("told already")

// hinted is an error with a hint.
type hinted struct {
	error
	hint string
}

func (e *hinted) Hint() string  { return e.hint }
func (e *hinted) Unwrap() error { return e.error }

func withHint(err error, hint string) error { return &hinted{err, hint} }

// usageError is a command that was typed wrongly.
type usageError struct{ hinted }

func misused(hint, format string, args ...any) error {
	return &usageError{hinted{fmt.Errorf(format, args...), hint}}
}

// flagError says what is wrong with a flag in our words.
func flagError(command *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	help := command.CommandPath() + " --help"
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return misused(help, "%s%s: no such flag of %s", dashes, unknown.GetSpecifiedName(), command.CommandPath())
	case errors.As(err, &missing):
		return misused(help, "--%s: its value is missing", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		return misused(help, "--%s: %q is %s", flag.Name, invalid.GetValue(), whatItIsNot(flag))
	}
	return misused(help, "%w", err)
}

// whatItIsNot says what a value should have been.
func whatItIsNot(flag *pflag.Flag) string {
	switch kind := flag.Value.Type(); kind {
	case "int":
		return "no whole number"
	case "seed":
		return "no whole number from 0 to 18446744073709551615"
	case "source":
		return fmt.Sprintf("neither %s nor %s", engine.ChaCha8, engine.Classic)
	case "duration":
		return "no time, such as 500ms or 2s"
	case "float64":
		return "no number"
	case "bool":
		return "neither true nor false"
	default:
		return "no " + kind
	}
}

// shellWords joins words to a command line that a shell splits the same way.
func shellWords(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if w == "" || strings.ContainsFunc(w, needsQuotes) {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

func needsQuotes(r rune) bool {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%^\\"
	return r < 128 && !strings.ContainsRune(plain, r)
}
