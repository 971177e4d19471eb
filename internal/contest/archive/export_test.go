package archive

// FirstMissing, Differs and NameOf are for tests.
var (
	FirstMissing = (*Tournament).firstMissing
	Differs      = differs
	NameOf       = nameOf
)
