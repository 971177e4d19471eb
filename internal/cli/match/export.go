package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/picture"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

type exportOptions struct {
	output, format string
	round          string // "", "end", a number, or FROM-TO
	theme, lang    string
	cell           int
	speed          float64
	noDebug        bool
	at             string // as it was typed
	folder         string // the same with / at its end
	card           []byte // a picture beside the page
}

// format is a format of an export, with the flags that apply to it.
type format struct {
	name, doc string
	flags     []string
}

// shownFormats are the formats that show a match of any game.
var shownFormats = []format{
	{"html", "a page with the match in it, for any browser", []string{"no-debug", "lang", "at"}},
	{"png", "a picture of one round", []string{"round", "cell", "theme", "no-debug"}},
	{"gif", "a film", []string{"round", "cell", "theme", "speed", "no-debug"}},
	{"txt", "rounds as text", []string{"round", "no-debug"}},
	{"json", "the data of the page, for programs", []string{"no-debug"}},
}

const dark = "dark"

var (
	themes    = []string{"light", dark}
	languages = shell.Enum[string]{
		Values: viewer.Languages, Notes: map[string]string{"ca": "Catalan", "es": "Spanish"},
	}
)

// formats are all formats: those of all games, and the records of the original programs.
func formats(s *shell.Shell) []format {
	all := slices.Clone(shownFormats)
	for _, extension := range s.RecordExtensions() {
		doc := "a record, as the original program of " + s.RecordedBy(extension) + " wrote it"
		all = append(all, format{strings.TrimPrefix(extension, "."), doc, nil})
	}
	return all
}

// NewExport returns the command arena export.
func NewExport(s *shell.Shell) *cobra.Command {
	o := &exportOptions{}
	c := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Make a page, picture, film, text or record of a match",
		Long: `Make a page, picture, film, text or record of a match. FILE is a replay or, as with arena
view, a file that an original program wrote; without one it is the newest match of the folder
matches. The extension of the output's name chooses the format:

` + formatList(s) + `
The page is one file that needs neither network nor arena, so it can be mailed. Of
a damaged replay, the part that can be read is exported. With --at ADDRESS a picture
is written beside it, which chats show with a link to the page.

A record is made of a whole replay. Of a match that was played with --random classic
and --no-limits it is, to the byte, what the original program would have written, as
far as the game is exact to it. Without --no-limits it has the statuses of the replay,
the parts of their CPU time that the bots used, where the original wrote 0.

A round is shown as players see it before they answer; "end" is the state after
the last round.`,
		Example: `  arena export -o match.html
  arena export match.arena -o match.png --round 137
  arena export match.arena -o match.gif --round 100-150 --cell 8
  arena export match.arena -o - --format txt --round end`,
		Args: shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			file, err := s.OrNewest(args)
			if err != nil {
				return err
			}
			if err := o.Check(s, c, file); err != nil {
				return err
			}
			if o.output == shell.Standard && (o.format == "png" || o.format == "gif") && shell.IsTerminal(s.Out.To) {
				return shell.Misused("-o match."+o.format, "-o -: a terminal cannot show a %s", o.format)
			}
			return export(s, file, o)
		},
	}
	o.Register(s, c)
	return c
}

func formatList(s *shell.Shell) string {
	var list strings.Builder
	for _, f := range formats(s) {
		fmt.Fprintf(&list, "  .%-5s %s\n", f.name, f.doc)
	}
	return list.String()
}

func (o *exportOptions) Register(s *shell.Shell, c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(
		&o.output, "output", "o", "",
		"`FILE` to write; - is standard output (default: the name of the match file, with .html)")
	shell.Enum[string]{Values: formatNames(s)}.Register(c, &o.format, "format",
		"`FORMAT` of the output: %s (default: by its extension)")
	f.StringVar(&o.round, "round", "",
		"show only this `ROUND`, or end, or FROM-TO in a film or text (default: end, and all of a film)")
	shell.RenamedFlag(c, "rounds", "round")
	f.IntVar(&o.cell, "cell", 0, "`PIXELS` of a cell in a picture or film (default: whatever fits)")
	o.theme = themes[0]
	shell.Enum[string]{Values: themes}.Register(c, &o.theme, "theme", "`THEME` of a picture or film: %s")
	f.Float64Var(&o.speed, "speed", 0, "`ROUNDS` per second of a film (default 10)")
	o.lang = viewer.Languages[0]
	languages.Register(c, &o.lang, "lang", "`LANGUAGE` of a page, besides English: %s")
	f.BoolVar(&o.noDebug, "no-debug", false, "leave out what the bots noted and wrote to standard error")
	registerAt(c, &o.at)
}

