package shell

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// ErrTold ends a command whose failure has been reported already.
var ErrTold = errors.New("already reported")

// UsageError reports a command that was typed wrongly.
type UsageError struct{ hint.HintedError }

// Misused reports a command that was typed wrongly, and what to type. Strings among args may be typed words.
func Misused(fix, format string, args ...any) error {
	return &UsageError{*hint.With(safe.Errorf(format, args...), fix)}
}

// FlagError puts an error of the flag parser into our words.
func FlagError(command *cobra.Command, err error) error {
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
		return Misused(help, "%s%s: no such flag of %s", dashes, unknown.GetSpecifiedName(), command.CommandPath())
	case errors.As(err, &missing):
		return Misused(help, "--%s: needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		flag := invalid.GetFlag()
		if errors.Is(err, errNoText) {
			if flag.DefValue != "" {
				help = "--" + flag.Name + " " + flag.DefValue
			}
			return Misused(help, "--%s: needs a value", flag.Name)
		}
		return Misused(help, "--%s: %q is %s", flag.Name, invalid.GetValue(), whatItIsNot(flag, invalid))
	}
	return Misused(help, "%w", err)
}

// whatItIsNot names what the value of a flag should have been. Our own flags say it; the others are the parser's.
func whatItIsNot(flag *pflag.Flag, refused error) string {
	if wrong := WrongValue(""); errors.As(refused, &wrong) {
		return wrong.Error()
	}
	switch kind := flag.Value.Type(); kind {
	case "int", "int64":
		return "not a whole number"
	case "duration":
		return "not a duration such as 500ms or 2s"
	case "float64":
		return "not a number"
	case "bool":
		return "neither true nor false"
	default:
		return "not a " + kind
	}
}
