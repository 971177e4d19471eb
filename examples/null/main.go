// Command null is a bot that gives no commands, in any game.
package main

import "github.com/botarena/arena/sdk"

func main() { sdk.Serve(sdk.Null) }
