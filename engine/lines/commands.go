package lines

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/engine"
)

// AppendCommands appends the lines of the commands in a Commands message, in their
// order. It is the inverse of [Answer.Commands]. A value that no line can give, such as
// a direction that is none, is written as its number. It fails if the
// message is damaged.
func (s *Schema) AppendCommands(to, message []byte) ([]byte, error) {
	columns := make([][]uint64, len(s.columns))
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		size := protowire.ConsumeFieldValue(number, kind, message[n:])
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		content := message[n : n+size]
		message = message[n+size:]
		if number < 1 || int(number) > len(columns) {
			continue
		}
		column := &columns[number-1]
		switch kind {
		case protowire.BytesType:
			packed, _ := protowire.ConsumeBytes(content)
			for len(packed) > 0 {
				v, n := protowire.ConsumeVarint(packed)
				if n < 0 {
					return nil, protowire.ParseError(n)
				}
				*column, packed = append(*column, v), packed[n:]
			}
		case protowire.VarintType:
			v, _ := protowire.ConsumeVarint(content)
			*column = append(*column, v)
		default:
			return nil, fmt.Errorf("%s: not a list of numbers", s.columns[number-1].name)
		}
	}
	for _, column := range columns[1:] {
		if len(column) != len(columns[0]) {
			return nil, errors.New("the columns of the commands are not of one length")
		}
	}
	for i := range columns[0] {
		to = append(to, doWord...)
		for k, column := range columns {
			to = s.columns[k].append(to, column[i])
		}
		to = append(to, '\n')
	}
	return to, nil
}

// append appends a space and the word of a command for a number as it is encoded.
func (c *column) append(to []byte, encoded uint64) []byte {
	n := int32(encoded) //nolint:gosec // as protobuf reads an int32
	if c.zigzag {
		n = int32(protowire.DecodeZigZag(encoded)) //nolint:gosec // likewise
	}
	if i := slices.Index(c.values, n); i >= 0 {
		return append(append(to, ' '), c.words[i]...)
	}
	return appendNumber(to, int64(n))
}

// AppendNote appends the line of a note.
func AppendNote(to []byte, n engine.Note) []byte {
	switch n.Kind {
	case engine.MarkNote:
		return append(appendPos(append(to, markWord...), n.At), '\n')
	case engine.ArrowNote:
		return append(appendPos(appendPos(append(to, arrowWord...), n.At), n.To), '\n')
	case engine.LabelNote:
		return appendTextLine(appendPos(append(to, labelWord...), n.At), n.Text)
	case engine.ChartNote:
		return appendTextLine(strconv.AppendFloat(append(to, chartWord+" "...), n.Value, 'g', -1, 64), n.Text)
	}
	if n.Unit < 0 {
		return appendTextLine(append(to, logWord...), n.Text)
	}
	return appendTextLine(appendNumber(append(to, logUnitWord...), int64(n.Unit)), n.Text)
}

func appendPos(to []byte, p engine.Pos) []byte {
	return appendNumber(appendNumber(to, int64(p.Row)), int64(p.Col))
}

// AppendDone appends the line that ends the answer in a round.
func AppendDone(to []byte, round int) []byte {
	return append(strconv.AppendInt(append(to, doneWord+" "...), int64(round), 10), '\n')
}
