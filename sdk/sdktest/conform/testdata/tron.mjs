// Says what it sees of a game with all that a schema can have: see tron_test.go.
import { serve } from "./arena/node.mjs";
import { tron } from "./arena/tron.mjs";

serve(tron, {
  play(s) {
    for (const u of s.units) s.do(u, 3);
    for (const t of s.things) s.log(t.id, t.x, t.label, t.cells.length);
    s.mark([1, 2]);
    s.log(s.words.length, s.word, s.scores[0]);
  },
});
