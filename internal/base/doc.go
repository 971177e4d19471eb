// Package base is the floor of what every sentence and every file needs: safe text, hints, files written whole. Its
// rooms are the folders in it.
package base
