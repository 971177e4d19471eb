package scene

import "encoding/json"

// MarshalJSON writes nil lists as empty lists, so that readers of the JSON always find
// a list.
func (l Legend) MarshalJSON() ([]byte, error) {
	type plain Legend // has no MarshalJSON
	l.Cells, l.Units, l.Events, l.Signs = list(l.Cells), list(l.Units), list(l.Events), list(l.Signs)
	l.Numbers = list(l.Numbers)
	return json.Marshal(plain(l))
}

// MarshalJSON writes a nil Over as an empty list.
func (c Cell) MarshalJSON() ([]byte, error) {
	type plain Cell
	c.Over = list(c.Over)
	return json.Marshal(plain(c))
}

// MarshalJSON writes a nil shape as an empty list.
func (s Shape) MarshalJSON() ([]byte, error) { return json.Marshal(list([]Path(s))) }

func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// MarshalJSON writes a colour as a pair: [light, dark].
func (c Colour) MarshalJSON() ([]byte, error) { return json.Marshal([2]string{c.Light, c.Dark}) }

// UnmarshalJSON reads a pair.
func (c *Colour) UnmarshalJSON(text []byte) error {
	var pair [2]string
	err := json.Unmarshal(text, &pair)
	c.Light, c.Dark = pair[0], pair[1]
	return err
}
