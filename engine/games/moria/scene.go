package moria

import "github.com/botarena/arena/engine/scene"

func (rules) Legend(m *mountain) scene.Legend {
	return scene.Legend{Rows: m.cells.Rows(), Cols: m.cells.Cols(), Cells: []scene.Cell{{Name: "cell"}}}
}

func (rules) Scene(m *mountain) scene.Scene {
	return scene.Scene{Cells: make([]uint8, m.cells.Rows()*m.cells.Cols())}
}
