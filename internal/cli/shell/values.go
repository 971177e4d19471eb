package shell

import (
	"crypto/rand"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/spf13/pflag"
)

// seedFlag is a seed. If none is given, draw draws one.
type seedFlag struct {
	Value uint64
	Given bool
}

var _ pflag.Value = (*seedFlag)(nil)

func (*seedFlag) Type() string { return "seed" }

func (f *seedFlag) String() string {
	if !f.Given {
		return ""
	}
	return strconv.FormatUint(f.Value, 10)
}

func (f *seedFlag) Set(text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return WrongValue(fmt.Sprintf("not a whole number from 0 to %d", uint64(math.MaxUint64)))
	}
	f.Value, f.Given = value, true
	return nil
}

// drawnBelow keeps drawn seeds short enough to read out.
const drawnBelow = 1_000_000_000_000

func (f *seedFlag) Draw() error {
	if f.Given {
		return nil
	}
	n, err := rand.Int(rand.Reader, big.NewInt(drawnBelow))
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	f.Value, f.Given = n.Uint64(), true
	return nil
}

// TimeFormat writes when something was, for people.
const TimeFormat = "2006-01-02 15:04"
