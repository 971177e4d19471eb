// Package verdicts decides which verdicts of workers are believed that may lie in their machines. Nobody
// can find out from a replay whether a bot was too slow, so others must find the same.
package verdicts
