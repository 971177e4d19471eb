// Package container has tests alone: which layers the sandbox has in containers, by the options of
// `docker run`, and whether the hints of `arena doctor` help there. They need a Docker daemon,
// which they start where root may, in folders of its own and without any network.
package container
