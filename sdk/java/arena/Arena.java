package arena;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * What bots in Java for all games of the arena have in common; each game has a class of its own. It needs Java 17 or
 * later, and nothing else.
 *
 * <p>What the program prints to System.out goes to standard error: it is free for debugging, and is shown with the
 * bot's name.
 */
public final class Arena {
    private Arena() {}

    /** A cell of a board: row from the top and column from the left, from 0. */
    public record Pos(int row, int col) {}

    /** The CPU time in nanoseconds that is left. Both are Long.MAX_VALUE if it is not limited. */
    public record Budget(long round, long bank) {}

    /** A step that leads to another cell, and this cell. */
    public record Neighbour<S>(S step, int cell) {}

    /** What the arena wrote can't be read, or is not for this bot. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String why) {
            super("arena: " + why);
        }
    }

    /** A word of a command, and the cell to which it leads, if it does. */
    public interface Word {
        /** Returns the word of the protocol. */
        String word();

        /** Returns by how many rows and columns it leads to another cell, or null if it leads to none. */
        default Pos by() {
            return null;
        }
    }

    /** A source of random draws (SplitMix64), the same in all languages of the SDKs. */
    public static final class Rand {
        private long state;

        public Rand(long seed) {
            state = seed;
        }

        /** Returns 64 random bits. */
        public long next() {
            state += 0x9E3779B97F4A7C15L;
            long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
            z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
            return z ^ (z >>> 31);
        }

        /** Returns a number from 0 to n-1: the upper 32 bits of next() * n / 2^32. */
        public int below(int n) {
            if (n <= 0) throw new IllegalArgumentException("arena: below(" + n + "): n must be from 1");
            return (int) (((next() >>> 32) * n) >>> 32);
        }

        /** Returns one of the items. */
        public <T> T choice(List<T> items) {
            return items.get(below(items.size()));
        }

        /** Puts the items in random order: from the last to the second, each is swapped with one up to itself. */
        public <T> void shuffle(List<T> items) {
            for (int i = items.size() - 1; i > 0; i--) {
                int j = below(i + 1);
                items.set(i, items.set(j, items.get(i)));
            }
        }
    }

    /** The words of a line that are yet to be read. */
    public static final class Words {
        private final byte[] text;
        private int at;
        private final int end;

        Words(byte[] text, int at, int end) {
            this.text = text;
            this.at = at;
            this.end = end;
        }

        private boolean skip() {
            while (at < end && text[at] == ' ') at++;
            return at < end;
        }

        /** Reads a number of 64 bits. */
        public long wide() {
            skip();
            int from = at;
            while (at < end && text[at] != ' ') at++;
            String word = new String(text, from, at - from, StandardCharsets.ISO_8859_1);
            try {
                return Long.parseLong(word);
            } catch (NumberFormatException e) {
                throw new Refused("can't read \"" + word.substring(0, Math.min(word.length(), 60)) + "\"");
            }
        }

        /** Reads a number. */
        public int number() {
            int from = at;
            long value = wide();
            if (value != (int) value) {
                throw new Refused("can't read \"" + new String(text, from, at - from, StandardCharsets.ISO_8859_1).strip() + "\"");
            }
            return (int) value;
        }

        /** Reads all numbers that are left. */
        public int[] numbers() {
            int[] values = new int[count()];
            for (int i = 0; i < values.length; i++) values[i] = number();
            return values;
        }

        /** Reads all numbers of 64 bits that are left. */
        public long[] wides() {
            long[] values = new long[count()];
            for (int i = 0; i < values.length; i++) values[i] = wide();
            return values;
        }

        private int count() {
            int count = 0;
            for (int i = at; i < end; i++) {
                if (text[i] != ' ' && (i == at || text[i - 1] == ' ')) count++;
            }
            return count;
        }

        /** Reads a word of characters, such as a board: one character for each byte. */
        public String letters() {
            return next(StandardCharsets.ISO_8859_1);
        }

        public String word() {
            return next(StandardCharsets.UTF_8);
        }

