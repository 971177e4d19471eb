// Package crowd is what every listener needs that strangers can reach: where somebody comes from, and who goes
// when there are too many.
package crowd

import (
	"encoding/hex"
	"net/netip"
)

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

// HomeOfPerson returns a home that stands for a person, by the ID: a class sits behind one address, and one of them
// could keep all its places. It returns false if the text is no ID, as that of a link for many is none.
func HomeOfPerson(id string) (home netip.Prefix, is bool) {
	raw, err := hex.DecodeString(id)
	if err != nil || len(raw) != 8 {
		return home, false
	}
	return netip.PrefixFrom(netip.AddrFrom16([16]byte(append(raw, make([]byte, 8)...))), 64), true
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
