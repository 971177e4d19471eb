// Package hostile holds bots that try to harm the arena, the match or the user, and the
// test that plays against them: as an ordinary user and as root, without a sandbox and in
// one. It has no code that anything imports.
//
//   - bots is one program in Go with a bot for each attack; its first argument says which.
//     c and scripts have what takes another language.
//   - cases_*_test.go are the list: what each bot does, and how it ends.
//   - README.md has the same list as a table. To write it again:
//     go test ./internal/integration/hostile -run Table -update
//
// To add an attack, add a bot and a line of the list, and write the table again. Without a
// sandbox an attack must succeed where that does no harm: one that fails everywhere shows
// nothing.
package hostile
