// Package lineproto is the dialogue of a match between the arena and a bot that speaks lines, with the messages about
// the bot's mistakes. It is the same for a bot that is a process and for one that runs in a browser's tab, where there
// is neither a process nor a clock of its own: the caller reads, waits and stops the bot.
package lineproto
