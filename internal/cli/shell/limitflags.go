package shell

import "github.com/spf13/pflag"

// limitMark marks the flags for what bots may do and use, which most people leave as they are.
const limitMark = "limit of bots"

func markLimits(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		Must(flags.SetAnnotation(name, limitMark, nil))
	}
}

// IsLimit reports whether help lists a flag among the limits of bots.
func IsLimit(flag *pflag.Flag) bool {
	_, is := flag.Annotations[limitMark]
	return is
}
