package vitals

import (
	"context"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
)

// descriptions are those of the figures, in the same order.
var descriptions = describe()

// describe makes the descriptions. Only the first figure of a name says what it is.
func describe() (all []*prometheus.Desc) {
	help := make(map[string]string)
	for _, f := range new(reading).figures() {
		if help[f.name] == "" {
			help[f.name] = f.help
		}
		var labels []string
		if key, _, has := strings.Cut(f.label, "="); has {
			labels = append(labels, key)
		}
		all = append(all, prometheus.NewDesc(prefix+f.name, help[f.name], labels, nil))
	}
	return all
}

// Describe implements [prometheus.Collector].
func (v *Vitals) Describe(to chan<- *prometheus.Desc) {
	for _, d := range descriptions {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (v *Vitals) Collect(to chan<- prometheus.Metric) {
	r := v.read(context.Background()) // which takes scrapeTime at most
	for i, f := range r.figures() {
		if !f.known {
			continue
		}
		kind := prometheus.GaugeValue
		if strings.HasSuffix(f.name, "_total") {
			kind = prometheus.CounterValue
		}
		var labels []string
		if _, label, has := strings.Cut(f.label, "="); has {
			labels = append(labels, label)
		}
		to <- prometheus.MustNewConstMetric(descriptions[i], kind, f.number, labels...)
	}
}

// Section is a part of the page of a league's health. It has no name of its own, as the page is on another floor.
type Section = struct {
	Title string
	Rows  [][2]string // the name of a figure, and its value as people read it
}

// Sections returns the figures for people.
func (v *Vitals) Sections(ctx context.Context) (all []Section) {
	r := v.read(ctx)
	for _, f := range r.figures() {
		if !f.known {
			continue
		}
		if len(all) == 0 || all[len(all)-1].Title != f.section {
			all = append(all, Section{Title: f.section})
		}
		last := &all[len(all)-1]
		last.Rows = append(last.Rows, [2]string{f.called, f.text})
	}
	return all
}