        /** Reads all words that are left. */
        public List<String> words() {
            List<String> values = new ArrayList<>();
            while (skip()) values.add(word());
            return values;
        }

        private String next(java.nio.charset.Charset charset) {
            skip();
            int from = at;
            while (at < end && text[at] != ' ') at++;
            return new String(text, from, at - from, charset);
        }

        private String rest() {
            return new String(text, at, Math.max(end - at, 0), StandardCharsets.UTF_8);
        }
    }

    /** Is called with the name and the value of each line of the match. */
    @FunctionalInterface
    public interface Line {
        void take(String name, Object value);
    }

    /** What every State has: the player's place in the match, its notes, its random draws and its budget. */
    public abstract static class Seat {
        /** The player's own number, from 0. */
        public int me;
        /** The names of all players. */
        public List<String> names = new ArrayList<>();
        /** The seed of the player's own random draws, of 64 bits without a sign. */
        public long seed;
        /** CPU time that each round may use, in nanoseconds; 0 means no limit. */
        public long cpuPerRound;
        /** CPU time beyond that, for the whole match, in nanoseconds. */
        public long cpuBank;
        /** Wall-clock time that an answer may take, in nanoseconds; 0 means no limit. */
        public long wallPerRound;
        /** Wall-clock time beyond that, for the whole match. */
        public long wallBank;
        /** CPU time beyond that of the first round, for what comes before. */
        public long cpuStart;

        private final StringBuilder out = new StringBuilder();
        private int noted;
        private Rand rand;
        private long spent;
        private long bank;
        private long extra;

        /** Returns the number of players. */
        public int players() {
            return names.size();
        }

        /** Returns the player's own random draws. The match seeds them, so that it can be played again. */
        public Rand rand() {
            if (rand == null) rand = new Rand(seed);
            return rand;
        }

        /** Returns the CPU time that is left at this moment: of this round, and of the bank for the match. */
        public Budget budget() {
            if (cpuPerRound == 0) return new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
            long left = few(cpuPerRound) + extra - (Clock.now() - spent);
            return new Budget(Math.max(left, 0), Math.max(bank + Math.min(left, 0), 0));
        }

        /** Makes a cell stand out in the viewer. Notes don't affect the match. */
        public void mark(int cell) {
            mark(pos(cell));
        }

        public void mark(Pos cell) {
            note("mark " + at(cell));
        }

        /** Draws an arrow from one cell to another. */
        public void arrow(int from, int to) {
            arrow(pos(from), pos(to));
        }

        public void arrow(Pos from, Pos to) {
            note("arrow " + at(from) + " " + at(to));
        }

        /** Writes a few characters on a cell. Values are divided by spaces. */
        public void label(int cell, Object... values) {
            label(pos(cell), values);
        }

        public void label(Pos cell, Object... values) {
            note("label " + at(cell) + " " + joined(values));
        }

        /** Notes a line about the round. Values are divided by spaces. */
        public void log(Object... values) {
            note("log " + joined(values));
        }

        /** Notes a line about a unit, by its number. Values are divided by spaces. */
        public void logUnit(int unit, Object... values) {
            note("logunit " + unit + " " + joined(values));
        }

