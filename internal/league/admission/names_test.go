package admission_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAPackageMayPlayUnderTwoNames if the organiser gives it the second.
func TestAPackageMayPlayUnderTwoNames(t *testing.T) {
	h := newHouse(t, nil)
	first := h.joins(h.byOrganiser("zorg", "1", "anna", "zorg"))
	second := h.joins(renamed(h.byOrganiser("zorg", "1", "anna", "zorg"), "zorg2"))
	require.Equal(t, "zorg2", second.Name)
	require.Equal(t, first.Package, second.Package)
}
