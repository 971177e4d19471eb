package crowd_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/crowd"
)

func TestAHouseholdIsOneAddress(t *testing.T) {
	for one, other := range map[string]string{
		"192.0.2.1:1": "[::ffff:192.0.2.1]:2", "[2001:db8::1]:1": "[2001:db8::2]:1", "[fe80::1%eth0]:1": "[fe80::2]:1",
		"@": "pipe",
	} {
		require.Equal(t, crowd.HomeOf(one), crowd.HomeOf(other))
	}
	require.NotEqual(t, crowd.HomeOf("192.0.2.1:1"), crowd.HomeOf("192.0.2.2:1"))
	require.NotEqual(t, crowd.HomeOf("[2001:db8:0:1::1]:1"), crowd.HomeOf("[2001:db8:0:2::1]:1"))
}

func TestWhoGoesIsTheFirstFromWhereMostAre(t *testing.T) {
	of := func(at string) netip.Prefix { return crowd.HomeOf(at) }
	first, most := crowd.Leaver([]string{"192.0.2.1:1", "192.0.2.2:1", "192.0.2.2:2"}, of)
	require.Equal(t, "192.0.2.2:1", first)
	require.Equal(t, 2, most)
	first, most = crowd.Leaver(nil, of)
	require.Empty(t, first)
	require.Zero(t, most)
}

func TestNobodyHasMoreThanItsShareOfTheFiles(t *testing.T) {
	require.Equal(t, 1, crowd.Share(1, 8))
	if most := crowd.MostFiles(); most > 0 && most < 1<<40 {
		require.Equal(t, int(most/8), crowd.Share(1<<50, 8))
		require.Equal(t, 1, crowd.Share(1<<50, 2*most))
	}
}

// TestAPersonIsAHomeOfTheirOwn, also where a home is looked up by an address.
func TestAPersonIsAHomeOfTheirOwn(t *testing.T) {
	one, is := crowd.HomeOfPerson("0123456789abcdef")
	require.True(t, is)
	other, is := crowd.HomeOfPerson("0123456789abcdee")
	require.True(t, is)
	require.NotEqual(t, one, other)
	require.Equal(t, one, crowd.HomeOf(netip.AddrPortFrom(one.Addr(), 0).String()))
	for _, id := range []string{"", "anna", "0123456789abcdef01"} {
		_, is := crowd.HomeOfPerson(id)
		require.False(t, is, id)
	}
}
