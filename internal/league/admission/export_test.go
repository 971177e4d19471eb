package admission

// What stays of submissions that were refused.
const (
	MostRefusals     = mostRefusals
	MostRefusalsSize = mostRefusalsSize
)
