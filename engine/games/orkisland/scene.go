package orkisland

import "github.com/botarena/arena/engine/scene"

func (rules) Legend(m *island) scene.Legend {
	return scene.Legend{Rows: m.board.size(), Cols: m.board.size(), Cells: []scene.Cell{{Name: "cell"}}}
}

func (rules) Scene(m *island) scene.Scene {
	return scene.Scene{Cells: make([]uint8, m.board.size()*m.board.size())}
}
