// Command conform is a bot that answers the same, byte for byte, in every language for
// which there is an SDK. conform.py, conform.cc and conform.mjs do it through the SDKs;
// this program and conform.sh do it with the bare lines.
//
// The answer depends on the round, on the player and on a sum over every field that the
// bot was sent. It makes no sense in any game.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/lines"
)

// schema is what the bot must know of a game.
type schema struct {
	orders []string        // the words that end commands
	texts  map[string]bool // the lines that hold text; all others hold numbers
}

// schemaOf finds that out, without the SDKs.
func schemaOf(name string) schema {
	s := schema{texts: map[string]bool{"name": true, "seed": true}}
	for _, game := range append(games.All(), duel.Game) {
		if known, err := lines.Of(game.Info()); err == nil && game.Info().Name == name {
			s.orders = known.Words()[1]
		}
	}
	for _, message := range []string{"Start", "State"} {
		if d, err := lines.Descriptor(name, message); err == nil {
			s.addTexts(d)
		}
	}
	return s
}

func (s schema) addTexts(message protoreflect.MessageDescriptor) {
	for _, f := range lines.Fields(message) {
		if f.Kind() == protoreflect.BytesKind || f.Kind() == protoreflect.StringKind {
			s.texts[string(f.Name())] = true
		}
		if f.Message() != nil && !f.IsList() {
			s.addTexts(f.Message())
		}
	}
}

const modulus = 1000003

type bot struct {
	out *bufio.Writer
	schema
	me         int
	start, sum int // the sum over the start, and over all that was read
	seed       uint64
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, "arena 1")
	_ = out.Flush()
	in := bufio.NewReader(os.Stdin)
	b := &bot{out: out}
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return
		}
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		b.line(name, rest)
	}
}

func (b *bot) line(name, rest string) {
	switch name {
	case "match":
		game, _, _ := strings.Cut(rest, " ")
		*b = bot{out: b.out, schema: schemaOf(game), sum: 17}
		return
	case "go":
		round, _ := strconv.Atoi(rest)
		b.answer(round)
		b.sum = b.start
		return
	case "round":
		b.start = b.sum
	case "me":
		b.me, _ = strconv.Atoi(rest)
	case "seed":
		b.seed, _ = strconv.ParseUint(rest, 10, 64)
	case "name":
		_, rest, _ = strings.Cut(rest, " ")
	}
	if b.texts[name] {
		for _, c := range []byte(rest) {
			b.add(int(c))
		}
	} else {
		for _, w := range strings.Fields(rest) {
			n, _ := strconv.Atoi(w)
			b.add(n)
		}
	}
	b.add(7) // the end of the line
}

func (b *bot) add(n int) { b.sum = (b.sum*31 + (n%modulus+modulus)%modulus) % modulus }

func (b *bot) answer(round int) {
	drawn := b.below(1000)
	for k := range 10 {
		unit := (b.sum + 7*k) % 40
		fmt.Fprintln(b.out, "do", unit, b.orders[(3*round+unit+b.me+b.sum)%len(b.orders)])
	}
	fmt.Fprintf(b.out, "log sum %d drawn %d\n", b.sum, drawn)
	fmt.Fprintln(b.out, "mark", b.sum%10, drawn%10)
	fmt.Fprintln(b.out, "arrow", 1, 2, b.sum%50, -3)
	fmt.Fprintf(b.out, "label %d 0 ä✓ two words\n", drawn%5)
	fmt.Fprintf(b.out, "logunit %d of  %d units\n", b.sum%40, 40)
	fmt.Fprintf(b.out, "chart %v drawn\n", float64(drawn)/2)
	fmt.Fprintf(b.out, "chart %d  sum\n", -b.sum)
	if round == 2 {
		fmt.Fprintln(b.out, "log", strings.Repeat("äb✓", 66)+"äb")
	}
	fmt.Fprintln(b.out, "done", round)
	_ = b.out.Flush()
}

// below is what the SDKs have: the upper 32 bits of a draw of SplitMix64, scaled.
func (b *bot) below(n uint64) uint64 {
	b.seed += 0x9E3779B97F4A7C15
	z := b.seed
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	_, low := bits.Mul64(z>>32, n)
	return low >> 32
}
