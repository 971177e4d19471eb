// Package uploads takes the files that authors send to a league, within limits: of their size, of how many are on
// their way and wait for the league, and of how many come from one place. It has no clock and no network: times and
// bytes are handed in.
package uploads
