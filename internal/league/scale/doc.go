// Package scale simulates large leagues, with the real broker, store and schedule, and workers
// that play real matches of given length without processes of bots:
//
//	go test ./internal/league/scale -run League -v -bots 1000 -workers 200 -matches 10000 -length 2s
package scale
