// Package bot is the floor of a bot's program: it is found, built, checked, packed, trusted and made faster. Its
// rooms are the folders in it.
package bot
