//go:build unix

package host_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	arenav1 "github.com/botarena/arena/proto/arena/v1"
	"github.com/botarena/arena/proto/plugin"
	"github.com/botarena/arena/sdk"
)

// enemies are bots that try to stop the referee. They speak HTTP/2 over the pipes by
// hand, where no library keeps them from speaking it wrongly.
var enemies = map[string]func(){
	"deaf":        func() { servePipes(answerWithoutReading) },
	"allatonce":   func() { servePipes(answerAllAtOnce) },
	"onemore":     func() { servePipes(afterTheEnd(1, 0)) },
	"chatter":     func() { servePipes(afterTheEnd(1<<30, time.Millisecond)) },
	"nostreams":   func() { servePipes(allowNoStreams) },
	"silentpipes": func() { servePipes(func(*wire) { select {} }) },
	"closedpipes": func() { servePipes(func(w *wire) { w.close(); select {} }) },
	"noheaders":   func() { servePipes(answerWithoutHeaders) },
	"goaway":      func() { servePipes(goAway) },
	"pings":       func() { servePipes(flood2(func(w *wire) error { return w.WritePing(false, [8]byte{}) })) },
	"settings":    func() { servePipes(flood2(func(w *wire) error { return w.WriteSettings() })) },
	"emptydata":   func() { servePipes(flood2(func(w *wire) error { return w.WriteData(w.stream, false, nil) })) },
	"continues":   func() { servePipes(floodOfHeaders) },
	"overflow":    func() { servePipes(overflowTheWindow) },
	"drip":        func() { servePipes(dripAnAnswer) },
	"wrongstream": func() { servePipes(answerOnAnotherStream) },
	"noise":       func() { servePipes(noise) },
	"fuzz":        func() { servePipes(fuzz) },
	"trailers":    func() { servePipes(statusWithControlCharacters) },

	"othergroup": misbehave(func() {
		_ = syscall.Setpgid(0, os.Getppid()) // the arena's own group, if we may
		_ = syscall.Setpgid(0, 0)
		time.Sleep(time.Hour)
	}),
	"burnend": burnAtTheEnd,
	"heirs":   misbehave(leaveHeirs),
	"hoard":   misbehave(hoard),
	"gorge":   misbehave(gorge),
	"threads": misbehave(startThreads),
	"deafheirs": func() {
		serveRaw(func(grpc.ServerStream) error { leaveHeirs(); return nil })
	},
	"heirsatonce": func() { leaveHeirs(); select {} },

	"tcp":      func() { handshake("tcp", listen("tcp", "127.0.0.1:0")) },
	"abstract": func() { handshake("unix", listen("unix", "@arena-test-"+strconv.Itoa(os.Getpid()))) },
	"outside":  func() { handshake("unix", listen("unix", filepath.Join(filepath.Dir(os.Getenv("HOME")), "outside"))) },
	"link": func() {
		there := listen("unix", filepath.Join(filepath.Dir(os.Getenv("HOME")), "outside"))
		here := filepath.Join(os.Getenv("HOME"), "here")
		_ = os.Symlink(there, here)
		handshake("unix", here)
	},
	"file": func() {
		path := filepath.Join(os.Getenv("HOME"), "file")
		_ = os.WriteFile(path, nil, 0o600)
		handshake("unix", path)
	},
	"far": func() { handshake("unix", "/"+strings.Repeat("x", 50000)) },
	"esc": func() { handshake("\x1b[31mtcp", "\x1b[2J") },
	"rivals": func() {
		// The socket is in our folder, but a process of another session serves it.
		path := filepath.Join(os.Getenv("HOME"), "here")
		rival := exec.Command("/proc/self/exe", path)
		rival.Args[0] = "listener"
		rival.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = rival.Start()
		for {
			if _, err := os.Lstat(path); err == nil {
				handshake("unix", path)
			}
			time.Sleep(time.Millisecond)
		}
	},
	"intruder": func() { // a rival of all that run on this machine
		sockets, _ := filepath.Glob(filepath.Join(filepath.Dir(os.Getenv("HOME")), "*", "*", "*"))
		for _, path := range sockets {
			conn, err := grpc.NewClient("unix:"+path, grpc.WithTransportCredentials(insecure.NewCredentials()))
			if err != nil {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			err = conn.Invoke(ctx, "/plugin.GRPCController/Shutdown", &emptypb.Empty{}, &emptypb.Empty{})
			fmt.Fprintln(os.Stderr, "shutdown:", status.Code(err))
			err = conn.Invoke(ctx, plugin.DescribeMethod, &arenav1.DescribeRequest{}, &arenav1.DescribeResponse{})
			fmt.Fprintln(os.Stderr, "describe:", status.Code(err))
			cancel()
		}
		sdk.Serve(sdk.Null)
	},
	"listener": func() {
		listen("unix", os.Args[1])
		time.Sleep(5 * time.Second)
	},
	"endlessline": func() {
		for {
			_, _ = os.Stdout.Write(bytes.Repeat([]byte("x"), 1<<16))
		}
	},
}

func init() {
	for name, bot := range enemies {
		programs[name] = bot
	}
}

// wire is a server's end of HTTP/2 over the pipes.
type wire struct {
	*http2.Framer
	read, write *os.File
	stream      uint32 // that of the match
}

// servePipes says that it serves the pipes, and leaves them to a function.
func servePipes(speak func(*wire)) {
	read, write := os.NewFile(plugin.BotReads, "pipe"), os.NewFile(plugin.BotWrites, "pipe")
	w := &wire{Framer: http2.NewFramer(write, read), read: read, write: write, stream: 1}
	var once sync.Once
	goplugin.Serve(&goplugin.ServeConfig{
		HandshakeConfig: plugin.Handshake,
		VersionedPlugins: map[int]goplugin.PluginSet{plugin.ProtocolVersion: {plugin.Name: raw{grpc.ServiceDesc{
			ServiceName: plugin.DescribeService,
			HandlerType: (*any)(nil),
			Methods: []grpc.MethodDesc{{MethodName: "Describe", Handler: func(any, context.Context, func(any) error, grpc.UnaryServerInterceptor) (any, error) {
				once.Do(func() { go speak(w) })
				return &arenav1.DescribeResponse{AnyGame: true, Pipes: true}, nil
			}}},
		}, grpc.ServiceDesc{ServiceName: "none", HandlerType: (*any)(nil)}, goplugin.NetRPCUnsupportedPlugin{}}}},
		Logger:     plugin.Logger(),
		GRPCServer: goplugin.DefaultGRPCServer,
	})
}

func (w *wire) close() {
	_ = w.read.Close()
	_ = w.write.Close()
}

// greet reads the client's preface and sends settings.
func (w *wire) greet(settings ...http2.Setting) {
	_, _ = io.ReadFull(w.read, make([]byte, len(http2.ClientPreface)))
	_ = w.WriteSettings(settings...)
	_ = w.WriteSettingsAck()
}

// until reads frames up to one of a type, and returns it; nil at the end.
func (w *wire) until(kind http2.FrameType) http2.Frame {
	for {
		frame, err := w.ReadFrame()
		if err != nil {
			return nil
		}
		if frame.Header().StreamID != 0 {
			w.stream = frame.Header().StreamID
		}
		if frame.Header().Type == kind {
			return frame
		}
	}
}

// join greets, and reads and answers what begins a stream.
func (w *wire) join() {
	w.greet()
	w.until(http2.FrameHeaders)
	w.accept()
	w.message() // Start
}

// message reads frames up to the end of a gRPC message, and reports whether there was one.
func (w *wire) message() bool {
	for length, got := 5, 0; got < length; {
		frame, ok := w.until(http2.FrameData).(*http2.DataFrame)
		if !ok {
			return false
		}
		if got == 0 && len(frame.Data()) >= 5 {
			length += int(binary.BigEndian.Uint32(frame.Data()[1:]))
		}
		got += len(frame.Data())
	}
	return true
}

func headerBlock(fields ...string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	for i := 0; i < len(fields); i += 2 {
		_ = encoder.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
	}
	return block.Bytes()
}

func (w *wire) accept() {
	_ = w.WriteHeaders(http2.HeadersFrameParam{
		StreamID: w.stream, EndHeaders: true, BlockFragment: headerBlock(":status", "200", "content-type", "application/grpc"),
	})
}

// response is a gRPC message.
func response(round int) []byte {
	body, _ := proto.Marshal(&arenav1.PlayResponse{Round: int32(round)})
	return append([]byte{0, 0, 0, 0, byte(len(body))}, body...)
}

func (w *wire) answer(round int) error { return w.WriteData(w.stream, false, response(round)) }

// play reads States and answers them.
func (w *wire) play() {
	for round := 0; w.message(); round++ {
		_ = w.answer(round)
	}
}

func answerWithoutReading(w *wire) {
	w.join()
	w.message() // the first State: all seats have started
	for round := 0; ; round++ {
		time.Sleep(10 * time.Millisecond)
		_ = w.answer(round)
	}
}

func answerAllAtOnce(w *wire) {
	w.join()
	for round := range rounds {
		_ = w.answer(round)
	}
	select {}
}

func afterTheEnd(times int, pause time.Duration) func(*wire) {
	return func(w *wire) {
		w.join()
		for round := range rounds {
			w.message()
			_ = w.answer(round)
		}
		w.message() // End
		for range times {
			_ = w.answer(rounds)
			time.Sleep(pause)
		}
		select {}
	}
}

func allowNoStreams(w *wire) {
	w.greet(http2.Setting{ID: http2.SettingMaxConcurrentStreams, Val: 0})
	for w.until(http2.FramePing) != nil {
	}
}

func answerWithoutHeaders(w *wire) {
	w.greet()
	w.until(http2.FrameHeaders)
	w.play()
}

func goAway(w *wire) {
	w.join()
	for round := range badRound {
		w.message()
		_ = w.answer(round)
	}
	_ = w.WriteGoAway(1<<31-1, http2.ErrCodeNo, []byte("\x1b[31mbye"))
	select {}
}

// flood2 repeats a frame for ever instead of answering.
func flood2(write func(*wire) error) func(*wire) {
	return func(w *wire) {
		w.join()
		go func() { _, _ = io.Copy(io.Discard, w.read) }()
		for write(w) == nil {
		}
		select {}
	}
}

func floodOfHeaders(w *wire) {
	w.join()
	block := headerBlock("x", string(bytes.Repeat([]byte("y"), 8<<10)))
	_ = w.WriteHeaders(http2.HeadersFrameParam{StreamID: w.stream, BlockFragment: block})
	for w.WriteContinuation(w.stream, false, block) == nil {
	}
	select {}
}

func overflowTheWindow(w *wire) {
	w.join()
	for {
		if w.WriteWindowUpdate(w.stream, 1<<31-1) != nil || w.WriteWindowUpdate(0, 1<<31-1) != nil {
			select {}
		}
	}
}

// dripAnAnswer sends a byte of its answer from time to time: always something, never all.
func dripAnAnswer(w *wire) {
	w.join()
	w.message()
	_ = w.WriteData(w.stream, false, []byte{0, 0, 0, 200, 0})
	for {
		time.Sleep(10 * time.Millisecond)
		_ = w.WriteData(w.stream, false, []byte{1})
	}
}

func answerOnAnotherStream(w *wire) {
	w.join()
	w.message()
	w.stream += 2
	_ = w.answer(0)
	select {}
}

func noise(w *wire) {
	go func() { _, _ = io.Copy(io.Discard, w.read) }()
	random := rand.NewChaCha8([32]byte{1})
	bytes := make([]byte, 4096)
	for {
		_, _ = random.Read(bytes)
		if _, err := w.write.Write(bytes); err != nil {
			select {}
		}
	}
}

func statusWithControlCharacters(w *wire) {
	w.join()
	w.message()
	_ = w.WriteHeaders(http2.HeadersFrameParam{
		StreamID: w.stream, EndHeaders: true, EndStream: true,
		BlockFragment: headerBlock("grpc-status", "13", "grpc-message", "%1B[31mred%0Aline"),
	})
	select {}
}

// fuzz speaks mostly right and sometimes wrong, as its first argument, a seed, has it.
func fuzz(w *wire) {
	seed, _ := strconv.ParseUint(os.Args[1], 10, 64)
	r := rand.New(rand.NewPCG(seed, 1))
	w.AllowIllegalWrites, w.AllowIllegalReads = true, true
	wrong := func() {
		stream := []uint32{w.stream, w.stream, w.stream, 0, 2, 99, 1 << 31}[r.IntN(7)]
		bytes := make([]byte, r.IntN(1<<r.IntN(15)))
		for i := range bytes {
			bytes[i] = byte(r.Uint32())
		}
		for range 1 + r.IntN(3)*r.IntN(200) {
			switch r.IntN(13) {
			case 0:
				_ = w.WriteData(stream, r.IntN(4) == 0, bytes)
			case 1:
				_ = w.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, EndHeaders: r.IntN(2) == 0, EndStream: r.IntN(2) == 0, BlockFragment: bytes})
			case 2:
				_ = w.WriteContinuation(stream, r.IntN(2) == 0, bytes)
			case 3:
				_ = w.WriteSettings(http2.Setting{ID: http2.SettingID(r.IntN(8)), Val: r.Uint32() >> r.IntN(32)})
			case 4:
				_ = w.WriteWindowUpdate(stream, r.Uint32()>>r.IntN(32))
			case 5:
				_ = w.WriteRSTStream(stream, http2.ErrCode(r.IntN(16)))
			case 6:
				_ = w.WriteGoAway(r.Uint32()>>r.IntN(32), http2.ErrCode(r.IntN(16)), bytes)
			case 7:
				_ = w.WritePing(r.IntN(2) == 0, [8]byte{})
			case 8:
				_ = w.WritePushPromise(http2.PushPromiseParam{StreamID: stream, PromiseID: r.Uint32() >> r.IntN(32), BlockFragment: bytes, EndHeaders: true})
			case 9:
				_ = w.WriteRawFrame(http2.FrameType(r.IntN(256)), http2.Flags(r.IntN(256)), stream, bytes)
			case 10:
				_, _ = w.write.Write(bytes)
			case 11:
				_ = w.answer(r.IntN(rounds))
			case 12:
				block := headerBlock(":status", "200", "content-type", "application/grpc", "grpc-status", strconv.Itoa(r.IntN(20)), "grpc-message", string(bytes))
				_ = w.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, EndHeaders: true, EndStream: true, BlockFragment: block})
			}
		}
	}
	when := r.IntN(rounds + 5) // in which round it begins
	if when == 0 {
		wrong()
	}
	w.greet()
	if when == 1 {
		wrong()
	}
	w.until(http2.FrameHeaders)
	if when == 2 {
		wrong()
	}
	w.accept()
	if when == 3 {
		wrong()
	}
	w.message()
	for round := 0; w.message(); round++ {
		if round+4 >= when && r.IntN(2) == 0 {
			wrong()
		}
		_ = w.answer(round)
	}
	if r.IntN(2) == 0 {
		for range 100 {
			wrong()
		}
	}
	select {}
}

// burnAtTheEnd burns in four threads when the match is over.
func burnAtTheEnd() {
	serveRaw(func(stream grpc.ServerStream) error {
		for round := int32(0); ; {
			request := new(arenav1.PlayRequest)
			if err := stream.RecvMsg(request); err != nil || request.GetEnd() != nil {
				runtime.GOMAXPROCS(4)
				for range 4 {
					go func() {
						for { //nolint:revive,staticcheck // it is to spin
						}
					}()
				}
				select {}
			}
			if request.GetState() != nil {
				_ = stream.SendMsg(&arenav1.PlayResponse{Round: round})
				round++
			}
		}
	})
}

// leaveHeirs starts a child in a session of its own that inherits every open file, the
// pipes and sockets to the arena among them, and exits.
func leaveHeirs() {
	child := exec.Command("/bin/sleep", "20")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	for fd := uintptr(3); fd < 64; fd++ {
		if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_GETFD, 0); errno == 0 {
			child.ExtraFiles = append(child.ExtraFiles, os.NewFile(fd, "inherited"))
		}
	}
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "child %d\n", child.Process.Pid)
	syscall.Exit(1)
}

func listen(network, address string) string {
	l, err := net.Listen(network, address)
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			_, _ = l.Accept()
		}
	}()
	return l.Addr().String()
}

// handshake prints go-plugin's handshake with an address.
func handshake(network, address string) {
	fmt.Printf("1|%d|%s|%s|grpc|\n", plugin.ProtocolVersion, network, address)
	time.Sleep(time.Hour)
}

const hoardPiece = 16 << 20

// startThreads starts threads without end.
func startThreads() {
	for {
		go func() {
			runtime.LockOSThread()
			time.Sleep(time.Hour)
		}()
		runtime.Gosched()
	}
}

// gorge takes much memory in the usual way.
func gorge() {
	var all [][]byte
	for range 1 << 30 / hoardPiece {
		piece := make([]byte, hoardPiece)
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		all = append(all, piece)
	}
	fmt.Fprintln(os.Stderr, "took", len(all), "pieces")
	select {}
}

// hoard takes much memory, of which the system counts only one piece at a time.
func hoard() {
	for range 1 << 30 / hoardPiece {
		piece, err := syscall.Mmap(-1, 0, hoardPiece, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
		if err != nil {
			panic(err)
		}
		for i := 0; i < len(piece); i += 4096 {
			piece[i] = 1
		}
		if err := syscall.Mprotect(piece, syscall.PROT_READ); err != nil {
			panic(err)
		}
	}
	fmt.Fprintln(os.Stderr, "took it all")
	select {}
}
