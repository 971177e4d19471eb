//go:build !wasip1 && !windows

package sdk

import (
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/base/botwire/notes"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// play plays one match over a stream.
func play(stream grpc.ServerStream, bot Bot) error {
	var m *joined
	var request request
	for {
		if err := stream.RecvMsg(&request); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		event, body, err := request.event()
		if err != nil {
			return status.Errorf(codes.InvalidArgument, "request: %v", err)
		}
		switch event {
		case botwire.StartField:
			if m, err = begin(bot, body); err != nil {
				return status.Errorf(codes.InvalidArgument, "start: %v", err)
			}
		case botwire.StateField:
			response, err := respond(m, body)
			if err != nil {
				return status.Error(codes.InvalidArgument, err.Error())
			}
			if err := stream.SendMsg(response); err != nil {
				return err
			}
		case botwire.EndField:
			return nil
		}
	}
}

// common reads the fields that all games share from a game's message.
var common = proto.UnmarshalOptions{DiscardUnknown: true}

func begin(bot Bot, start []byte) (*joined, error) {
	var shared arenav1.Start
	if err := common.Unmarshal(start, &shared); err != nil {
		return nil, err
	}
	return join(bot, start, shared.GetSeat())
}

func respond(m *joined, state []byte) (*arenav1.PlayResponse, error) {
	round, err := botwire.Round(state)
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if m == nil {
		return nil, fmt.Errorf("state of round %d: no Start before it", round)
	}
	commands, err := m.play(state)
	if err != nil {
		return nil, fmt.Errorf("state of round %d: %w", round, err)
	}
	return &arenav1.PlayResponse{Round: round, Commands: commands, Notes: notes.Encode(m.debug.Take())}, nil
}

// playAny serves games for which there is no bot of their own: the null bot plays
// them, if it is served.
func (s *server) playAny(_ any, stream grpc.ServerStream) error {
	method, _ := grpc.MethodFromServerStream(stream)
	if !s.null || !botwire.IsPlayMethod(method) {
		return status.Errorf(codes.Unimplemented, "%s: this bot does not serve it", method)
	}
	return play(stream, Null)
}
