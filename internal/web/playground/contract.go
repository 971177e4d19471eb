package playground

// Contract returns a value of each type that a page says or is told, for whoever writes them in another language.
func Contract() []any {
	return []any{
		Games{},
		Order{},
		Asked{},
		Reply{},
		Moment{},
		Heard{},
		Series{},
		Plan{},
		Weighed{},
		Found{},
		Bundle{},
		KeyWanted{},
		Key{},
		League{},
		Submitted{},
		Fate{},
		Visitor{},
		HandedIn{},
		Challenging{},
		Challenge{},
	}
}

// Order is a match that is asked for.
type Order struct {
	Game     string    `json:"game"`
	Seed     string    `json:"seed"` // a number of 64 bits, as text, as JavaScript's numbers have fewer
	Settings []Setting `json:"settings,omitempty"`
	Board    string    `json:"board,omitempty"` // a board file; "" for the game's usual boards
	Seats    []Seat    `json:"seats"`           // as many as the game has
	Limits   Limits    `json:"limits,omitzero"` // the zero value stands for usualLimits

	// From is the first round that is played anew, in the match that was played last: until then the recorded commands
	// count, though the bots are asked, so that they know what they would know. Game, seed, settings and board are
	// those of that match, whatever is said here. 0 is a match of its own.
	From int `json:"from,omitempty"`

	// Shown says that the page shows the match while it is played, and asks for [Room.Page] and [Room.Rounds].
	Shown bool `json:"shown,omitempty"`
}

// Setting is a setting with another value than the usual one.
type Setting struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
}

// Seat is who sits in one.
type Seat struct {
	// Bot is one that comes with the arena, such as "demo". "" is a bot of the page's.
	Bot string `json:"bot,omitempty"`
	// Name is that of the bot's file. What the bot says in Hello comes before it.
	Name string `json:"name,omitempty"`
	// Hello is the first line of a bot of the page's.
	Hello string `json:"hello,omitempty"`
	// Person is somebody who gives orders by the page: Reply.Text has them. The page decides how long that may take.
	Person bool `json:"person,omitempty"`
	// Recorded says, in a match that is played on from a round, that nobody plays on in this seat: its recorded
	// commands go on.
	Recorded bool `json:"recorded,omitempty"`
}

// Limits are how long a bot of the page's may take for an answer, in milliseconds. What is longer than Wall comes out
// of Bank, which is for the whole match.
type Limits struct {
	Wall int `json:"wall"`
	Bank int `json:"bank"`
}

// Asked is where a match stands: what the room asks the page, or how the match ended.
type Asked struct {
	Round     int        `json:"round"`  // rounds played
	Rounds    int        `json:"rounds"` // in the whole match
	Scores    []int      `json:"scores"`
	Questions []Question `json:"questions"` // the page owes a Reply to each; if the match is over, to none
	Verdicts  []Verdict  `json:"verdicts"`  // so far; these bots are asked no more
	Over      bool       `json:"over"`
	Places    []int      `json:"places,omitempty"` // if it is over
}

// Question is what a bot of the page's is sent, or a person.
type Question struct {
	Seat int    `json:"seat"`
	Text string `json:"text"` // to a person, a [pagedata.Seat] as JSON
	// Patience is how many milliseconds the bot has: the time for a round, and what is left in its bank. If nothing has
	// come by then, the page ends the bot's worker and replies with the fault "wall". Of a person it is 0.
	Patience int `json:"patience"`
}

// Reply is what has become of a question.
type Reply struct {
	Seat   int      `json:"seat"`
	Text   string   `json:"text"`   // what the bot has answered, in lines, as far as it came
	Prints []string `json:"prints"` // what it has printed meanwhile, in lines
	Wall   float64  `json:"wall"`   // how long it took, in milliseconds
	// Fault is why there is no whole answer: "wall" if it came too late or never, "crash" if the bot threw an error,
	// "memory" if it had no more memory, "output" if it printed too much. "" if there is an answer.
	Fault string `json:"fault,omitempty"`
	// Detail is the error of a crash, in a line, such as "ValueError: …". Its other lines belong to Prints.
	Detail string `json:"detail,omitempty"`
}

// Verdict is why a player was frozen.
type Verdict struct {
	Seat   int    `json:"seat"`
	Round  int    `json:"round"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"` // in words that follow the player's name
}

// Games is what can be played in a room.
type Games struct {
	Arena string `json:"arena"` // the version of the arena
	Games []Game `json:"games"`
}

