// Command dummy is the opponent to beat: the bots of sdk/bots/dummy, which know their games.
package main

import (
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots/dummy"
)

func main() { sdk.Serve(dummy.Bots()...) }
