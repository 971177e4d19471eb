// Package admission lets bots into a league.
//
// A [Submission] comes from the organiser, by the inbox, or over the network. [Admission.Admit] finds out
// whether the league takes it: whether it may have its name, is newer than what had that name, starts, plays
// the game, and is better than the bot at the gate. If not, the error is a *[Refusal], which has the reason
// and what to do about it as fields, so that each reader is told in words of their own.
//
// Other errors are the league's own trouble, and may name files of the organiser's. [ForOutside] keeps them
// from everybody else.
package admission
