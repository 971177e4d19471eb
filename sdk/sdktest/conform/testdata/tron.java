// Says what it sees of a game with all that a schema can have: see tron_test.go.
import arena.Arena;
import arena.Tron;

public class Bot extends Tron.Bot {
    @Override
    public void play(Tron.State s) {
        for (Tron.Unit u : s.units) s.command(u, 3);
        for (Tron.Thing t : s.things) s.log(t.id, t.x, t.label, t.cells.length);
        s.mark(new Arena.Pos(1, 2));
        s.log(s.words.size(), s.word, s.scores[0]);
    }

    public static void main(String[] args) {
        Arena.serve(Bot::new);
    }
}
