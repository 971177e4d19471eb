package starships

import "github.com/botarena/arena/engine/scene"

func (rules) Legend(m *universe) scene.Legend {
	return scene.Legend{Rows: m.settings.Rows, Cols: m.settings.Cols, Cells: []scene.Cell{{Name: "cell"}}}
}

func (rules) Scene(m *universe) scene.Scene {
	return scene.Scene{Cells: make([]uint8, m.settings.Rows*m.settings.Cols)}
}
