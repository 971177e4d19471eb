package connlimit

import (
	"encoding/binary"
	"net"
	"net/netip"
)

// Visitor is a connection.
type Visitor struct {
	conn   net.Conn
	home   netip.Prefix
	number uint64 // of those who came
	known  bool   // it has shown a key
	sent   bool   // it was sent away, and counted
}

// Home returns where a visitor comes from; see [crowd.HomeOf].
func (v *Visitor) Home() netip.Prefix { return v.home }

// alias returns the address by which the server knows a visitor, and which nobody else ever has. Their own would not
// do: who has gone leaves it to others, and a busy server may look at the key of the one and be told about the other.
func (v *Visitor) alias() netip.Addr {
	a := [16]byte{0: 0xfd} // one that is in no other network
	binary.BigEndian.PutUint64(a[8:], v.number)
	return netip.AddrFrom16(a)
}
