// What the help says of keys.

// help is the text of the help, by groups: keys, and what they do.
export const help: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "Playing",
    [
      ["Space K", "play, pause"],
      ["← →", "one round back, forward"],
      ["Shift ← →", "ten rounds"],
      ["Home End", "start, end; a live match is joined again"],
      ["N P", "next, previous turning point"],
      ["Shift N P", "any great event"],
      ["↑ ↓", "faster, slower"],
      ["1 – 7", "speed"],
      ["J", "slower where much happens, faster where little does"],
      ["R", "play backwards"],
      ["Z", "sound: soft ticks for great events"],
    ],
  ],
  [
    "Board",
    [
      ["+ −", "zoom"],
      ["0", "whole board"],
      ["W A S D", "move the board"],
      ["V", "director: goes where it is lively"],
      ["F", "find a unit or a cell"],
      ["O", "arrows for orders"],
      ["X", "only orders that failed, and why"],
      ["M", "notes of the bots"],
      ["Shift H", "heat map: where what happened how often"],
      ["Shift M", "draw arrows and rings, write; always: the right button"],
      ["Backspace", "take back the last of them"],
      ["Esc", "let go of the pinned cell and the followed unit"],
    ],
  ],
  [
    "Page",
    [
      ["Tab", "through players and everything else"],
      ["C", "next chart"],
      ["B", "the board as a table"],
      ["Y", "the story: the turning points"],
      ["E", "everything that happened, to search"],
      ["U", "share: link, picture, frame for a page"],
      ["L", "legend: the rules and all signs"],
      ["I", "about the match"],
      ["Q", "what if? play on from here with another bot"],
      ["G", "all matches, if there are several"],
      [", .", "previous, next match"],
      ["Shift V", "big screen"],
      ["H", "tell what changed since you last asked"],
      ["T", "light, dark, as the system"],
      ["?", "this help"],
    ],
  ],
];
