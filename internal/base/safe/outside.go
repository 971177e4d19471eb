package safe

import (
	"fmt"
	"io"
	"strconv"
)

// Outside is text from outside: a typed word, a name in a file, a stranger's message. However it is printed, it
// can't disturb the message: it is as [Name] leaves it, or as Go quotes it for %q. Raw is the only way to the text
// itself; a test of the module sees that nothing converts it.
type Outside string

// Raw returns the text as it came, to open, compare or store, and not to print.
func (o Outside) Raw() string { return string(o) }

// String returns the text for a message.
func (o Outside) String() string { return Name(string(o)) }

// Format implements [fmt.Formatter].
func (o Outside) Format(to fmt.State, verb rune) {
	text := o.String()
	if verb == 'q' {
		text = strconv.Quote(string(o))
	}
	fmt.Fprintf(to, fmt.FormatString(to, 's'), text)
}

// Errorf is as [fmt.Errorf], but takes each string among its arguments for [Outside].
func Errorf(format string, args ...any) error {
	if false {
		_ = fmt.Errorf(format, args...) // tells go vet that this is a printf
	}
	return fmt.Errorf(format, allOutside(args)...)
}

// Sprintf is as [fmt.Sprintf], but takes each string among its arguments for [Outside].
func Sprintf(format string, args ...any) string {
	if false {
		_ = fmt.Sprintf(format, args...) // the same
	}
	return fmt.Sprintf(format, allOutside(args)...)
}

// Fprintf is as [fmt.Fprintf], but takes each string among its arguments for [Outside]. Like all that is printed
// for a reader, it goes on if that one went away.
func Fprintf(to io.Writer, format string, args ...any) {
	if false {
		_, _ = fmt.Fprintf(to, format, args...) // the same
	}
	_, _ = fmt.Fprintf(to, format, allOutside(args)...)
}

func allOutside(args []any) []any {
	outside := make([]any, len(args))
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			arg = Outside(text)
		}
		outside[i] = arg
	}
	return outside
}
