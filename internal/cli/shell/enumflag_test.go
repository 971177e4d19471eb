package shell

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
)

// colour is what the tests have to choose from.
type colour string

// painter is a command with a flag that takes one of some values, and what was asked for.
func painter(usual colour, of Enum[colour]) (*cobra.Command, *colour) {
	asked := usual
	c := &cobra.Command{Use: "paint", Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true}
	c.SetFlagErrorFunc(FlagError)
	of.Register(c, &asked, "colour", "paint it in this `COLOUR`: %s; 100% covers")
	return c, &asked
}

var three = Enum[colour]{Values: []colour{"red", "green", "blue"}, Notes: map[colour]string{"green": "as grass"}}

func TestAFlagTakesOneOfItsValues(t *testing.T) {
	for typed, want := range map[string]colour{"": "green", "red": "red", "green": "green", "blue": "blue"} {
		c, asked := painter("green", three)
		var args []string
		if typed != "" {
			args = []string{"--colour", typed}
		}
		require.NoError(t, c.ParseFlags(args))
		require.Equal(t, want, *asked)
		require.Equal(t, string(want), c.Flag("colour").Value.String())
	}
}

func TestAWrongValueIsToldWithThoseThatAreTaken(t *testing.T) {
	five := Enum[colour]{Values: []colour{"red", "green", "blue", "black", "white"}}
	two := Enum[colour]{Values: []colour{"red", "green"}}
	for want, of := range map[string]Enum[colour]{
		`--colour: "gr\x1b[2J" is neither red nor green`:                        two,
		`--colour: "gr\x1b[2J" is neither red, green nor blue`:                  three,
		`--colour: "gr\x1b[2J" is not one of red, green, blue, black and white`: five,
	} {
		c, asked := painter("green", of)
		c.SetArgs([]string{"--colour", "gr\x1b[2J"})
		err := c.Execute()
		require.EqualError(t, err, want)
		require.Equal(t, "paint --help", hint.Of(err))
		require.Equal(t, colour("green"), *asked, "what counted before still does")
	}
}

func TestHelpHasTheValuesInTheirOrder(t *testing.T) {
	c, _ := painter("blue", three)
	require.Contains(t, c.UsageString(),
		"--colour COLOUR   paint it in this COLOUR: red, green (as grass) or blue; 100% covers (default blue)\n")
	c, _ = painter("", three)
	require.Contains(t, c.UsageString(), "100% covers\n", "nothing counts without the flag")
}

func TestTheValuesAreCompletedInTheirOrder(t *testing.T) {
	c, _ := painter("blue", three)
	var said bytes.Buffer
	root := &cobra.Command{Use: "arena"}
	root.AddCommand(c)
	root.SetOut(&said)
	root.SetErr(&said)
	root.SetArgs([]string{cobra.ShellCompNoDescRequestCmd, "paint", "--colour", ""})
	require.NoError(t, root.Execute())
	require.Contains(t, said.String(), "red\ngreen\nblue\n:4\n")
}

// TestEachWrongValueSaysWhatItShouldBe, whoever reads it: our flags, and those of the parser.
func TestEachWrongValueSaysWhatItShouldBe(t *testing.T) {
	for flag, want := range map[string]string{
		"seed":  "not a whole number from 0 to 18446744073709551615",
		"size":  "not a size such as 256MB or 2GB",
		"trust": "neither the fingerprint of a key, SHA256:…, nor unsigned",
		"int":   "not a whole number",
		"long":  "not a whole number",
		"time":  "not a duration such as 500ms or 2s",
		"real":  "not a number",
		"bool":  "neither true nor false",
	} {
		c := &cobra.Command{Use: "paint", Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true}
		c.SetFlagErrorFunc(FlagError)
		f := c.Flags()
		f.Var(&seedFlag{}, "seed", "")
		f.Var(new(byteSize), "size", "")
		f.Var(new(trustList), "trust", "")
		f.Int("int", 0, "")
		f.Int64("long", 0, "")
		f.Duration("time", 0, "")
		f.Float64("real", 0, "")
		f.Bool("bool", false, "")
		c.SetArgs([]string{"--" + flag + "=much"})
		require.EqualError(t, c.Execute(), "--"+flag+`: "much" is `+want)
	}
}
