package battleroyale

import "github.com/botarena/arena/engine/scene"

func (rules) Legend(m *battle) scene.Legend {
	return scene.Legend{Rows: m.colours.Rows(), Cols: m.colours.Cols(), Cells: []scene.Cell{{Name: "cell"}}}
}

func (rules) Scene(m *battle) scene.Scene {
	return scene.Scene{Cells: make([]uint8, m.colours.Rows()*m.colours.Cols())}
}
