package resultpage

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/contest/comparison"
)

// The size of a chart, in units of the picture, and the room for its labels.
const (
	chartWidth  = 720
	chartHeight = 240
	chartLeft   = 64
	chartRight  = 12
	chartTop    = 10
	chartBottom = 26
)

// mostPoints is how many groups a chart shows, evenly chosen if there are more.
const mostPoints = 360

// chart is a picture of a course.
type chart struct {
	Title, Alt string
	Band       string // the points of a polygon, or ""
	Lines      []curve
	Marks      []mark // on the left, with a line across
	From, To   string // labels below
	Y          float64
}

type curve struct{ Points, Class, Label string }

type mark struct {
	Y, TextY float64
	Label    string
	Strong   bool
}

// charts are those of a comparison.
func (f *Finding) charts() []chart {
	if f == nil || len(f.Course) == 0 {
		return nil
	}
	return []chart{f.meanChart(), f.evidenceChart()}
}

// scale places the values of a course in a chart.
type scale struct {
	points    int
	low, high float64
}

func (s scale) x(i int) float64 {
	if s.points < 2 {
		return chartLeft
	}
	return round(chartLeft + float64(i)/float64(s.points-1)*(chartWidth-chartLeft-chartRight))
}

func (s scale) y(value float64) float64 {
	share := (min(max(value, s.low), s.high) - s.low) / (s.high - s.low)
	return round(chartTop + (1-share)*(chartHeight-chartTop-chartBottom))
}

func (s scale) mark(value float64, label string, strong bool) mark {
	y := s.y(value)
	return mark{y, y + 4, label, strong}
}

// line returns the points of a line.
func line[T any](s scale, course []T, value func(T) float64) string {
	var text strings.Builder
	for i, now := range course {
		fmt.Fprintf(&text, "%v,%v ", s.x(i), s.y(value(now)))
	}
	return strings.TrimSpace(text.String())
}

// band returns the points of what lies between two lines.
func band[T any](s scale, course []T, low, high func(T) float64) string {
	backwards := strings.Fields(line(s, course, low))
	slices.Reverse(backwards)
	return line(s, course, high) + " " + strings.Join(backwards, " ")
}

// thin returns evenly chosen elements of a course, the last among them.
func thin[T any](course []T) []T {
	if len(course) <= mostPoints {
		return course
	}
	chosen := make([]T, mostPoints)
	for i := range chosen {
		chosen[i] = course[(i+1)*len(course)/mostPoints-1]
	}
	return chosen
}

func (f *Finding) meanChart() chart {
	course := thin(f.Course)
	s := scale{points: len(course), low: 0.5, high: 0.5}
	for _, now := range course[len(course)/8:] { // before that, nearly all is possible
		s.low, s.high = min(s.low, now.Low), max(s.high, now.High)
	}
	s.low, s.high = max(0, s.low-0.02), min(1, s.high+0.02)
	c := f.newChart("How the mean went, and where the true one is")
	last := f.Course[len(f.Course)-1]
	c.Alt = fmt.Sprintf("After %d groups of matches the mean is %.1f %%, and the true one is between %.1f and %.1f %%.",
		len(f.Course), 100*last.Mean, 100*last.Low, 100*last.High)
	c.Band = band(s, course, func(e comparison.Evidence) float64 { return e.Low },
		func(e comparison.Evidence) float64 { return e.High })
	c.Lines = []curve{{line(s, course, func(e comparison.Evidence) float64 { return e.Mean }), "mean", f.Axis}}
	step := 0.1
	switch span := s.high - s.low; {
	case span < 0.25:
		step = 0.05
	case span > 0.5:
		step = 0.25
	}
	for n := math.Ceil(s.low / step); n*step <= s.high; n++ {
		c.Marks = append(c.Marks, s.mark(n*step, fmt.Sprintf("%.0f %%", 100*n*step), math.Abs(n*step-0.5) < 1e-9))
	}
	return c
}

func (f *Finding) evidenceChart() chart {
	course := thin(f.Course)
	s := scale{points: len(course), low: 0, high: 1.25 * f.Needed}
	for _, now := range course {
		s.low, s.high = min(s.low, now.Better, now.Worse), max(s.high, now.Better, now.Worse)
	}
	s.low = max(s.low, -2*f.Needed)
	c := f.newChart("The evidence: what bets against no difference have made of 1")
	last := f.Course[len(f.Course)-1]
	c.Alt = fmt.Sprintf(
		"After %d groups of matches, bets on better have made %.3g of 1, bets on worse %.3g; %.3g decides.",
		len(f.Course), math.Exp(last.Better), math.Exp(last.Worse), math.Exp(f.Needed))
	c.Lines = []curve{
		{line(s, course, func(e comparison.Evidence) float64 { return e.Better }), "better", "bets on better"},
		{line(s, course, func(e comparison.Evidence) float64 { return e.Worse }), "worse", "bets on worse"},
	}
	c.Marks = []mark{s.mark(0, "1", false), s.mark(f.Needed, fmt.Sprintf("%.3g", math.Exp(f.Needed)), true)}
	return c
}

func (f *Finding) newChart(title string) chart {
	groups := "group"
	if len(f.Course) > 1 {
		groups = "groups"
	}
	return chart{Title: title, From: "1", To: fmt.Sprintf("%d %s", len(f.Course), groups), Y: chartHeight - 8}
}
