package columnjson_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/web/columnjson"
)

type step struct {
	ID  int `in:"gap"`
	Way int `in:"way"`
}

func TestColumnsAreOneListOfNumbers(t *testing.T) {
	steps := columnjson.Columns[step]{{3, -1}, {4, 7}, {10, 7}}
	text, err := json.Marshal(steps)
	require.NoError(t, err)
	require.Equal(t, "[3,1,6,-1,7,7]", string(text), "the IDs as gaps, then the ways as they are")

	var again columnjson.Columns[step]
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, steps, again)
}

func TestNoRowsAreAnEmptyList(t *testing.T) {
	text, err := json.Marshal(columnjson.Columns[step](nil))
	require.NoError(t, err)
	require.Equal(t, "[]", string(text))
}

func TestColumnsThatAreCutShortAreRefused(t *testing.T) {
	var columns columnjson.Columns[step]
	require.EqualError(t, json.Unmarshal([]byte("[1,2,3]"), &columns), "3 numbers are not 2 columns")
	require.Error(t, json.Unmarshal([]byte(`["a","b"]`), &columns))
}

type place struct{ Row, Col int }

type fault struct {
	Match int
	place
	Kind string
}

func (f fault) MarshalJSON() ([]byte, error)     { return columnjson.Tuple(f) }
func (f *fault) UnmarshalJSON(text []byte) error { return columnjson.ReadTuple(text, f) }

func TestATupleHasTheFieldsInOrder(t *testing.T) {
	text, err := json.Marshal([]fault{{7, place{1, 2}, "crash"}})
	require.NoError(t, err)
	require.JSONEq(t, `[[7,1,2,"crash"]]`, string(text))

	var again []fault
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, []fault{{7, place{1, 2}, "crash"}}, again)
}

func TestATupleOfAnotherLengthIsRefused(t *testing.T) {
	var f fault
	require.EqualError(t, json.Unmarshal([]byte(`[1,2,3]`), &f), "[1,2,3] has 3 entries, not 4")
	require.Error(t, json.Unmarshal([]byte(`["a",1,2,"b"]`), &f))
	require.Error(t, json.Unmarshal([]byte(`{}`), &f))
}
