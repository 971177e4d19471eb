// Package uploads takes the files that authors send to a league in parts, within limits: of their size, of how
// many are on their way and wait for the league, and of how many come from one address. It has no clock and
// no network: times and parts are handed in.
package uploads
