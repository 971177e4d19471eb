// Package sys keeps two arenas from using one file at the same time. The lock is the
// system's: it ends with the process, however that ends.
package sys