func formatNames(s *shell.Shell) []string {
	var names []string
	for _, f := range formats(s) {
		names = append(names, f.name)
	}
	return names
}

// Check works out the format and refuses flags that do not apply to it.
func (o *exportOptions) Check(s *shell.Shell, c *cobra.Command, path string) error {
	if o.output == "" {
		if o.format == "" {
			o.format = "html"
		}
		o.output = baseOf(path) + "." + o.format
		if err := shell.Unlinked(o.output, "-o FILE names another"); err != nil {
			return err
		}
	}
	if o.format == "" {
		o.format = strings.ToLower(strings.TrimPrefix(filepath.Ext(o.output), "."))
	}
	formats := formats(s)
	i := slices.Index(formatNames(s), o.format)
	switch all := strings.Join(formatNames(s), ", "); {
	case i < 0 && o.output == shell.Standard:
		return shell.Misused("--format html", "-o -: needs a format: %s", all)
	case i < 0:
		return shell.Misused("-o match.html", "%s: its extension is not one of %s", o.output, all)
	}
	for _, f := range formats {
		for _, flag := range f.flags {
			if c.Flags().Changed(flag) && !slices.Contains(formats[i].flags, flag) {
				return shell.Misused(c.CommandPath()+" --help", "--%s: has no effect on %s", flag, o.format)
			}
		}
	}
	var err error
	if o.folder, err = webFolder(o.at); err != nil {
		return err
	}
	switch changed := c.Flags().Changed; {
	case o.folder != "" && o.output == shell.Standard:
		return shell.Misused("-o match.html", "--at: writes a picture beside the page, which needs a name")
	case o.folder != "":
		return shell.Unlinked(o.cardName(), "-o FILE names another")
	case changed("cell") && o.cell == 0: // package picture takes 0 for whatever fits
		return shell.Misused("--cell 20", "--cell: must be at least 1")
	case changed("speed") && o.speed == 0:
		return shell.Misused("--speed 10", "--speed: must be more than 0")
	}
	return nil
}

func export(s *shell.Shell, path string, o *exportOptions) error {
	if shell.Same(path, o.output) {
		return shell.Misused("-o match."+o.format, "%s: this is the match itself", o.output)
	}
	// before the file is opened, so that a failure does not overwrite an earlier one
	made, damage, err := exported(s, path, o)
	if err != nil {
		return err
	}
	if o.output == shell.Standard {
		_, _ = s.Out.AsIs(made)
		return damage
	}
	if err := write(s, o.output, made); err != nil {
		return err
	}
	if o.card != nil {
		if err := write(s, o.cardName(), o.card); err != nil {
			return err
		}
	}
	return damage
}

func write(s *shell.Shell, path string, made []byte) error {
	if err := shell.WriteWhole(path, made); err != nil {
		return err
	}
	safe.Fprintf(s.Out, "%s: %d kB\n", path, (len(made)+999)/1000)
	return nil
}

// cardName is the file beside a page that has the picture of links to it.
func (o *exportOptions) cardName() string {
	return strings.TrimSuffix(o.output, filepath.Ext(o.output)) + "-card.png"
}

// draw makes the picture of links to a page, and returns where it will be.
func (o *exportOptions) draw(match *story.Story) (viewer.Picture, error) {
	if o.folder == "" {
		return viewer.Picture{}, nil
	}
	round := picture.CardRound(match)
	var card bytes.Buffer
	err := picture.WriteCard(&card, match, round, picture.Options{NoNotes: o.noDebug})
	o.card = card.Bytes()
	return viewer.Picture{
		Address: o.folder + url.PathEscape(filepath.Base(o.cardName())),
		Alt:     fmt.Sprintf("Round %d of a match of %s", round, match.Game.Title),
	}, err
}

