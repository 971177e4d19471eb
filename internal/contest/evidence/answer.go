package evidence

// Answer is what can be said about the true mean. Each but Undecided is a claim about
// it, and all claims that a [Test] ever makes are true with the probability 1 - level.
type Answer int

// The answers.
const (
	Undecided    Answer = iota
	Better              // the mean is above 1/2
	Worse               // the mean is below 1/2
	NoDifference        // the mean differs from 1/2 by less than the margin
)

// String returns the answer in words, such as "no difference".
func (a Answer) String() string {
	switch a {
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
