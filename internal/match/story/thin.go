package story

import (
	"slices"

	"github.com/botarena/arena/engine/scene"
)

// The scenes of a large board are thin: they have only the cells that changed since the scene before, and [Story.At]
// puts them together. Every so many scenes one is whole, so that this takes little time.
const (
	largeBoard = 100 * 100
	wholeEvery = 32
	fewest     = 8 // a scene of which more than one of so many cells changed is whole
)

// thin is what a scene has in place of its cells and owners.
type thin struct {
	cells  []patch[uint8]
	owners []patch[int8]
}

// patch is a cell that changed.
type patch[T uint8 | int8] struct {
	cell int32
	now  T
}

const patchSize = 8 // bytes

// At returns a scene, whole. It may be called by several at once.
func (s *Story) At(i int) scene.Scene {
	now, first := s.Scenes[i], i
	for s.thins[first] != nil {
		first--
	}
	if first == i {
		return now
	}
	now.Cells, now.Owners = s.Scenes[first].Cells, s.Scenes[first].Owners
	cellsAreOwn, ownersAreOwn := false, false
	for n := first + 1; n <= i; n++ {
		now.Cells, cellsAreOwn = patched(now.Cells, s.thins[n].cells, cellsAreOwn)
		now.Owners, ownersAreOwn = patched(now.Owners, s.thins[n].owners, ownersAreOwn)
	}
	return now
}

// patched changes values, or a copy of them unless they are the caller's own.
func patched[T uint8 | int8](values []T, patches []patch[T], isOwn bool) ([]T, bool) {
	if len(patches) == 0 {
		return values, isOwn
	}
	if !isOwn {
		values = slices.Clone(values)
	}
	for _, p := range patches {
		values[p.cell] = p.now
	}
	return values, true
}

// thinOf returns what a scene has in place of its cells and owners, or nil if it is whole.
func (s *Story) thinOf(before, after scene.Scene) *thin {
	if len(after.Cells) < largeBoard || len(s.Scenes)%wholeEvery == 0 {
		return nil
	}
	t := &thin{patches(before.Cells, after.Cells), patches(before.Owners, after.Owners)}
	if len(t.cells)+len(t.owners) > len(after.Cells)/fewest {
		return nil
	}
	return t
}

func patches[T uint8 | int8](before, after []T) (all []patch[T]) {
	for i, now := range after {
		if now != before[i] {
			all = append(all, patch[T]{int32(i), now})
		}
	}
	return slices.Clip(all)
}
