// Package docgen stands beside the floors: its folders write files that are generated and committed.
package docgen