// exported returns the exported file. If the match is damaged, and the file has the part that
// can be read, it returns the damage too.
func exported(s *shell.Shell, path string, o *exportOptions) (made []byte, damage, err error) {
	if slices.Contains(s.RecordExtensions(), "."+o.format) {
		made, err = exportRecord(s, path, o)
		return made, nil, err
	}
	match, err := s.ReadShow(path)
	if err != nil {
		return nil, nil, err
	}
	var text bytes.Buffer
	err = o.write(&text, match)
	return text.Bytes(), shell.DamageError(path, match), err
}

func (o *exportOptions) write(w io.Writer, match *story.Story) error {
	from, to, err := o.span()
	if err != nil {
		return err
	}
	options := picture.Options{CellSize: o.cell, Speed: o.speed, NoNotes: o.noDebug}
	if o.theme == dark {
		options.Theme = picture.Dark
	}
	switch o.format {
	case "html":
		shown, err := o.draw(match)
		if err != nil {
			return err
		}
		return viewer.ExportHTML(w, match, viewer.ExportOptions{NoDebug: o.noDebug, Lang: o.lang, Picture: shown})
	case "json":
		return viewer.ExportJSON(w, match, viewer.ExportOptions{NoDebug: o.noDebug})
	case "png":
		if from != to && o.round != "" {
			return shell.Misused("--round "+strconv.Itoa(from), "--round: a picture shows one round")
		}
		err = picture.WritePNG(w, match, to, options)
	case "gif":
		err = picture.WriteGIF(w, match, from, to, options)
	case "txt":
		if o.round == "" {
			from = to // all of them would be megabytes
		}
		err = picture.WriteText(w, match, from, to, options)
	}
	if refused := new(picture.OptionError); errors.As(err, &refused) {
		return shell.Misused(refused.Hint(), "%w", err)
	}
	return err
}

// span returns the first and the last round to show.
func (o *exportOptions) span() (from, to int, err error) {
	if o.round == "" {
		return 0, picture.End, nil
	}
	first, last, several := strings.Cut(o.round, "-")
	if !several {
		last = first
	}
	if from, err = roundNumber(first); err == nil {
		to, err = roundNumber(last)
	}
	if err != nil {
		return 0, 0, shell.Misused("--round end or --round 100-150", "--round: %q is neither a round nor FROM-TO", o.round)
	}
	return from, to, nil
}

// roundNumber reads the number of a round.
func roundNumber(text string) (int, error) {
	if text == "end" {
		return picture.End, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a round", text)
	}
	return n, nil
}

// maxRecord is the size of the largest record that is exported, in bytes.
const maxRecord = 256 << 20

// exportRecord writes a replay as the game's original program would have recorded the
// match.
func exportRecord(s *shell.Shell, path string, o *exportOptions) ([]byte, error) {
	r, err := readReplay(s, path)
	if r == nil {
		return nil, err
	}
	extension := "." + o.format
	game, page := r.Setup.Game(), safe.Shell("arena", "export", path, "-o", baseOf(path)+".html")
	switch {
	case err != nil:
		return nil, hint.With(err, page+" has the part before that; a record has all rounds")
	case extension != game.RecordExtension() && game.RecordExtension() == "":
		return nil, s.NotOf(game, extension, o.output, baseOf(path)+".html")
	case extension != game.RecordExtension():
		return nil,
			s.NotOf(game, extension, o.output, strings.TrimSuffix(o.output, filepath.Ext(o.output))+game.RecordExtension())
	case r.Scores == nil:
		return nil, hint.New(path, "the match was not played to its end, and a record has all rounds",
			page+" has those that were played")
	}
	text, err := r.Record(maxRecord)
	if err != nil {
		return nil, hint.Wrap(path, err)
	}
	return text, nil
}

// baseOf returns the name of a file without folder and extension.
func baseOf(path string) string {
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
