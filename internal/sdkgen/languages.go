package sdkgen

// Languages returns what makes the SDK of each language: the texts of its files by their
// names, for a list of games.
func Languages() map[string]func(...*Game) (map[string]string, error) {
	return map[string]func(...*Game) (map[string]string, error){
		"python": func(games ...*Game) (map[string]string, error) {
			text, err := Python(games...)
			return map[string]string{"arena.py": text}, err
		},
		"cpp": Cpp,
		"js": func(games ...*Game) (map[string]string, error) {
			text, err := JavaScript(games...)
			return map[string]string{"arena.mjs": text}, err
		},
	}
}
