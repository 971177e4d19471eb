package connlimit

// Count says who is at a door, and whom it has sent away since it was opened.
type Count struct {
	Guests  int    // connections that have not shown a key yet
	Known   int    // that have
	Keyless uint64 // showed no key that counts
	Crowded uint64 // were too many from their address
	Full    uint64 // there was no room for the holder of the key
}

// Count returns who is there now, and whom the door has sent away.
func (d *Door) Count() Count {
	d.mu.Lock()
	defer d.mu.Unlock()
	count := d.turned
	for _, v := range d.visitors {
		if v.known {
			count.Known++
		} else {
			count.Guests++
		}
	}
	return count
}
