package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/sdkgen"
)

// tron has what the games of this project don't: no board, commands of numbers only,
// words, and records that come and go.
var tron = sdkgen.Game{
	Name: "tron", Title: "Tron", Version: 1, Scores: true,
	Settings: []sdkgen.Field{{Name: "nb_rounds", Kind: sdkgen.Number, Setting: true}},
	Start:    []sdkgen.Field{{Name: "words", Kind: sdkgen.Words}, {Name: "word", Kind: sdkgen.Word}},
	State: []sdkgen.Field{
		{Name: "round", Kind: sdkgen.Number},
		{Name: "things", Kind: sdkgen.Records, Record: &sdkgen.Record{Name: "Thing", Fields: []sdkgen.Field{
			{Name: "x", Kind: sdkgen.Number},
			{Name: "label", Kind: sdkgen.Word},
			{Name: "cells", Kind: sdkgen.Numbers},
		}}},
		{Name: "unit_cells", Kind: sdkgen.Numbers},
	},
	Columns: []sdkgen.Column{{Name: "unit"}, {Name: "power"}},
	Tables: []sdkgen.Table{{
		Name: "units", Type: "Unit", One: "unit", Cell: "cell",
		Fields: []sdkgen.Joined{{Name: "cell", Column: "unit_cells"}},
	}},
}

// TestSDKOfAnotherGame makes the SDKs of a game that nobody has prepared.
func TestSDKOfAnotherGame(t *testing.T) {
	const in = "match tron 1\nme 0\nname 0 a\nseed 1\nnb_rounds 2\nwords a b\nword q\n" +
		"round 0\nthings 0 5 lab 1 2\nthings 1 -6 x\nunit_cells 3 4\nscores 7\ngo 0\n" +
		"round 1\nunit_cells 3\nscores 8\ngo 1\nend\n"
	const expected = "do 0 3\ndo 1 3\nlog 0 5 lab 2\nlog 1 -6 x 0\nmark 1 2\nlog 2 q 7\ndone 0\n" +
		"do 0 3\nmark 1 2\nlog 2 q 8\ndone 1\n"
	folder := sdkWith(t, &tron)
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			l.needs(t)
			out, errors, err := run(t, []byte(in), l.command(t, folder, "tron")...)
			require.NoError(t, err, errors)
			require.Equal(t, expected, answers(t, out))
		})
	}
}
