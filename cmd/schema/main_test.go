package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCommittedCodeIsThatOfTheSchemas: after a change of a schema, its code must be
// generated again.
func TestCommittedCodeIsThatOfTheSchemas(t *testing.T) {
	schemas, err := filepath.Glob("../../proto/*/v1/*.proto")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(schemas), 7)
	for _, path := range schemas {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		want, err := os.ReadFile(strings.TrimSuffix(path, ".proto") + ".pb.go")
		require.NoError(t, err)
		code, err := goCode(path, string(text))
		require.NoError(t, err)
		require.Equal(t, string(want), string(code), "type: go run ./cmd/schema %s", path)
	}
	code, err := filepath.Glob("../../proto/*/v1/*.pb.go")
	require.NoError(t, err)
	require.Len(t, code, len(schemas), "code without a schema")
}

const ludo = `syntax = "proto3";
package ludo.v1;
import "arena/v1/arena.proto";
option go_package = "example.com/ludo/proto/ludo/v1;ludov1";
message Start { arena.v1.Seat seat = 1; }
`

func TestSchemaOfSomebodyElsesModule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "proto", "ludo", "v1", "ludo.proto")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(ludo), 0o600))
	require.NoError(t, generate(path))
	code, err := os.ReadFile(strings.TrimSuffix(path, ".proto") + ".pb.go")
	require.NoError(t, err)
	require.Contains(t, string(code), "package ludov1")
	require.Contains(t, string(code), "func (x *Start) GetSeat() *v1.Seat")
}

func TestWhatIsWrongIsSaidWithItsPlace(t *testing.T) {
	path := filepath.Join("ludo", "v1", "ludo.proto")
	for _, c := range []struct{ path, change, to, want string }{
		{path, "seat = 1", "seat = 1 1", "ludo/v1/ludo.proto:5:40: syntax error"},
		{path, "arena.v1.Seat", "Chair", "ludo/v1/ludo.proto:5:17: "},
		{
			path, "arena/v1/arena.proto", "google/type/money.proto",
			"google/type/money.proto can't be imported; arena/v1/arena.proto can",
		},
		{
			filepath.Join("schemas", "ludo.proto"), "", "",
			"schemas/ludo.proto: the package is ludo.v1, so the folder must end in ludo/v1",
		},
		{path, "option go_package", "// ", `"ludo/v1/ludo.proto"`},
	} {
		_, err := goCode(c.path, strings.Replace(ludo, c.change, c.to, 1))
		require.ErrorContains(t, err, c.want)
	}
	require.ErrorContains(t, generate(filepath.Join(t.TempDir(), "none.proto")), "no such file")
}
