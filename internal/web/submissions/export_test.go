package submissions

// Rule is one of the rules.
type Rule struct {
	Asks, Says string
	Least      Role
}

// Rules are all of them.
func Rules() (all []Rule) {
	for _, r := range rules {
		all = append(all, Rule{r.asks, r.says, r.least})
	}
	return all
}
