// Package vitals has the figures by which an operator watches a league: for Prometheus, and for people.
//
// All of them are counts, sizes and times. No bot, worker or author is named, and no figure has a label whose
// values depend on how many of these there are.
package vitals
