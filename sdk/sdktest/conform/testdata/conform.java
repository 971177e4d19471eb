// The bot that answers the same in every language: see main.go.
import arena.*;
import java.nio.charset.StandardCharsets;
import java.util.List;

public class Bot {
    /** A sum over everything that the bot was sent. */
    static final class Sum implements Arena.Line {
        static final long MODULUS = 1000003;
        long total = 17;

        void add(long n) {
            total = (total * 31 + Math.floorMod(n, MODULUS)) % MODULUS;
        }

        void text(String text) {
            for (byte c : text.getBytes(StandardCharsets.UTF_8)) add(c & 0xFF);
        }

        @Override
        public void take(String name, Object value) {
            if (value instanceof Integer n) {
                add(n);
            } else if (value instanceof Long n) {
                add(n);
            } else if (value instanceof int[] numbers) {
                for (int n : numbers) add(n);
            } else if (value instanceof long[] numbers) {
                for (long n : numbers) add(n);
            } else if (value instanceof String text) {
                text(text);
            } else if (value instanceof Orkisland.City city) {
                add(city.id);
                take(name, city.cells);
                return;
            } else if (value instanceof Orkisland.Path path) {
                add(path.id);
                add(path.from);
                add(path.to);
                take(name, path.cells);
                return;
            } else if (name.equals("board") && value instanceof List<?> words) {
                text(String.join(" ", words.toArray(String[]::new)));
            } else if (value instanceof List<?> list) {
                for (Object one : list) take("", one);
                return;
            } else {
                throw new IllegalStateException(name);
            }
            add(7); // the end of the line
        }
    }

    interface Order<W> {
        void give(int unit, W word);
    }

    static <W> void conform(Arena.Seat s, int round, W[] words, Order<W> order) {
        System.out.println("this must not disturb the answer");
        Sum sum = new Sum();
        s.eachField(sum);
        int total = (int) sum.total;
        int drawn = s.rand().below(1000);
        for (int k = 0; k < 10; k++) {
            int unit = (total + 7 * k) % 40;
            order.give(unit, words[(3 * round + unit + s.me + total) % words.length]);
        }
        s.log("sum", total, "drawn " + drawn);
        s.mark(new Arena.Pos(total % 10, drawn % 10));
        s.arrow(new Arena.Pos(1, 2), new Arena.Pos(total % 50, -3));
        s.label(new Arena.Pos(drawn % 5, 0), "ä✓ two\nwords\n");
        s.logUnit(total % 40, "of\t", 40, "units");
        s.chart("drawn", drawn / 2.0);
        s.chart(" sum\n", -total);
        s.chart("none", Double.NaN);
        if (round == 2) s.log("äb✓".repeat(200));
    }

    static final class Duels extends Duel.Bot {
        @Override
        public void play(Duel.State s) {
            conform(s, s.round, Duel.Direction.values(), s::command);
        }
    }

    static final class Royale extends Battleroyale.Bot {
        @Override
        public void play(Battleroyale.State s) {
            conform(s, s.round, Battleroyale.Direction.values(), s::command);
        }
    }

    static final class Mines extends Moria.Bot {
        @Override
        public void play(Moria.State s) {
            conform(s, s.round, Moria.Direction.values(), s::command);
        }
    }

    static final class Island extends Orkisland.Bot {
        @Override
        public void play(Orkisland.State s) {
            conform(s, s.round, Orkisland.Direction.values(), s::command);
        }
    }

    static final class Ships extends Starships.Bot {
        @Override
        public void play(Starships.State s) {
            conform(s, s.round, Starships.Action.values(), s::command);
        }
    }

    public static void main(String[] args) {
        Arena.serve(Royale::new, Duels::new, Mines::new, Island::new, Ships::new);
    }
}
