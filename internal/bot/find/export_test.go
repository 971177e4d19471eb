package find

// ParseBotTxt is for tests.
func ParseBotTxt(text []byte) (build, run []string, game string, err error) {
	about, err := parseBotTxt(text)
	return about.build, about.run, about.game, err
}
