// Package operator serves what an operator watches: figures for Prometheus, the health of the league for probes, and
// both as a page for people. It has a listener of its own, as the page of the table is for everybody and this is not.
package operator
