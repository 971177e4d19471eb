package shell

import (
	"strconv"

	"github.com/spf13/cobra"
)

// RegisterNumber adds a flag for a number that nobody need give. The variable is -1 without it, which no help shows.
func RegisterNumber(c *cobra.Command, to *int, name, usage string) {
	*to = -1
	c.Flags().Var((*number)(to), name, usage)
}

type number int

func (*number) Type() string { return "int" }

func (n *number) String() string {
	if *n < 0 {
		return ""
	}
	return strconv.Itoa(int(*n))
}

func (n *number) Set(text string) error {
	value, err := strconv.ParseInt(text, 10, 32)
	*n = number(value)
	return err
}
