// Package integration is the floor of the programs and helpers with which tests try the whole: hostile bots, the hunt
// for holes, servers for tests in browsers. Nothing but tests imports it.
package integration
