// Package crowd is what every listener needs that strangers can reach: where somebody comes from, and who goes
// when there are too many.
package crowd

import "net/netip"

// HomeOf returns the home of an address, given as host and port. A home counts as one address: of IPv6, it is the
// network that one household usually has. All addresses outside of IP have one home.
func HomeOf(address string) netip.Prefix {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return netip.Prefix{}
	}
	ip, bits := at.Addr().Unmap().WithZone(""), 32
	if ip.Is6() {
		bits = 64
	}
	return netip.PrefixFrom(ip, bits).Masked()
}

// Leaver returns who goes: the first one of the home that has most, and how many are from there. Of nobody it is the
// zero value.
func Leaver[V any](all []V, homeOf func(V) netip.Prefix) (first V, most int) {
	count := make(map[netip.Prefix]int)
	for _, v := range all {
		home := homeOf(v)
		count[home]++
		most = max(most, count[home])
	}
	for _, v := range all {
		if count[homeOf(v)] == most {
			return v, most
		}
	}
	return first, 0
}

// Share returns how many connections somebody may have of so many that are wanted. Each takes a file, and no more than
// one part in so many is for them, of the files that the system allows the arena: the rest is for all that it does.
func Share(wanted int, part uint64) int {
	if most := MostFiles(); most > 0 && most/part < uint64(wanted) { //nolint:gosec // it is positive
		return max(int(most/part), 1) //nolint:gosec // it is less than wanted
	}
	return wanted
}
