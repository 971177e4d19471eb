// Plays damaged transcripts, from a file with the length before each: see mutants_test.go.
import arena.*;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

public class Bot {
    static void everything(Arena.Seat s) {
        int[] fields = {0};
        s.eachField((name, value) -> fields[0]++);
        if (fields[0] < 9) throw new AssertionError();
        s.rand().next();
        s.mark(5);
    }

    static int[] targets(int cell) {
        return new int[] {0, 7, cell, -3, 1000000000};
    }

    static final class Royale extends Battleroyale.Bot {
        @Override
        public void play(Battleroyale.State s) {
            everything(s);
            for (Battleroyale.Unit u : s.unitsOf(s.me)) {
                var ways = s.waysTo(targets(u.cell));
                s.command(u, ways.step(u.cell));
                s.logUnit(u, ways.cost(u.cell), ways.path(u.cell).size(), s.neighbours(u.cell).size());
                break;
            }
        }
    }

    static final class Mines extends Moria.Bot {
        @Override
        public void play(Moria.State s) {
            everything(s);
            for (Moria.Unit u : s.unitsOf(s.me)) {
                var ways = s.waysTo(Moria.Kind.DWARF, targets(u.cell));
                s.command(u, ways.step(u.cell));
                s.logUnit(u, ways.cost(u.cell), ways.path(u.cell).size(), s.neighbours(u.cell).size());
                break;
            }
        }
    }

    static final class Island extends Orkisland.Bot {
        @Override
        public void play(Orkisland.State s) {
            everything(s);
            for (Orkisland.Unit u : s.unitsOf(s.me)) {
                var ways = s.waysTo(targets(u.cell));
                s.command(u, ways.step(u.cell));
                s.logUnit(u, ways.cost(u.cell), ways.path(u.cell).size(), s.neighbours(u.cell).size());
                break;
            }
        }
    }

    static final class Ships extends Starships.Bot {
        @Override
        public void play(Starships.State s) {
            everything(s);
            for (Starships.Starship u : s.unitsOf(s.me)) s.command(u, Starships.Action.SHOOT);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] file = Files.readAllBytes(Path.of(args[0]));
        int answered = 0;
        int refused = 0;
        for (int at = 0; at < file.length;) {
            int length = 0;
            while (file[at] != '\n') length = 10 * length + file[at++] - '0';
            at++;
            try {
                String answers = Arena.playLines(
                    Arrays.copyOfRange(file, at, at + length), Royale::new, Mines::new, Island::new, Ships::new);
                if (!answers.isEmpty() && !answers.endsWith("\n")) throw new AssertionError(answers);
                answered++;
            } catch (Arena.Refused e) { // and nothing else
                refused++;
            }
            at += length;
        }
        System.out.println("answered " + answered + " refused " + refused);
    }
}
