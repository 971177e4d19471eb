// Package columnjson writes structs as JSON lists. The names of their fields would be most of what a
// page is sent.
package columnjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Gap is the tag of a field of [Columns] that increases from row to row: `in:"gap"`.
const Gap = "gap"

// Columns are rows of ints as one list: the first number of each row, then the second of each,
// and so on. Most numbers of a column are alike, and gzip packs them well. A [Gap] is written as
// the difference to the row before; the first is written as it is.
type Columns[Row any] []Row

// MarshalJSON writes the columns.
func (c Columns[Row]) MarshalJSON() ([]byte, error) {
	list := make([]int64, 0, len(c)*reflect.TypeFor[Row]().NumField())
	c.each(func(field reflect.Value, before int64) { list = append(list, field.Int()-before) })
	return json.Marshal(list)
}

// UnmarshalJSON reads what MarshalJSON has written.
func (c *Columns[Row]) UnmarshalJSON(text []byte) error {
	var list []int64
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	width := reflect.TypeFor[Row]().NumField()
	if len(list)%width != 0 {
		return fmt.Errorf("%d numbers are not %d columns", len(list), width)
	}
	*c = make([]Row, len(list)/width)
	c.each(func(field reflect.Value, before int64) {
		field.SetInt(list[0] + before)
		list = list[1:]
	})
	return nil
}

// each calls visit for each field, column by column, with the number that the field is the
// difference to.
func (c Columns[Row]) each(visit func(field reflect.Value, before int64)) {
	row := reflect.TypeFor[Row]()
	rows := reflect.ValueOf(c)
	for column := range row.NumField() {
		isGap := row.Field(column).Tag.Get("in") == Gap
		before := int64(0)
		for i := range c {
			field := rows.Index(i).Field(column)
			visit(field, before)
			if isGap {
				before = field.Int()
			}
		}
	}
}

// Tuple writes a struct as the list of its fields. Those of an embedded one are among them.
func Tuple(row any) ([]byte, error) {
	value := reflect.ValueOf(row)
	list := []any{}
	for _, field := range Fields(value.Type()) {
		list = append(list, value.FieldByIndex(field.Index).Interface())
	}
	return json.Marshal(list)
}

// ReadTuple reads what [Tuple] has written into the struct to which row points.
func ReadTuple(text []byte, row any) error {
	var list []json.RawMessage
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	value := reflect.ValueOf(row).Elem()
	fields := Fields(value.Type())
	if len(list) != len(fields) {
		return fmt.Errorf("%s has %d entries, not %d", bytes.TrimSpace(text), len(list), len(fields))
	}
	for i, field := range fields {
		if err := json.Unmarshal(list[i], value.FieldByIndex(field.Index).Addr().Interface()); err != nil {
			return err
		}
	}
	return nil
}

// Fields returns the fields of a struct, with those of embedded ones in their place.
func Fields(of reflect.Type) (fields []reflect.StructField) {
	for _, field := range reflect.VisibleFields(of) {
		if !field.Anonymous {
			fields = append(fields, field)
		}
	}
	return fields
}
