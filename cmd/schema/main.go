// Command schema generates the Go code of games' schemas: a .pb.go file beside each
// .proto file that it is given.
//
//	go run github.com/botarena/arena/cmd/schema proto/tron/v1/tron.proto
//
// It needs neither protoc nor the network. A schema must be in the folder of its
// package, such as tron/v1 for tron.v1. It may import arena/v1/arena.proto.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	_ "github.com/botarena/arena/proto/arena/v1" // schemas import it
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "schema: no .proto file given\nhint: schema proto/tron/v1/tron.proto")
		os.Exit(2)
	}
	for _, path := range os.Args[1:] {
		if err := generate(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// generate writes the Go code of a schema beside it.
func generate(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	code, err := goCode(path, string(text))
	if err != nil {
		return err
	}
	return os.WriteFile(strings.TrimSuffix(path, ".proto")+".pb.go", code, 0o644) //nolint:gosec // source code, as any
}

// goCode returns the Go code of a schema.
func goCode(path, text string) ([]byte, error) {
	name := filepath.ToSlash(filepath.Base(path)) // until the package is known
	file, err := compile(name, path, text)
	if err != nil {
		return nil, err
	}
	// The name of a schema is its path from the folder at which imports begin. That
	// path follows from the package.
	folder := strings.ReplaceAll(string(file.Package()), ".", "/")
	if !strings.HasSuffix(filepath.ToSlash(filepath.Dir(abs(path))), "/"+folder) {
		return nil, fmt.Errorf("%s: the package is %s, so the folder must end in %s", path, file.Package(), folder)
	}
	if file, err = compile(folder+"/"+name, path, text); err != nil {
		return nil, err
	}
	plugin, err := protogen.Options{}.New(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{file.Path()},
		Parameter:      proto.String("paths=source_relative"),
		ProtoFile:      append(imports(file), protoutil.ProtoFromFileDescriptor(file)),
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	internal_gengo.GenerateFile(plugin, plugin.FilesByPath[file.Path()])
	response := plugin.Response()
	if response.GetError() != "" {
		return nil, fmt.Errorf("%s: %s", path, response.GetError())
	}
	return []byte(response.GetFile()[0].GetContent()), nil
}

func abs(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// compile checks a schema under the name by which others would import it.
func compile(name, path, text string) (protoreflect.FileDescriptor, error) {
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard, // for the comments
		Resolver: protocompile.ResolverFunc(func(wanted string) (protocompile.SearchResult, error) {
			if wanted == name {
				return protocompile.SearchResult{Source: strings.NewReader(text)}, nil
			}
			known, err := protoregistry.GlobalFiles.FindFileByPath(wanted)
			if err != nil {
				return protocompile.SearchResult{}, fmt.Errorf("%s can't be imported; arena/v1/arena.proto can", wanted)
			}
			return protocompile.SearchResult{Desc: known}, nil
		}),
	}
	files, err := compiler.Compile(context.Background(), name)
	if err != nil {
		return nil, errors.New(strings.ReplaceAll(err.Error(), name+":", path+":"))
	}
	return files[0], nil
}

// imports lists the files that a file imports, and what those import, in an order in
// which each comes after what it imports itself.
func imports(file protoreflect.FileDescriptor) (list []*descriptorpb.FileDescriptorProto) {
	seen := map[string]bool{}
	var add func(protoreflect.FileDescriptor)
	add = func(file protoreflect.FileDescriptor) {
		for i := range file.Imports().Len() {
			if imported := file.Imports().Get(i); !seen[imported.Path()] {
				seen[imported.Path()] = true
				add(imported.FileDescriptor)
				list = append(list, protoutil.ProtoFromFileDescriptor(imported))
			}
		}
	}
	add(file)
	return list
}
