// A bot that marches the same way in every language: see march_test.go.
import arena.*;

public class Bot {
    interface Order<W> {
        void give(int unit, W word);
    }

    static <W> void march(int me, int round, W[] words, Order<W> order) {
        for (int k = 0; k < 10; k++) {
            int unit = (7 * k + me + round) % 40;
            order.give(unit, words[(3 * round + unit + me) % words.length]);
        }
    }

    static final class Duels extends Duel.Bot {
        @Override
        public void play(Duel.State s) {
            march(s.me, s.round, Duel.Direction.values(), s::command);
        }
    }

    static final class Royale extends Battleroyale.Bot {
        @Override
        public void play(Battleroyale.State s) {
            march(s.me, s.round, Battleroyale.Direction.values(), s::command);
        }
    }

    static final class Mines extends Moria.Bot {
        @Override
        public void play(Moria.State s) {
            march(s.me, s.round, Moria.Direction.values(), s::command);
        }
    }

    static final class Island extends Orkisland.Bot {
        @Override
        public void play(Orkisland.State s) {
            march(s.me, s.round, Orkisland.Direction.values(), s::command);
        }
    }

    static final class Ships extends Starships.Bot {
        @Override
        public void play(Starships.State s) {
            march(s.me, s.round, Starships.Action.values(), s::command);
        }
    }

    public static void main(String[] args) {
        Arena.serve(Royale::new, Duels::new, Mines::new, Island::new, Ships::new);
    }
}
