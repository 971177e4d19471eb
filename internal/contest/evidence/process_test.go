package evidence_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// process draws results with a given mean and standard deviation.
type process struct {
	name string
	draw func(mean, sd float64, random *rand.Rand) func() float64
}

// processes have different shapes, since the test must not depend on any.
var (
	beta        = process{"beta", drawBeta}
	threeValues = process{"0, 1/2, 1", drawThreeValues}
	rareDefeats = process{"rare defeats", drawRareDefeats}
	rareWins    = process{"rare wins", drawRareWins}
)

func drawBeta(mean, sd float64, random *rand.Rand) func() float64 {
	size := mean*(1-mean)/(sd*sd) - 1
	return distuv.Beta{Alpha: mean * size, Beta: (1 - mean) * size, Src: random}.Rand
}

func drawThreeValues(mean, sd float64, random *rand.Rand) func() float64 {
	wins := 2*(sd*sd+(mean-0.5)*(mean-0.5)) + mean - 0.5
	defeats := wins - 2*(mean-0.5)
	return func() float64 {
		switch u := random.Float64(); {
		case u < wins:
			return 1
		case u < wins+defeats:
			return 0
		default:
			return 0.5
		}
	}
}

// drawRareDefeats draws 0 in a few groups, and the same number above the mean in all
// others.
func drawRareDefeats(mean, sd float64, random *rand.Rand) func() float64 {
	defeats := sd * sd / (sd*sd + mean*mean)
	return func() float64 {
		if random.Float64() < defeats {
			return 0
		}
		return math.Min(mean/(1-defeats), 1)
	}
}

func drawRareWins(mean, sd float64, random *rand.Rand) func() float64 {
	mirrored := drawRareDefeats(1-mean, sd, random)
	return func() float64 { return 1 - mirrored() }
}
