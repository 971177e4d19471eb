package sandbox

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
)

// What the sandbox knows of languages: where their runtimes are, and what those read.

// settings are files of the system that runtimes read, and that tell nothing about the
// user.
var settings = []string{
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/mime.types",
	"/etc/java*", "/etc/.java", "/etc/python*", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/java",
}

// needsSockets reports whether a runtime tries whether there is an internet.
func needsSockets(program string) bool { return filepath.Base(program) == "java" }

// moduleVariables list folders in which runtimes look for modules.
var moduleVariables = []string{"PYTHONPATH", "NODE_PATH", "CLASSPATH"}

// userModules names the folder of a user's own packages of Python's.
const userModules = "PYTHONUSERBASE"

// packagesIn returns the folders of packages in that, without the programs beside them.
func packagesIn(folder string) []string {
	found, _ := filepath.Glob(filepath.Join(escaped(folder), "lib", "python*"))
	return found
}

// isInterpreters reports whether such a folder is an interpreter's own, which knows where it is.
func isInterpreters(folder string) bool { return files.Exists(filepath.Join(folder, "os.py")) }

// withoutCache leaves out variables for programs that may write in the arena's cache. Python would
// look only there for compiled modules, and compile its own library at each start.
func withoutCache(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		return strings.HasPrefix(entry, "PYTHONPYCACHEPREFIX=")
	})
}

// managers are where programs that install runtimes put each of them, in a home folder. Nothing but
// the runtime is there.
var managers = []string{
	".pyenv/versions/*", ".rye/py/*", ".local/share/uv/python/*", ".local/share/mise/installs/*/*", ".asdf/installs/*/*",
	".nvm/versions/node/*", ".volta/tools/image/node/*", ".local/share/fnm/node-versions/*/installation",
	".sdkman/candidates/*/*",
	".jdks/*", "miniconda3", "anaconda3", "miniforge3", "mambaforge",
}

// libraries are the folders with those of any program beside its folder of programs, in which some have them, too.
var libraries = []string{
	"lib", "lib32", "lib64", "libexec", "lib-python", "lib_pypy", "site-packages", "bin/lib*.so*",
}

// runtimes are the kinds of which a folder can be, each with a mark that others do not have, and its parts other than
// programs and libraries. All the rest is the user's, who may have a virtual environment among their own files.
var runtimes = []struct {
	mark  string
	parts []string
}{
	{"pyvenv.cfg", []string{"pyvenv.cfg", "share"}},
	{"conda-meta", []string{"conda-meta", "share", "ssl"}},
	{"lib/python3*/os.py", []string{"share"}},
	{"lib/jvm.cfg", []string{"conf", "release"}},
	{"jre/lib/rt.jar", []string{"jre", "release"}},
	{"include/node/node.h", []string{"share"}},
	{"pkg/include/textflag.h", []string{"go.env", "pkg", "src", "VERSION"}},
}
