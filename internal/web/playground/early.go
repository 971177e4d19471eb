package playground

import "github.com/botarena/arena/engine/match"

// early plays a bot that comes with the arena. It may think while the page's bots do: see [Room.Think].
type early struct {
	match.Player
	asked  *match.State // until it has thought about it
	answer match.Answer
	failed error
}

func (p *early) Ask(state *match.State) error {
	p.asked = state
	return p.Player.Ask(state)
}

func (p *early) Answer(*match.State) (match.Answer, error) {
	p.think()
	return p.answer, p.failed
}

func (p *early) think() {
	if p.asked == nil {
		return
	}
	p.answer, p.failed = p.Player.Answer(p.asked)
	p.asked = nil
}

// think lets the bots inside play the round that the referee waits for.
func (s *session) think() {
	select {
	case <-s.over:
	default:
		for _, bot := range s.inside {
			bot.think()
		}
	}
}
