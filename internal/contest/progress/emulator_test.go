package progress

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// emulator is a terminal that knows as much as the board needs. What has scrolled off the top
// is kept.
type emulator struct {
	width, height int
	lines         [][]string // cells; the last height lines are the screen
	broken        []bool     // by line, whether it goes on in the next
	x, y          int
	hidden        bool // the cursor
	coloured      bool // a colour was set at any time
	rest          string
}

func newEmulator(width, height int) *emulator {
	e := &emulator{width: width, height: height}
	for range height {
		e.add(e.blank(), false)
	}
	return e
}

func (e *emulator) add(line []string, broken bool) {
	e.lines, e.broken = append(e.lines, line), append(e.broken, broken)
}

// resize does what most terminals do: lines that are now too long are broken, and those that
// were broken are whole again.
func (e *emulator) resize(width, height int) {
	lines, broken, at := e.lines, e.broken, len(e.lines)-e.height+e.y
	e.lines, e.broken, e.width, e.height = nil, nil, width, height
	cursor := 0
	for i := 0; i <= at; i++ {
		whole := lines[i]
		for ; broken[i]; i++ {
			whole = append(whole, lines[i+1]...)
		}
		for text := strings.TrimRight(strings.Join(whole, ""), " "); ; {
			part := ansi.TruncateWc(text, width, "")
			text = strings.TrimPrefix(text, part)
			e.add(e.cells(part), text != "")
			if text == "" {
				break
			}
		}
		cursor = len(e.lines) - 1
	}
	for len(e.lines) < height {
		e.add(e.blank(), false)
	}
	e.y, e.x = cursor-(len(e.lines)-height), min(e.x, width-1)
}

// cells fills a line with a text, each of whose characters takes one.
func (e *emulator) cells(text string) []string {
	line := e.blank()
	copy(line, strings.Split(text, ""))
	return line
}

func (e *emulator) blank() []string {
	return strings.Split(strings.Repeat(" ", e.width), "")
}

func (e *emulator) line(y int) []string { return e.lines[len(e.lines)-e.height+y] }

// text returns all lines, without the empty ones at the end.
func (e *emulator) text() string {
	var text strings.Builder
	for _, line := range e.lines {
		text.WriteString(strings.TrimRight(strings.Join(line, ""), " ") + "\n")
	}
	return strings.TrimRight(text.String(), "\n") + "\n"
}

func (e *emulator) Write(output []byte) (int, error) {
	text := e.rest + string(output)
	e.rest = ""
	for len(text) > 0 {
		sequence, width, n, state := ansi.DecodeSequenceWc(text, 0, nil)
		if state != 0 && n == len(text) {
			e.rest = text
			break
		}
		e.apply(sequence, width)
		text = text[n:]
	}
	return len(output), nil
}

func (e *emulator) apply(sequence string, width int) {
	switch {
	case strings.HasPrefix(sequence, "\x1b["):
		e.control(sequence)
	case sequence == "\r":
		e.x = 0
	case sequence == "\n":
		e.down()
	case sequence == "\b":
		e.x = max(0, e.x-1)
	case sequence == "\t":
		e.x = min(e.x/8*8+8, e.width-1)
	case width > 0:
		e.put(sequence, width)
	}
}

func (e *emulator) put(character string, width int) {
	if e.x+width > e.width {
		e.broken[len(e.lines)-e.height+e.y] = true
		e.x = 0
		e.down()
	}
	line := e.line(e.y)
	line[e.x] = character
	for i := 1; i < width; i++ {
		line[e.x+i] = ""
	}
	e.x += width
}

func (e *emulator) down() {
	if e.y++; e.y == e.height {
		e.add(e.blank(), false)
		e.y--
	}
}

func (e *emulator) control(sequence string) {
	body, final := sequence[2:len(sequence)-1], sequence[len(sequence)-1]
	numbers := strings.Split(body, ";")
	n, err := strconv.Atoi(numbers[0])
	if err != nil {
		n = 0
	}
	least1 := max(n, 1)
	switch final {
	case 'A':
		e.y = max(0, e.y-least1)
	case 'B', 'e':
		e.y = min(e.height-1, e.y+least1)
	case 'C', 'a':
		e.x = min(e.width-1, e.x+least1)
	case 'D':
		e.x = max(0, e.x-least1)
	case 'G', '`':
		e.x = min(e.width, least1) - 1
	case 'd':
		e.y = min(e.height, least1) - 1
	case 'K':
		e.eraseLine(n)
	case 'J':
		e.eraseLine(n)
		for y := e.y + 1; y < e.height; y++ {
			copy(e.line(y), e.blank())
			e.broken[len(e.lines)-e.height+y] = false
		}
	case 'X':
		for x := e.x; x < min(e.x+least1, e.width); x++ {
			e.line(e.y)[x] = " "
		}
	case 'b':
		for range least1 {
			e.put(e.line(e.y)[e.x-1], 1)
		}
	case 'm':
		for _, number := range numbers {
			if code, err := strconv.Atoi(number); err == nil && code >= 30 {
				e.coloured = true
			}
		}
	case 'h', 'l':
		if body == "?25" {
			e.hidden = final == 'l'
		}
	default:
		panic("the emulator does not know " + strconv.Quote(sequence))
	}
}

func (e *emulator) eraseLine(how int) {
	from, to := e.x, e.width
	switch how {
	case 1:
		from, to = 0, e.x+1
	case 2:
		from = 0
	}
	for x := from; x < min(to, e.width); x++ {
		e.line(e.y)[x] = " "
	}
	e.broken[len(e.lines)-e.height+e.y] = false
}
