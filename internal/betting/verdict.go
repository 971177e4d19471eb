package betting

// Verdict is what can be said about the true mean. Each but Undecided is a claim about
// it, and all claims that a [Test] ever makes are true with the probability 1 - level.
type Verdict int

// The verdicts.
const (
	Undecided    Verdict = iota
	Better               // the mean is above 1/2
	Worse                // the mean is below 1/2
	NoDifference         // the mean differs from 1/2 by less than the margin
)

// String returns the verdict in words, such as "no difference".
func (v Verdict) String() string {
	switch v {
	case Better:
		return "better"
	case Worse:
		return "worse"
	case NoDifference:
		return "no difference"
	default:
		return "undecided"
	}
}