// Game is a game that can be played.
type Game struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Summary  string        `json:"summary"`
	Version  int           `json:"version"` // of its rules
	Seats    int           `json:"seats"`
	Rounds   int           `json:"rounds"`
	Settings []GameSetting `json:"settings"`
	Bots     []string      `json:"bots"` // that come with the arena and play it
}

// GameSetting is a setting of a game.
type GameSetting struct {
	Name    string `json:"name"`
	Doc     string `json:"doc"`
	Default int    `json:"default"`
	Min     int    `json:"min"`
	Max     int    `json:"max"`
}

// Moment is a round of the match that was played last, as one of its players knew it.
type Moment struct {
	Seat  int `json:"seat"`
	Round int `json:"round"`
}

// Heard is what a player was sent and what it answered in a round, as lines.
type Heard struct {
	State  string `json:"state"`
	Answer string `json:"answer"` // "" if the player was frozen
}

// Series is a comparison of two bots by many matches, as `arena compare` makes it.
type Series struct {
	Game     string    `json:"game"`
	Settings []Setting `json:"settings,omitempty"`
	Board    string    `json:"board,omitempty"`
	First    string    `json:"first"`   // the seed of the first group
	Field    int       `json:"field"`   // how many bots play along; with none, new and old share all seats
	Matches  int       `json:"matches"` // two for each seed
}

// Plan is who plays whom in a series. The page plays the matches in whatever order, and weighs them in this one.
type Plan struct {
	Matches []Planned `json:"matches"`
}

// Planned is a match of a series.
type Planned struct {
	Seed string `json:"seed"`
	// Seats says who sits where: 0 is the new bot, 1 the old one, and then come those of the field.
	Seats []int `json:"seats"`
}

// Weighed are the scores of the matches of a series that were played, in the order of its plan, by seat.
type Weighed struct {
	Series Series  `json:"series"`
	New    string  `json:"new"` // what the new bot is called in the sentence
	Old    string  `json:"old"`
	Scores [][]int `json:"scores"`
}

// Found is what a series proves.
type Found struct {
	Matches  int       `json:"matches"`  // that count, in whole groups
	Groups   []float64 `json:"groups"`   // how the new bot did in each, from 0 to 1
	Decided  bool      `json:"decided"`  // no more matches are needed
	More     int       `json:"more"`     // about how many more are, at this difference; 0 if none is or nothing is known
	Answer   string    `json:"answer"`   // "better", "worse", "no difference", or "undecided"; "" if nothing is known
	Sentence string    `json:"sentence"` // the answer with its figures, as `arena compare` says it
	Mean     float64   `json:"mean"`
	Low      float64   `json:"low"`
	High     float64   `json:"high"`
	Seats    []InSeat  `json:"seats"` // of the game, each with how the new bot did there
}

// InSeat is how the new bot did against the old one where it sat in one seat.
type InSeat struct {
	Matches int     `json:"matches"` // that count
	Mean    float64 `json:"mean"`    // the share of pairs in which it was ahead, 1/2 if there is no match
	Answer  string  `json:"answer"`  // as in Found; all answers about seats together are false in 5 % of series at most
}

// Bundle is a bot that leaves the page.
type Bundle struct {
	Name     string `json:"name"`
	Game     string `json:"game"`
	Language string `json:"language"` // "js" or "py"
	Hello    string `json:"hello"`    // its first line; a folder needs none
	Files    []File `json:"files"`    // the bot's own; bot.mjs or bot.py is the bot
	SDK      []File `json:"sdk"`      // those of the SDK, as arena/core.mjs

	// What a package says of the bot, all of which may be left out.

	Version string `json:"version,omitempty"`
	Author  string `json:"author,omitempty"`
	About   string `json:"about,omitempty"`
	Licence string `json:"licence,omitempty"`
	Seed    string `json:"seed,omitempty"` // of the key that signs it; "" for no signature
}

// File is a file of a bot.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// KeyWanted asks for a key.
type KeyWanted struct {
	Seed  string `json:"seed,omitempty"` // of one that there is; "" for a new one
	Whose string `json:"whose"`          // a comment in its files
}

// Key is a key of Ed25519 with which a page signs packages. Whoever has the seed is its owner: it is kept in the page,
// and nowhere else, unless its owner saves it.
type Key struct {
	Seed    string `json:"seed"`    // in base64
	Public  string `json:"public"`  // as in a file id_ed25519.pub
	Private string `json:"private"` // as in a file id_ed25519, which the arena and ssh-keygen read
}

