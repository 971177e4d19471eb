package grpcbot

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASecondAnswerIsNamedWheneverItComes(t *testing.T) {
	require.Nil(t, wrongRound(3, 3))
	require.Equal(t, unaskedFor+": answered for round 0 when round 1 was asked for", wrongRound(0, 1).Detail)
	require.Equal(t, "answered for round -1 when round 0 was asked for", wrongRound(-1, 0).Detail)
	require.Equal(t, "answered for round 2 when round 1 was asked for", wrongRound(2, 1).Detail)
}
