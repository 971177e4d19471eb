// Package evidence says how a new bot did against an old one, and whether that proves
// anything: while the matches come in, after each of which one may look and stop.
//
// # How it did
//
// A match in which both play tells a number from 0 to 1. 1/2 is a draw, and with new and
// old exchanged, the number is 1 minus what it was. Each new bot's seat is paired with
// each old bot's seat, a [Measure] tells the outcome of a pair, and a match has the mean
// of its pairs. Everybody else's seats, the field, take no part. [OfGroup] has the mean
// of the matches of a group.
//
// # What that proves
//
// `arena compare` feeds a [Test] with the numbers of the groups. The test bets
// against "the mean is m", for many m, with a capital that a true m does not let grow on
// average. What has multiplied the capital by a large factor is refuted. The method is
// that of Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
// betting" (Journal of the Royal Statistical Society B 86, 2024; arXiv 2010.09686), with
// their hedged capital: half of it is staked on "greater", half on "less".
//
// # The promise
//
// With level 0.05, the true mean is in all intervals that a test ever gives with a
// probability of at least 95 %. As answers follow from the interval, the probability
// that any answer is ever false is at most 5 %, however often one looks, and whenever one
// stops. The one assumption is that each result has the same mean, whatever came before:
// as it is for groups with fresh seeds. Their distribution does not matter.
//
// A test has no randomness: the same results give the same answers. Those of another
// kind of machine may differ in the last digits.
package evidence
