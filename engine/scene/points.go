package scene

// Points are what a player got from a source in a round, or lost.
type Points struct {
	Seat   int
	Source int // by the game's Sources
	Points int // negative if they were lost
}

// Pay adds points that a player got from a source, or lost.
func (l *Log) Pay(seat, source, points int) {
	if l != nil && points != 0 {
		l.pay(Points{seat, source, points})
	}
}

// pay keeps one entry for each player and source.
func (l *Log) pay(p Points) {
	for i := range l.Points {
		if had := &l.Points[i]; had.Seat == p.Seat && had.Source == p.Source {
			had.Points += p.Points
			return
		}
	}
	l.Points = append(l.Points, p)
}
