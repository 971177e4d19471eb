package stats

// quantile returns a quantile of values, between two of them in proportion. It puts them into another order.
func quantile(values []float64, p float64) float64 {
	at := min(max(p*float64(len(values)+1)-1, 0), float64(len(values)-1))
	low := int(at)
	selectNth(values, low)
	lower, part := values[low], at-float64(low)
	if part == 0 || low+1 == len(values) {
		return lower
	}
	higher := values[low+1]
	for _, v := range values[low+2:] {
		higher = min(higher, v)
	}
	return lower + part*(higher-lower)
}

// selectNth puts values into an order in which the one at n stands where it would if they were sorted, those that are
// less before it, and the others after it. That takes far less time than to sort them.
func selectNth(values []float64, n int) {
	for low, high := 0, len(values)-1; low < high; {
		middle := median(values[low], values[low+(high-low)/2], values[high])
		i, j := low, high
		for i <= j {
			for values[i] < middle {
				i++
			}
			for values[j] > middle {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case n <= j:
			high = j
		case n >= i:
			low = i
		default:
			return
		}
	}
}

func median(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }
