package grpcbot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/notes"
	"github.com/botarena/arena/internal/base/botwire/rpc"
	"github.com/botarena/arena/internal/process/host/meter"
	"github.com/botarena/arena/internal/process/lineproto"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

const unaskedFor = "sent an answer that nobody had asked for"

// Player returns a player of the next match. The process must have been killed before its Freeze.
func (b *Bot) Player() match.Player { return &player{bot: b} }

type player struct {
	bot     *Bot
	game    engine.Game
	stream  grpc.ClientStream
	cancel  func() // releases the stream
	meter   *meter.Meter
	traffic *traffic // of the connection
	asked   time.Time
	over    func() error         // the error of the match's context
	last    arenav1.PlayResponse // reused, to save memory
	notes   engine.Debug         // counts the bot's notes again, since we don't trust the bot
	answers chan received
	left    chan struct{} // closed when answers are no longer read
	gone    chan struct{} // closed when receive has returned
}

// received is a message from a bot, or the error that ended the stream.
type received struct {
	message []byte
	err     error
	reading meter.Reading
}

func (p *player) Start(ctx context.Context, m engine.Match, seat int) error {
	p.game, p.over = m.Setup().Game(), ctx.Err
	p.meter = p.bot.run.Begin(m, seat)
	if p.traffic = &p.bot.bySocket; p.bot.OverPipes() {
		p.traffic = &p.bot.byPipes
	}
	p.bot.bySocket.beside.Store(0)
	p.meter.Await(meter.ToReceive)
	ctx, p.cancel = p.bot.run.During(ctx)
	stream, err := p.bot.conn.NewStream(ctx, &rpc.PlayStream, botwire.PlayMethod(p.game.Info().Name),
		grpc.ForceCodecV2(encoded{}))
	if err != nil {
		p.meter.Stop()
		return p.fault(err)
	}
	p.stream = stream
	p.answers, p.left, p.gone = make(chan received, 1), make(chan struct{}), make(chan struct{})
	go p.receive()
	shared, err := proto.Marshal(&arenav1.Start{Seat: lineproto.SeatMessage(m.Seat(seat), seat, *p.bot.run.Options.Told)})
	if err != nil {
		p.meter.Stop()
		return err
	}
	// Two encoded messages in a row are one message with the fields of both.
	return p.send(botwire.StartField, shared, m.StartMessage())
}

// receive takes each message the moment it arrives. The referee may still be
// waiting for another seat, and this seat must not be charged for that time.
func (p *player) receive() {
	defer close(p.gone)
	unasked := false // it was killed for what it sent; what it had sent before is no answer, either
	for {
		var message []byte
		err := p.stream.RecvMsg(&message)
		reading, owed := p.meter.Arrived()
		switch {
		case err != nil:
			select {
			case p.answers <- received{err: err, reading: reading}:
			case <-p.left:
			}
			return
		case unasked:
		case owed == meter.ToAnswer && p.traffic.answered(len(message)):
			unasked = true
			p.bot.sentTooMuch()
		case owed == meter.ToAnswer:
			p.answers <- received{message: message, reading: reading} // the last one was taken before this was asked for
		case owed == meter.ToLeave: // whatever it still says is too late, and its time runs on
		default:
			unasked = true
			p.bot.run.Kill(&match.Fault{Kind: match.Protocol, Detail: unaskedFor})
		}
	}
}

func (p *player) Ask(state *match.State) error {
	p.asked = time.Now()
	p.meter.Await(meter.ToReceive | meter.ToAnswer)
	return p.send(botwire.StateField, state.Message())
}

func (p *player) Answer(state *match.State) (match.Answer, error) {
	r := <-p.answers
	receipt, status, err := p.meter.Charge(r.reading, p.asked)
	receipt.Bytes = len(r.message)
	answer := match.Answer{Receipt: receipt, Status: status}
	if r.err != nil {
		return answer, p.fault(r.err)
	}
	commands, wrong := p.decode(r.message, state.Round())
	answer.Notes = p.notes.Take() // kept even if the answer cost too much
	if err != nil {
		return answer, err
	}
	answer.Commands = commands
	return answer, wrong
}

func (p *player) Lines() []string { return p.bot.run.Lines() }

