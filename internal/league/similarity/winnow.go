package similarity

import "math"

const (
	// gram is how many tokens in a row are compared at once: fewer are alike in any two programs.
	gram = 20
	// window is how many grams in a row have one that is compared. So a passage of window + gram - 1 tokens is seen
	// wherever it stands, and window is less than gram, so that nothing between is missed.
	window = 10
	// varied is how many different tokens a gram has at least. One of fewer is data or a list of calls.
	varied = 7
)

// nothing is the hash of a gram that is not compared.
const nothing = math.MaxUint64

// mark is a gram by which programs are compared.
type mark struct {
	hash        uint64
	at          int32 // its first token, of all of the program
	file        int32 // that it is in
	first, last int32 // its lines
}

// hashes returns the hash of each gram.
func hashes(tokens []token) (all []uint64) {
	const base = 0x9E3779B97F4A7C15 // odd; any one would do
	leaving := uint64(1)
	for range gram {
		leaving *= base
	}
	count, different := make([]int, kinds), 0
	sum := uint64(0)
	for at, t := range tokens {
		sum = sum*base + uint64(t.kind) + 1
		if count[t.kind]++; count[t.kind] == 1 {
			different++
		}
		if at < gram-1 {
			continue
		}
		if at >= gram {
			old := tokens[at-gram].kind
			sum -= leaving * (uint64(old) + 1)
			if count[old]--; count[old] == 0 {
				different--
			}
		}
		hash := uint64(nothing)
		if different >= varied {
			hash = mixed(sum)
		}
		all = append(all, hash)
	}
	return all
}

// mixed spreads what differs in a sum over all bits, as the least of some hashes is to be one by chance.
func mixed(sum uint64) uint64 {
	sum = (sum ^ sum>>32) * 0xD6E8FEB86659FD93
	return min(sum^sum>>32, nothing-1)
}

// winnow returns the grams with the least hash of each window, but none of those that are known.
func winnow(tokens []token, known map[uint64]bool) (marks []mark) {
	all := hashes(tokens)
	for i, hash := range all {
		if known[hash] {
			all[i] = nothing
		}
	}
	least := -1
	for end := range all {
		first := max(end-window+1, 0)
		switch {
		case least < first:
			least = end
			for at := end - 1; at >= first; at-- { // of equal ones the last, so that fewer are taken
				if all[at] < all[least] {
					least = at
				}
			}
		case all[end] <= all[least]:
			least = end
		}
		whole := end >= min(window, len(all))-1
		if taken := len(marks) > 0 && int(marks[len(marks)-1].at) == least; whole && !taken && all[least] != nothing {
			marks = append(marks, mark{
				hash: all[least], at: int32(least), //nolint:gosec // texts have less than two billion tokens
				first: tokens[least].line, last: tokens[least+gram-1].line,
			})
		}
	}
	return marks
}
