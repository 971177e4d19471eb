package cli

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"google.golang.org/protobuf/proto"

	replayv1 "github.com/botarena/arena/proto/replay/v1"
)

// cut is the script command "cut FILE PERCENT": it keeps that part of a file.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	text, err := os.ReadFile(path)
	ts.Check(err)
	percent, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(path, text[:len(text)*percent/100], 0o644))
}

// tamper is the script command "tamper FILE ROUND": it removes all commands of that
// round from a replay. All checksums stay right.
func tamper(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	number, err := strconv.Atoi(args[1])
	ts.Check(err)
	magic, items := readItems(ts, path)
	for _, item := range items {
		if round := item.GetRound(); round != nil && int(round.GetNumber()) == number {
			for _, turn := range round.GetTurns() {
				turn.Commands = nil
			}
		}
	}
	writeItems(ts, path, magic, items)
}

// hashes is the script command "hashes FILE": it prints the hash of the state
// after every round of a replay.
func hashes(ts *testscript.TestScript, _ bool, args []string) {
	_, items := readItems(ts, ts.MkAbs(args[0]))
	for _, item := range items {
		if round := item.GetRound(); round != nil {
			_, err := fmt.Fprintf(ts.Stdout(), "%x\n", round.GetHash())
			ts.Check(err)
		}
	}
}

func readItems(ts *testscript.TestScript, path string) (magic []byte, items []*replayv1.Item) {
	file, err := os.Open(path)
	ts.Check(err)
	defer func() { _ = file.Close() }()
	in, err := zstd.NewReader(file)
	ts.Check(err)
	defer in.Close()
	all, err := io.ReadAll(in)
	ts.Check(err)
	end := bytes.IndexByte(all, '\n') + 1
	magic, all = all[:end], all[end:]
	for len(all) > 0 {
		length, n := binary.Uvarint(all)
		item := new(replayv1.Item)
		ts.Check(proto.Unmarshal(all[n+4:n+4+int(length)], item))
		items = append(items, item)
		all = all[n+4+int(length):]
	}
	return magic, items
}

func writeItems(ts *testscript.TestScript, path string, magic []byte, items []*replayv1.Item) {
	file, err := os.Create(path)
	ts.Check(err)
	out, err := zstd.NewWriter(file)
	ts.Check(err)
	_, err = out.Write(magic)
	ts.Check(err)
	for _, item := range items {
		body, err := proto.Marshal(item)
		ts.Check(err)
		head := binary.LittleEndian.AppendUint32(binary.AppendUvarint(nil, uint64(len(body))), crc32.ChecksumIEEE(body))
		_, err = out.Write(append(head, body...))
		ts.Check(err)
	}
	ts.Check(out.Close())
	ts.Check(file.Close())
}
