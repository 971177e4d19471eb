// Package lineproto is what the arena and a bot that speaks lines say to one another in a match, and what is said
// about the bot's mistakes. It is the same for a bot that is a process and for one that runs in a browser's tab,
// where there is neither a process nor a clock of its own: who reads, waits and stops a bot is its caller's business.
package lineproto
