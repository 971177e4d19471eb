package replay

// NewWriterAt is NewWriter with a clock.
var NewWriterAt = newWriter
