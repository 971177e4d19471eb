// Command search is the bot of sdk/bots/search, which looks ahead by trial.
package main

import (
	"github.com/botarena/arena/sdk"
	"github.com/botarena/arena/sdk/bots/search"
)

func main() { sdk.Serve(search.Bots()...) }
