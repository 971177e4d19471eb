// Notes for every unit how it would go to some targets: see ways_test.go.
import arena.*;
import java.util.stream.IntStream;

public class Bot {
    static int[] targets(Arena.Board<?> s, int round) {
        return IntStream.range(0, s.rows * s.cols).filter(c -> (c * 7919 + round) % 97 == 0).toArray();
    }

    static void note(Arena.Seat s, Arena.Ways<?> ways, int unit, int cell) {
        if (cell >= 0 && ways.step(cell) != null) s.logUnit(unit, ways.cost(cell), ways.steps(cell), ways.step(cell), ways.path(cell).size());
    }

    static final class Island extends Orkisland.Bot {
        @Override
        public void play(Orkisland.State s) {
            var ways = s.waysTo(targets(s, s.round));
            for (Orkisland.Unit u : s.units) note(s, ways, u.id, u.cell);
        }
    }

    static final class Mines extends Moria.Bot {
        @Override
        public void play(Moria.State s) {
            for (Moria.Kind kind : new Moria.Kind[] {Moria.Kind.DWARF, Moria.Kind.WIZARD}) {
                var ways = s.waysTo(kind, targets(s, s.round));
                for (Moria.Unit u : s.units) note(s, ways, u.id, u.cell);
            }
        }
    }

    static final class Royale extends Battleroyale.Bot {
        @Override
        public void play(Battleroyale.State s) {
            var ways = s.waysTo(targets(s, s.round));
            for (Battleroyale.Unit u : s.units) note(s, ways, u.id, u.cell);
        }
    }

    static final class Duels extends Duel.Bot {
        @Override
        public void play(Duel.State s) {
            var ways = s.waysTo(targets(s, s.round));
            for (Duel.Unit u : s.units) note(s, ways, u.id, u.cell);
        }
    }

    public static void main(String[] args) {
        Arena.serve(Island::new, Mines::new, Royale::new, Duels::new);
    }
}