        /**
         * Notes a number of the round, such as ("army", 12), for a chart in the viewer. Of one name, the last of a
         * round counts. One that is not finite is left out.
         */
        public void chart(String name, double value) {
            if (!Double.isFinite(value)) return;
            String text = Double.toString(value);
            note("chart " + (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + " " + joined(name));
        }

        /** Adds a line to the answer. command gives commands. */
        protected void tell(String line) {
            out.append(line).append('\n');
        }

        /** Takes a line. What is not known is left out. */
        protected void set(String name, Words words) {
            switch (name) {
                case "name" -> {
                    words.letters();
                    if (words.at < words.end) words.at++;
                    names.add(words.rest());
                }
                case "me" -> me = words.number();
                case "seed" -> {
                    String word = words.word();
                    try {
                        seed = Long.parseUnsignedLong(word);
                    } catch (NumberFormatException e) {
                        throw new Refused("can't read \"" + word + "\"");
                    }
                }
                case "cpu_per_round" -> cpuPerRound = words.wide();
                case "cpu_bank" -> cpuBank = words.wide();
                case "wall_per_round" -> wallPerRound = words.wide();
                case "wall_bank" -> wallBank = words.wide();
                case "cpu_start" -> cpuStart = words.wide();
                default -> { }
            }
        }

        /** Works out what follows from the lines of a round. */
        protected abstract void prepare();

        /** Calls a function with the name and the value of every line of the match, in the order of the protocol. */
        public void eachField(Line f) {
            f.take("me", me);
            f.take("names", names);
            f.take("seed", Long.toUnsignedString(seed));
            f.take("cpu_per_round", cpuPerRound);
            f.take("cpu_bank", cpuBank);
            f.take("wall_per_round", wallPerRound);
            f.take("wall_bank", wallBank);
            f.take("cpu_start", cpuStart);
        }

        Pos pos(int cell) {
            return new Pos(0, cell);
        }

        private static String at(Pos cell) {
            return cell.row + " " + cell.col;
        }

        private void note(String line) {
            final int most = 64 << 10; // of a match: the arena drops what is more
            if (noted > most) return;
            noted += line.getBytes(StandardCharsets.UTF_8).length;
            tell(line);
        }
    }

    /** Returns a number of a column, or -1 if the column is too short. */
    public static int column(int[] values, int id) {
        return values != null && 0 <= id && id < values.length ? values[id] : -1;
    }

    public static long column(long[] values, int id) {
        return values != null && 0 <= id && id < values.length ? values[id] : -1;
    }

    /** Adds an item n times, but never has more than most items. */
    public static <T> void add(List<T> items, int most, int n, T one) {
        for (int i = 0; i < n && items.size() < most; i++) items.add(one);
    }

    /** Returns how long the longest is. */
    public static int longest(Object... columns) {
        int count = 0;
        for (Object one : columns) count = Math.max(count, one == null ? 0 : java.lang.reflect.Array.getLength(one));
        return count;
    }