// The addresses of a league that serves the page, beside it. Where play.json does not name the first, or it is not
// found, there is no league, and the page offers no Submit.
//
// The page asks for LeagueAddress when it begins. An invitation is a link to the page of the league, with
// #submit=TOKEN: no server is sent that part of an address. The page posts the token, as text, to SessionAddress, with
// "session" in the header X-Arena. That signs in: the browser gets a cookie that no script can read and no other site
// can have sent. SessionAddress answers with a Visitor, and DELETE signs out.
//
// To submit, the page posts to SubmitAddress, with "submit" in the header X-Arena, which no other site can send: a
// package as application/zip, with its size and, in Content-Disposition, its name, or files of a bot as
// multipart/form-data, each in a field that is called "/" and its path, and in the field "name" the name under which
// it is to play. A package's version is the time, as a league takes
// none that is not newer. The league answers 202 with a Submitted, or 4xx with a line of text for the author. Then the
// page asks for SubmitAddress + "/" + the id, which answers with a Fate, until that is settled. A program that is no
// browser has the token in Authorization, as "Bearer TOKEN", instead of a cookie.
//
// ChallengeAddress answers with a Challenging. To challenge bots, the page posts a Challenge there, with "challenge" in
// X-Arena, and is answered 202 with the number of a page in the folder challenge, in a Submitted.
//
// All are in the folder of the league's page, which has that of a playground in it.
const (
	LeagueAddress    = "league.json"
	SubmitAddress    = "submissions"
	SessionAddress   = "session"
	ChallengeAddress = "challenges"
)

// Bytes of what is submitted.
const (
	MostSubmitted = 1 << 20   // all files of a bot, or a package of this page
	MostPackage   = 256 << 20 // a package
)

// League is what a league says of itself to its page.
type League struct {
	Name     string      `json:"name"`
	Game     string      `json:"game"`
	Settings []Setting   `json:"settings,omitempty"` // that its matches have
	Bots     []LeagueBot `json:"bots"`               // that one may play against in the page
	Submit   bool        `json:"submit"`             // packages are taken at present
}

// LeagueBot is a bot that its author shows.
type LeagueBot struct {
	Name     string `json:"name"`
	Version  string `json:"version,omitempty"`
	Language string `json:"language"` // as in Bundle
	Files    string `json:"files"`    // the address of its files, a list of File
}

// Submitted is that a package was taken, to be examined.
type Submitted struct {
	ID string `json:"id"`
}

// Fate is what has become of a package.
type Fate struct {
	Settled  bool   `json:"settled"`  // nothing more will become of it
	Admitted bool   `json:"admitted"` // it plays
	Text     string `json:"text"`     // for its author: where it waits, or why it was refused
	// Hint is what to do about it in a terminal, where nothing can be done without one.
	Hint string `json:"hint,omitempty"`
	// Before is how many are checked before it, as long as it waits.
	Before int `json:"before,omitempty"`

	Steps   []Step   `json:"steps,omitempty"`   // of the check, up to now
	Lines   []string `json:"lines,omitempty"`   // the last ones of the bot or of a compiler, if it was refused
	Unknown bool     `json:"unknown,omitempty"` // the league was started anew, or it is long ago

	Bot string `json:"bot,omitempty"` // the number of the bot that plays, among those of the league
}

// Step is one of the check of a bot.
type Step struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text"` // the facts, or the fault
}

// Visitor is who asks for a page of a league.
type Visitor struct {
	Role  string `json:"role"` // "visitor", "member" or "organiser"
	Name  string `json:"name,omitempty"`
	Group string `json:"group,omitempty"`
	Team  string `json:"team,omitempty"`
	// Sources says that files of a bot are taken, and not packages alone.
	Sources bool `json:"sources,omitempty"`
	// Builds says that they may be in a language that is compiled.
	Builds bool `json:"builds,omitempty"`
}

// HandedIn is what somebody has handed in, for the organiser.
type HandedIn struct {
	Who  string `json:"who"`
	File string `json:"file"`
	At   string `json:"at"` // a time as RFC 3339 has it
	Fate Fate   `json:"fate"`
}

// Challenging is what a league says of challenges to who may ask for one.
type Challenging struct {
	Seats int      `json:"seats"`         // so many bots are chosen
	Bots  []string `json:"bots"`          // which may be
	Why   string   `json:"why,omitempty"` // none is taken now
}

// Challenge are the bots that somebody has chosen.
type Challenge struct {
	Bots []string `json:"bots"`
}
