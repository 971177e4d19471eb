package broker

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// large is a result of more than three messages.
func large(key Key) result {
	return result{key: key, body: bytes.Repeat([]byte("abcdefg"), MostBody/2), part: 1, parts: 1}
}

func TestPartsMakeTheWhole(t *testing.T) {
	whole := large(keyOf(1))
	all := whole.split()
	require.Len(t, all, 4)
	var p parts
	for i, part := range all {
		for range 2 { // each comes twice, but for the last
			got, err := p.add("a", part)
			require.NoError(t, err)
			if i < len(all)-1 {
				require.Equal(t, part, got)
				continue
			}
			require.Equal(t, whole, got)
			break
		}
	}
	require.Equal(t, parts{by: map[string]*partial{}}, p)
	small := result{key: keyOf(2), body: []byte("x"), part: 1, parts: 1}
	require.Equal(t, []result{small}, small.split())
	require.Len(t, result{}.split(), 1, "an empty result is one")
}

// TestPartsThatDoNotFit are dropped, with all that came before.
func TestPartsThatDoNotFit(t *testing.T) {
	mine, other := large(keyOf(1)).split(), large(keyOf(2)).split()
	for name, sent := range map[string][]result{
		"one is missing":   {mine[0], mine[2]},
		"no beginning":     {mine[1]},
		"another match":    {mine[0], other[1]},
		"another number":   {mine[0], {key: keyOf(1), part: 2, parts: 9}},
		"a part too large": {mine[0], {key: keyOf(1), part: 2, parts: 4, body: make([]byte, MostBody+1)}},
	} {
		var p parts
		for i, part := range sent {
			_, err := p.add("a", part)
			if i < len(sent)-1 {
				require.NoError(t, err, name)
				continue
			}
			require.ErrorIs(t, err, errParts, name)
		}
		require.Zero(t, p.size, name)
		require.Empty(t, p.by, name)
	}
}

// TestPartsHaveBounds: whoever begins and does not end takes room once, and all together not too much.
func TestPartsHaveBounds(t *testing.T) {
	var p parts
	for match := range byte(100) {
		_, err := p.add("a", large(keyOf(match)).split()[0])
		require.NoError(t, err)
	}
	require.Equal(t, MostBody, p.size)
	for worker := range 1000 {
		_, _ = p.add(string(rune(worker)), large(keyOf(1)).split()[0])
	}
	require.LessOrEqual(t, p.size, mostPartial)
	for _, wrong := range [][2]string{{"0", "2"}, {"3", "2"}, {"1", "1"}, {"1", "99999"}, {"x", "2"}, {"1", ""}} {
		_, _, err := readPart(wrong[0], wrong[1])
		require.Error(t, err, wrong)
	}
}

// TestWhoCanNotPlayAMatchDoesNotGetItAgain, although it has most to spare.
func TestWhoCanNotPlayAMatchDoesNotGetItAgain(t *testing.T) {
	for _, unable := range []bool{false, true} {
		r := newTable(t)
		r.hear("bad", MostSlots)
		r.addJobs(1)
		require.Len(t, r.giveAll(), 1)
		r.hear("good", 1)
		r.player("good").rests = r.now.Add(1) // it has no room at the moment
		j, _ := r.arrived("bad", keyOf(1))
		require.False(t, r.unplayable(j, "bad", "no python", unable, r.now))
		require.Empty(t, r.giveAll(), "it waits for the other one")
		r.after(1)
		require.Equal(t, map[Key]string{keyOf(1): "good"}, r.giveAll())
		if want := 2; unable {
			require.Equal(t, 1, j.tries)
		} else {
			require.Equal(t, want, j.tries)
		}
	}
}

// TestWorkerThatFailsAllRests, so that it does not use up the tries of all matches.
func TestWorkerThatFailsAllRests(t *testing.T) {
	r := newTable(t)
	r.addJobs(30)
	r.hear("bad", 1)
	failed := 0
	for range 10 {
		for key, id := range r.giveAll() {
			j, _ := r.arrived(id, key)
			require.False(t, r.unplayable(j, id, "disk full", true, r.now))
			failed++
		}
	}
	require.Less(t, failed, mostFailed+2+ahead)
	require.Zero(t, r.room(r.now))
	r.after(9e9)
	r.hear("bad", 1)
	r.after(9e9)
	r.hear("bad", 1)
	r.after(longestRest * r.wait)
	r.hear("bad", 1)
	require.NotEmpty(t, r.giveAll(), "it may try again")
}

// TestMatchThatNobodyHereCanPlay is given up after a while, and not as long as nobody is there.
func TestMatchThatNobodyHereCanPlay(t *testing.T) {
	r := newTable(t)
	r.addJobs(1)
	r.hear("a", 1)
	r.giveAll()
	j, _ := r.arrived("a", keyOf(1))
	r.unplayable(j, "a", "no python", true, r.now)
	for range 4 {
		r.hear("a", 1)
		require.Empty(t, r.sweep(r.now))
		require.Empty(t, r.giveAll())
		r.after(r.wait / 2)
	}
	r.hear("a", 1)
	r.after(1)
	all := r.sweep(r.now)
	require.Len(t, all, 1)
	require.True(t, all[0].givenUp)
	require.EqualError(t, all[0].job.failure(), "no worker that is there can play it; the last one: no python")
	require.Empty(t, r.jobs)
}
