// Package web is the floor of what a browser gets: the viewer of a match, and the pages of results. Its rooms are the
// folders in it.
package web
