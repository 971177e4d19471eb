package docs_test

import (
	"regexp"
	"slices"
	"strings"
)

// block is a piece of code on a page: fenced, with the name of its language, or indented by four spaces.
type block struct {
	line     int // of the page, that of its first line of code
	language string
	lines    []string
	before   string // the paragraph in front of it
}

func (b block) text() string { return strings.Join(b.lines, "\n") + "\n" }

// act is what a reader does: types a line, or pastes a program.
type act struct {
	line   int
	typed  string
	shown  []string // what the page says is printed
	pasted *block
}

// programs are the words with which a line begins that is to be typed.
var programs = strings.Fields(
	"arena bash c++ cargo cd clang++ cp echo export g++ git go GOOS=wasip1 gunzip mkdir mv python3 " +
		"sed sh ssh-keygen unzip")

// blocksOf returns the code of a page in Markdown.
func blocksOf(markdown string) []block {
	var all []block
	var paragraph []string
	open, fenced := (*block)(nil), false
	for i, line := range strings.Split(markdown, "\n") {
		indented, isIndented := strings.CutPrefix(line, "    ")
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case fenced && isFence:
			open, fenced, paragraph = nil, false, nil
		case fenced:
			open.lines = append(open.lines, line)
		case isFence:
			all = append(all, block{line: i + 2, language: fence, before: strings.Join(paragraph, " ")})
			open, fenced = &all[len(all)-1], true
		case isIndented && (open != nil || len(paragraph) == 0 || paragraph[len(paragraph)-1] == ""):
			if open == nil {
				all = append(all, block{line: i + 1, before: strings.Join(paragraph, " ")})
				open = &all[len(all)-1]
			}
			open.lines = append(open.lines, indented)
		case line == "":
			open, paragraph = nil, append(paragraph, "")
		default:
			if len(paragraph) > 0 && paragraph[len(paragraph)-1] == "" {
				paragraph = nil
			}
			open, paragraph = nil, append(paragraph, line)
		}
	}
	return all
}

// actsOf returns what a reader of a page does, in its order. In a block, lines that begin with "$ " are typed, and
// the others are what is printed. Without such a line, all are typed if the first begins with a program, and else
// they are what the last one printed.
func actsOf(markdown string) []act {
	var all []act
	for _, b := range blocksOf(markdown) {
		prompts := slices.ContainsFunc(b.lines, func(line string) bool { return strings.HasPrefix(line, "$ ") })
		word, _, _ := strings.Cut(b.lines[0], " ")
		isTyped := slices.Contains(programs, word)
		for i, line := range b.lines {
			typed, isPrompt := strings.CutPrefix(line, "$ ")
			switch {
			case b.language != "" && b.language != "console":
				if i == 0 {
					all = append(all, act{line: b.line, pasted: &b})
				}
			case line == "":
			case isPrompt || !prompts && isTyped:
				all = append(all, act{line: b.line + i, typed: typed})
			case len(all) > 0:
				all[len(all)-1].shown = append(all[len(all)-1].shown, line)
			}
		}
	}
	return all
}

var (
	fileName = regexp.MustCompile("`([\\w./-]+\\.(?:go|py|sh|json|txt|mjs|cc))`")
	times    = regexp.MustCompile(`\d[\d.]*(?:ns|µs|ms|s|m)\b`)
	numbers  = regexp.MustCompile(`\d[\d.,]*`)
	spaces   = regexp.MustCompile(`\s+`)
)

// fileOf returns the file into which a reader saves a block: the last one that the paragraph before it names, if
// that tells the reader to.
func fileOf(b block) string {
	names := fileName.FindAllStringSubmatch(b.before, -1)
	if len(names) == 0 || !strings.Contains(strings.ToLower(b.before), "save") {
		return ""
	}
	return names[len(names)-1][1]
}

// missing returns the shown lines that were not printed. "…" stands for anything, and times differ; numbers do too,
// unless they are exact.
func missing(shown []string, printed string, exact bool) []string {
	alike := func(text string) string {
		text = times.ReplaceAllString(text, "#")
		if !exact {
			text = numbers.ReplaceAllString(text, "#")
		}
		return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
	}
	all := alike(printed)
	return slices.DeleteFunc(slices.Clone(shown), func(line string) bool {
		for part := range strings.SplitSeq(line, "…") {
			if !strings.Contains(all, alike(part)) {
				return false
			}
		}
		return true
	})
}
