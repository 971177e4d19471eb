// Package retention says of which matches of a league the replays are kept: of all, of none, of the newest, or of
// those whose winner was expected least.
package retention