    /** Joins values to one line that a note may have. */
    private static String joined(Object... values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.length; i++) text.append(i > 0 ? " " : "").append(values[i]);
        while (text.length() > 0 && text.charAt(text.length() - 1) == '\n') text.setLength(text.length() - 1);
        String line = text.toString().replace('\n', ' ').replace('\r', ' ').replace('\t', ' ');
        final int most = 400;
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= most) return line;
        int end = most;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) end--;
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    /** Limits a time, so that no sum of times overflows. */
    private static long few(long time) {
        return Math.max(-(1L << 60), Math.min(time, 1L << 60));
    }

    /** The CPU time of the process. */
    private static final class Clock {
        private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

        static long now() {
            return SYSTEM.getProcessCpuTime();
        }
    }

    /** What every State of a game with a board has. */
    public abstract static class Board<S extends Word> extends Seat {
        /** Rows of the board. */
        public int rows;
        /** Columns of the board. */
        public int cols;

        private final S[] words;
        private final boolean wrapRows;
        private final boolean wrapCols;

        protected Board(S[] words, boolean wrapRows, boolean wrapCols) {
            this.words = words;
            this.wrapRows = wrapRows;
            this.wrapCols = wrapCols;
        }

        @Override
        Pos pos(int cell) {
            return new Pos(cell / Math.max(cols, 1), cell % Math.max(cols, 1));
        }

        /** Returns the number of a cell. */
        public int cell(int row, int col) {
            return row * cols + col;
        }

        /** Returns the row of a cell. */
        public int row(int cell) {
            return cell / cols;
        }

        /** Returns the column of a cell. */
        public int col(int cell) {
            return cell % cols;
        }

        /** Reports whether there is such a row and column. */
        public boolean has(int row, int col) {
            return 0 <= row && row < rows && 0 <= col && col < cols;
        }

        /** Returns the cell to which a step leads, or -1 if it leads off the board, or is none. */
        public int dest(int cell, S step) {
            Pos by = step.by();
            return by == null ? -1 : dest(cell / cols, cell % cols, by);
        }

        private int dest(int row, int col, Pos by) {
            row += by.row;
            col += by.col;
            if (wrapRows) row = Math.floorMod(row, rows);
            if (wrapCols) col = Math.floorMod(col, cols);
            return has(row, col) ? row * cols + col : -1;
        }

        /** Returns the steps that lead to other cells of the board, and these cells. */
        public List<Neighbour<S>> neighbours(int cell) {
            List<Neighbour<S>> found = new ArrayList<>();
            for (S step : words) {
                int to = dest(cell, step);
                if (to >= 0 && to != cell) found.add(new Neighbour<>(step, to));
            }
            return found;
        }

        /** Reports whether a step to this cell should rather be another one, if both are as good. */
        protected boolean taken(int cell) {
            return false;
        }

        /** Checks the size of the board. */
        protected void checkBoard() {
            if (rows <= 0 || cols <= 0 || rows > (1 << 24) / cols) throw new Refused("no such board");
        }
    }

    /**
     * The cheapest paths from every cell to the nearest of some targets. Among paths of equal cost, the one with the
     * fewest steps wins. Units that stand in the way don't count.
     */
    public static final class Ways<S extends Word> {
        private static final long UNIT = 1L << 24; // a cost of 1; below are the steps
        private static final long MOST = 1_000_000; // so that no sum overflows
        private static final long FAR = 1L << 62;

        private final Board<S> board;
        private final List<S> steps;
        private final S stay;
        private final long[] enter;
        private final long[] lengths;

        /** Is used by waysTo of a State. cost says what it costs to enter a cell, less than 0 where nobody can go. */
        public Ways(Board<S> board, List<S> steps, S stay, IntUnaryOperator cost, int[] targets) {
            this.board = board;
            this.steps = steps;
            this.stay = stay;
            enter = new long[board.rows * board.cols];
            lengths = new long[enter.length];
            for (int i = 0; i < enter.length; i++) {
                long one = cost.applyAsInt(i);
                enter[i] = one < 0 ? 0 : Math.min(one, MOST) * UNIT + 1;
                lengths[i] = FAR;
            }
            search(targets);
        }

        /** Returns the cost of the cheapest path from a cell, or -1 if there is none. */
        public int cost(int cell) {
            return at(cell) == FAR ? -1 : (int) (at(cell) / UNIT);
        }

        /** Returns how many steps that path has, or -1 if there is none. */
        public int steps(int cell) {
            return at(cell) == FAR ? -1 : (int) (at(cell) % UNIT);
        }

        /**
         * Returns the first step of the cheapest path from a cell. On a target, and if there is no path, it is the
         * command to stay, or null if the game has none.
         */
        public S step(int cell) {
            S first = ahead(cell);
            return first == null ? stay : first;
        }

        /** Returns the cells of the cheapest path from a cell, without the first and with the last. */
        public List<Integer> path(int cell) {
            List<Integer> cells = new ArrayList<>();
            for (S step = ahead(cell); step != null; step = ahead(cell)) {
                cell = board.dest(cell, step);
                cells.add(cell);
            }
            return cells;
        }

        private S ahead(int cell) {
            long here = at(cell);
            if (here == 0 || here == FAR) return null;
            S first = null;
            for (S step : steps) {
                int to = board.dest(cell, step);
                if (to < 0 || at(to) == FAR || at(to) + enter[to] != here) continue;
                if (!board.taken(to)) return step;
                if (first == null) first = step;
            }
            return first;
        }

        private long at(int cell) {
            return 0 <= cell && cell < lengths.length ? lengths[cell] : FAR;
        }

        private record Reached(long length, int cell) implements Comparable<Reached> {
            @Override
            public int compareTo(Reached other) {
                return Long.compare(length, other.length);
            }
        }

        private void search(int[] targets) {
            PriorityQueue<Reached> open = new PriorityQueue<>();
            for (int target : targets) {
                if (target < 0 || target >= enter.length || enter[target] == 0) continue;
                lengths[target] = 0;
                open.add(new Reached(0, target));
            }
            for (Reached one = open.poll(); one != null; one = open.poll()) {
                if (one.length != lengths[one.cell]) continue;
                long there = one.length + enter[one.cell];
                int row = one.cell / board.cols;
                int col = one.cell % board.cols;
                for (S step : steps) {
                    int to = step.by() == null ? -1 : board.dest(row, col, step.by());
                    if (to < 0 || enter[to] == 0 || lengths[to] <= there) continue;
                    lengths[to] = there;
                    open.add(new Reached(there, to));
                }
            }
        }
    }

    /** What a bot is made of; the class of each game has one that knows its State. There is a new one in each match. */
    public abstract static class Bot<State extends Seat> {
        /** Returns at most 12 characters; if it is empty, the name of the file counts. */
        public String name() {
            return "";
        }

        /** Returns the bot's own version. */
        public String version() {
            return "";
        }

        /** Reports whether it is to be started anew for each match. */
        public boolean once() {
            return false;
        }

        /** Is called once in a match, before the first call of play, with the same state. */
        public void start(State s) {}

        /** Is called in every round. Give commands by calling s.command. */
        public abstract void play(State s);

        /** Returns the name of the game. */
        protected abstract String game();

        /** Returns the version of its rules. */
        protected abstract int rulesVersion();

        protected abstract State newState();
    }

    /** Plays the matches of one game. */
    private static final class Player<State extends Seat> {
        final Bot<State> known; // never plays
        final Supplier<? extends Bot<State>> maker;
        private State state;
        private Bot<State> bot;
        private boolean begun;

        Player(Supplier<? extends Bot<State>> maker) {
            this.maker = maker;
            known = maker.get();
            state = known.newState();
        }

        void match() {
            long spent = ((Seat) state).spent;
            state = known.newState();
            ((Seat) state).spent = spent;
            bot = null;
            begun = true;
        }

        void line(String name, Words words) {
            if (begun) state.set(name, words);
        }

        String go(Words words) {
            int round = words.number();
            Seat seat = state;
            state.prepare();
            if (bot == null) {
                seat.bank = few(seat.cpuBank);
                seat.extra = few(seat.cpuStart);
                bot = maker.get();
                bot.start(state);
            }
            bot.play(state);
            seat.tell("done " + round);
            String answer = seat.out.toString();
            seat.out.setLength(0);
            return answer;
        }

        /** Books the time of a round. */
        void answered() {
            Seat seat = state;
            if (seat.cpuPerRound != 0) {
                seat.bank = seat.budget().bank;
                seat.spent = Clock.now();
            }
            seat.extra = 0;
        }

        void end() {
            bot = null;
            begun = false;
        }
    }

    /** Reads what the arena writes, and answers. */
    private static final class Talk {
        private final List<Player<?>> players = new ArrayList<>();
        private Player<?> playing;
        private byte[] text = new byte[1 << 16];
        private int filled;

        @SafeVarargs
        Talk(Supplier<? extends Bot<?>>... bots) {
            for (Supplier<? extends Bot<?>> bot : bots) players.add(playerOf(bot));
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // each bot has the State that it makes
        private static Player<?> playerOf(Supplier<? extends Bot<?>> bot) {
            return new Player(bot);
        }

        String hello() {
            StringBuilder hello = new StringBuilder("arena 1 sdk=java/1 games=");
            for (Player<?> p : players) {
                if (p != players.get(0)) hello.append(',');
                hello.append(p.known.game()).append(':').append(p.known.rulesVersion());
            }
            Bot<?> first = players.get(0).known;
            if (!first.name().isEmpty()) hello.append(" name=").append(first.name());
            if (!first.version().isEmpty()) hello.append(" version=").append(first.version());
            if (first.once()) hello.append(" once");
            return hello.append('\n').toString();
        }

        /** Reads all, and writes the answers. */
        void run(InputStream in, OutputStream out) throws IOException {
            for (int begin = 0;;) {
                int end = begin;
                while (end < filled && text[end] != '\n') end++;
                if (end < filled) {
                    String answer = line(begin, end > begin && text[end - 1] == '\r' ? end - 1 : end);
                    if (answer != null) {
                        out.write(answer.getBytes(StandardCharsets.UTF_8));
                        out.flush();
                        playing.answered();
                    }
                    begin = end + 1;
                    continue;
                }
                System.arraycopy(text, begin, text, 0, filled - begin);
                filled -= begin;
                begin = 0;
                if (filled == text.length) text = Arrays.copyOf(text, 2 * filled);
                int n = in.read(text, filled, text.length - filled);
                if (n <= 0) return;
                filled += n;
            }
        }

        /** Takes a line; it returns the answer if it asks for one. */
        private String line(int at, int end) {
            Words words = new Words(text, at, end);
            String name = "";
            if (at < end && text[at] != ' ') name = words.letters();
            if (words.at < end) words.at++;
            switch (name) {
                case "go" -> {
                    if (playing == null) throw new Refused("asked for an answer before a match began");
                    return playing.go(words);
                }
                case "match" -> {
                    String game = words.word();
                    playing = null;
                    for (Player<?> p : players) {
                        if (p.known.game().equals(game)) playing = p;
                    }
                    if (playing == null) throw new Refused("this bot doesn't play " + game);
                    playing.match();
                }
                case "end" -> {
                    if (playing != null) playing.end();
                    playing = null;
                }
                default -> {
                    if (playing != null) playing.line(name, words);
                }
            }
            return null;
        }
    }

    /**
     * Returns the value of a parameter of the bot, which arena tune can search for. It is declared with its range in
     * params.json, beside the bot; without arena or file, it is the second argument.
     */
    public static double param(String name, double otherwise) {
        String given = System.getenv("ARENA_PARAMS");
        for (String word : (given == null ? "" : given).split(" ")) {
            if (word.startsWith(name + "=")) return Double.parseDouble(word.substring(name.length() + 1));
        }
        return otherwise;
    }

    /** Returns that of a parameter that is a whole number. */
    public static int param(String name, int otherwise) {
        double value = param(name, (double) otherwise);
        if (value != (int) value) {
            throw new IllegalStateException("arena: parameter " + name + "=" + value
                + " is not a whole number: declare it with \"integer\": true");
        }
        return (int) value;
    }

    private static boolean isTerminal() {
        java.io.Console console = System.console();
        if (console == null) return false;
        try { // since Java 22 there is a console without a terminal
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Plays matches over standard input and output, until the arena ends them. Bots are for different games. */
    @SafeVarargs
    public static void serve(Supplier<? extends Bot<?>>... bots) {
        if (isTerminal() && System.getenv("ARENA_LINES") == null) {
            System.err.println("this is a bot; the arena starts it\nhint: arena check PATH_OF_THIS_FILE");
            System.exit(1);
        }
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
        Talk talk = new Talk(bots);
        try {
            out.write(talk.hello().getBytes(StandardCharsets.UTF_8));
            talk.run(System.in, out);
        } catch (IOException e) {
            System.exit(0); // the arena has gone
        }
    }

    /** Plays what the arena wrote in a match, and returns what the bot answers. It is for tests. */
    @SafeVarargs
    public static String playLines(byte[] lines, Supplier<? extends Bot<?>>... bots) {
        byte[] whole = Arrays.copyOf(lines, lines.length + 1);
        whole[lines.length] = '\n';
        java.io.ByteArrayOutputStream answers = new java.io.ByteArrayOutputStream();
        try {
            new Talk(bots).run(new java.io.ByteArrayInputStream(whole), answers);
        } catch (IOException e) {
            throw new IllegalStateException(e); // there is none in memory
        }
        return answers.toString(StandardCharsets.UTF_8);
    }
}