func (p *player) decode(message []byte, round int) (engine.Commands, error) {
	response := &p.last
	if err := proto.Unmarshal(message, response); err != nil {
		return nil,
			&match.Fault{Kind: match.Protocol, Detail: fmt.Sprintf("answered with %d bytes that are not a PlayResponse",
				len(message))}
	}
	if wrong := wrongRound(int(response.GetRound()), round); wrong != nil {
		return nil, wrong
	}
	// Notes never affect the match: bad ones are ignored.
	_ = notes.Decode(response.GetNotes(), &p.notes)
	commands, err := p.game.DecodeCommands(response.GetCommands())
	if err != nil {
		return nil, lineproto.Unreadable(err)
	}
	return commands, nil
}

// wrongRound is the fault of an answer for one round to the question of another, or nil. A second answer for a round is
// named as such no matter whether it comes before the next question or after it.
func wrongRound(answered, asked int) *match.Fault {
	if answered == asked {
		return nil
	}
	detail := fmt.Sprintf("answered for round %d when round %d was asked for", answered, asked)
	if 0 <= answered && answered < asked {
		detail = unaskedFor + ": " + detail
	}
	return &match.Fault{Kind: match.Protocol, Detail: detail}
}

func (p *player) End(result match.Result) {
	p.meter.Await(meter.ToReceive | meter.ToLeave)
	end := &arenav1.End{}
	for i := range result.Scores {
		end.Scores = append(end.Scores, int64(result.Scores[i]))
		end.Places = append(end.Places, int32(result.Places[i]))
	}
	if body, err := proto.Marshal(end); err == nil && p.send(botwire.EndField, body) == nil {
		_ = p.stream.CloseSend()
	}
	p.leave()
}

func (p *player) Freeze() { p.leave() }

// leave stops taking answers and waits until receive has returned.
func (p *player) leave() {
	if p.stream != nil {
		close(p.left)
		<-p.gone
	}
	p.meter.Stop()
	p.cancel()
}

// send sends a PlayRequest with one field, whose bytes are given in parts.
func (p *player) send(field protowire.Number, parts ...[]byte) error {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	head := protowire.AppendTag(nil, field, protowire.BytesType)
	head = protowire.AppendVarint(head, uint64(length))
	message := mem.BufferSlice{mem.SliceBuffer(head)}
	for _, part := range parts {
		message = append(message, mem.SliceBuffer(part)) // not copied: all seats get the same state
	}
	err := p.stream.SendMsg(message)
	p.meter.Sent()
	if err != nil && !errors.Is(err, io.EOF) {
		return p.fault(err)
	}
	return nil // io.EOF: the stream is over, and RecvMsg returns the reason
}

// fault turns the error of a broken stream into the reason why it broke.
func (p *player) fault(err error) error {
	if p.over() != nil {
		return p.over() // the match was cancelled: not the bot's fault
	}
	if killed := p.bot.run.Reason(); killed != nil {
		return killed
	}
	code := status.Code(err)
	if code == codes.ResourceExhausted {
		return &match.Fault{Kind: match.Protocol, Detail: fmt.Sprintf("sent a message of more than %s",
			lineproto.InBytes(botwire.MaxResponse))}
	}
	if errors.Is(err, io.EOF) {
		return &match.Fault{Kind: match.Protocol, Detail: "left the match before it was over"}
	}
	if code != codes.Unavailable && code != codes.Canceled {
		return &match.Fault{Kind: match.Protocol, Detail: "broke off: " +
			lineproto.Cut(status.Convert(err).Message(), lineproto.LongestDetail)}
	}
	return p.bot.run.Broke("closed its connection")
}

// encoded is a codec that passes encoded messages on unchanged, since games encode
// their own messages. An outgoing message is a mem.BufferSlice, an incoming one
// a *[]byte.
type encoded struct{}

var _ encoding.CodecV2 = encoded{}

func (encoded) Name() string { return "proto" }

func (encoded) Marshal(message any) (mem.BufferSlice, error) {
	parts, ok := message.(mem.BufferSlice)
	if !ok {
		return nil, fmt.Errorf("host: a %T is not encoded", message)
	}
	return parts, nil
}

func (encoded) Unmarshal(data mem.BufferSlice, message any) error {
	bytes, ok := message.(*[]byte)
	if !ok {
		return fmt.Errorf("host: a %T is not encoded", message)
	}
	*bytes = data.Materialize()
	return nil
}
