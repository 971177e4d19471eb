package contest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAStoreIsNamedOrTheOnlyOne(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := storeNamed(nil)
	require.EqualError(t, err, "no *.db here")
	require.NoError(t, os.WriteFile("a.db", nil, 0o600))
	name, err := storeNamed(nil)
	require.NoError(t, err)
	require.Equal(t, "a.db", name)
	require.NoError(t, os.WriteFile("b.db", nil, 0o600))
	_, err = storeNamed(nil)
	require.EqualError(t, err, "more than one *.db here: a.db, b.db")
	name, err = storeNamed([]string{"b.db"})
	require.NoError(t, err)
	require.Equal(t, "b.db", name)
}
