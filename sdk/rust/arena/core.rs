//! What bots in Rust for all games of the arena have in common. It needs the standard library
//! alone, and is used through `arena`, which also has a module for each game.
//!
//! What the program prints by `println!` goes to standard error: it is free for debugging, and
//! is shown with the bot's name.
#![allow(dead_code)]

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::exit;
use std::rc::Rc;
use std::time::Duration;

/// A cell of a board: row from the top and column from the left, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pos {
    pub row: i64,
    pub col: i64,
}

/// What stands for a unit in commands and notes: one of the units, or its number.
pub trait Id {
    fn id(self) -> i64;
}

/// What stands for a cell in notes: a `Pos`, or the number of the cell.
pub trait Place {
    /// Returns row and column; `cols` is how many columns the board has.
    fn pos(self, cols: i64) -> Pos;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Id for $number {
            fn id(self) -> i64 {
                self as i64
            }
        }

        impl Place for $number {
            fn pos(self, cols: i64) -> Pos {
                Pos { row: self as i64 / cols, col: self as i64 % cols }
            }
        }
    )*};
}

numbers! { i64 i32 usize }

impl Place for Pos {
    fn pos(self, _: i64) -> Pos {
        self
    }
}

/// A source of random draws (SplitMix64), the same in all languages of the SDKs.
#[derive(Clone, Debug, Default)]
pub struct Rand(Cell<u64>);

impl Rand {
    pub fn new(seed: u64) -> Rand {
        Rand(Cell::new(seed))
    }

    /// Returns 64 random bits.
    pub fn next(&self) -> u64 {
        let state = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(state);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to n-1. It is the upper 32 bits of next() * n / 2^32. n is from 1
    /// to 2^32-1, or this panics.
    pub fn below(&self, n: usize) -> usize {
        assert!(0 < n && n <= u32::MAX as usize, "arena: below({n}): n must be from 1 to 2^32-1");
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }

    /// Returns one of the items, of which there must be some.
    pub fn choice<'a, T>(&self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts the items in random order: from the last to the second, each is swapped with one up
    /// to itself.
    pub fn shuffle<T>(&self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The CPU time that is left: of this round, and of the bank for the match. Both are
/// `Duration::MAX` if it is not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub round: Duration,
    pub bank: Duration,
}

/// What a line of the match holds, for `each_field` of a State.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field<'a> {
    Number(i64),
    Numbers(&'a [i64]),
    /// A word, or a board with a character for each cell.
    Letters(&'a [u8]),
    Words(&'a [String]),
    /// One of several that have a line each, such as a city.
    Record(&'a [Field<'a>]),
}

/// The words of a line that are yet to be read.
#[derive(Clone, Copy)]
pub struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    /// Returns the next word; there may be none, which reads as an empty one.
    fn next(&mut self) -> &'a [u8] {
        let text = self.0;
        let from = text.iter().position(|&c| c != b' ').unwrap_or(text.len());
        let end = text[from..].iter().position(|&c| c == b' ').map_or(text.len(), |length| from + length);
        self.0 = &text[end..];
        &text[from..end]
    }

    fn parse<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.next();
        std::str::from_utf8(word).ok().and_then(|w| w.parse().ok()).ok_or_else(|| unreadable(word))
    }

    fn each(&mut self, mut read: impl FnMut(&mut Self) -> Result<(), String>) -> Result<(), String> {
        while self.0.iter().any(|&c| c != b' ') {
            read(self)?;
        }
        Ok(())
    }

    /// Reads a number of 32 bits.
    pub fn number(&mut self, value: &mut i64) -> Result<(), String> {
        *value = i64::from(self.parse::<i32>()?);
        Ok(())
    }

    /// Reads a number of 64 bits.
    pub fn wide_number(&mut self, value: &mut i64) -> Result<(), String> {
        *value = self.parse()?;
        Ok(())
    }

    /// Reads all numbers that are left.
    pub fn numbers(&mut self, values: &mut Vec<i64>) -> Result<(), String> {
        values.clear();
        self.each(|words| {
            values.push(i64::from(words.parse::<i32>()?));
            Ok(())
        })
    }

    /// Reads all numbers of 64 bits that are left.
    pub fn wide_numbers(&mut self, values: &mut Vec<i64>) -> Result<(), String> {
        values.clear();
        self.each(|words| {
            values.push(words.parse()?);
            Ok(())
        })
    }

    /// Reads a word of characters, such as a board.
    pub fn letters(&mut self, value: &mut Vec<u8>) -> Result<(), String> {
        value.clear();
        value.extend_from_slice(self.next());
        Ok(())
    }

    pub fn word(&mut self, value: &mut String) -> Result<(), String> {
        *value = String::from_utf8_lossy(self.next()).into_owned();
        Ok(())
    }

    /// Reads all words that are left.
    pub fn words(&mut self, values: &mut Vec<String>) -> Result<(), String> {
        values.clear();
        self.each(|words| {
            values.push(String::from_utf8_lossy(words.next()).into_owned());
            Ok(())
        })
    }
}

fn unreadable(text: &[u8]) -> String {
    format!("arena: can't read \"{}\"", String::from_utf8_lossy(&text[..text.len().min(60)]))
}

/// Returns a number of a column, or -1 if the column is too short.
pub fn column(values: &[i64], id: i64) -> i64 {
    usize::try_from(id).ok().and_then(|i| values.get(i)).copied().unwrap_or(-1)
}

/// Adds an item n times, but never has more than `most` items.
pub fn add<T: Clone>(items: &mut Vec<T>, most: usize, n: i64, one: T) {
    let n = usize::try_from(n).unwrap_or(0).min(most - items.len());
    items.resize(items.len() + n, one);
}

/// Reduces a text to one line that a note may have.
fn line_of(text: impl Display) -> String {
    const MOST: usize = 400;
    let text = text.to_string();
    let mut line = text.trim_end_matches('\n').replace(['\n', '\r', '\t'], " ");
    if line.len() > MOST {
        let end = (0..=MOST).rev().find(|&i| line.is_char_boundary(i));
        line.truncate(end.unwrap_or(0));
    }
    line
}

/// One answer, and what the bot's notes and time add up to.
#[derive(Default)]
struct Talk {
    out: RefCell<String>,
    noted: Cell<usize>,
    rand: Rand,
    cols: i64,
    // In nanoseconds
    spent: i64,
    bank: i64,
    extra: i64,
}

/// What every State has: the player's place in the match, its notes, its random draws and its
/// budget.
#[derive(Default)]
pub struct Seat {
    /// The player's own number, from 0.
    pub me: i64,
    /// The names of all players.
    pub names: Vec<String>,
    /// The seed of the player's own random draws.
    pub seed: u64,
    /// CPU time that each round may use, in nanoseconds; 0 means no limit.
    pub cpu_per_round: i64,
    /// CPU time beyond that, for the whole match, in nanoseconds.
    pub cpu_bank: i64,
    /// Wall-clock time that an answer may take, in nanoseconds; 0 means no limit.
    pub wall_per_round: i64,
    /// Wall-clock time beyond that, for the whole match.
    pub wall_bank: i64,
    /// CPU time beyond that of the first round, for what comes before.
    pub cpu_start: i64,
    talk: Talk,
}

impl Seat {
    /// Returns the number of players.
    pub fn players(&self) -> i64 {
        self.names.len() as i64
    }

    /// Returns the player's own random draws. The match seeds them, so that it can be played
    /// again.
    pub fn rand(&self) -> &Rand {
        &self.talk.rand
    }

    /// Returns the CPU time that is left at this moment.
    pub fn budget(&self) -> Budget {
        let Some((round, bank)) = self.left() else {
            return Budget { round: Duration::MAX, bank: Duration::MAX };
        };
        let time = |nanoseconds: i64| Duration::from_nanos(nanoseconds.max(0) as u64);
        Budget { round: time(round), bank: time(bank) }
    }

    fn left(&self) -> Option<(i64, i64)> {
        if self.cpu_per_round == 0 {
            return None;
        }
        let left = few(self.cpu_per_round) + self.talk.extra - (system::cpu_time() - self.talk.spent);
        Some((left.max(0), (self.talk.bank + left.min(0)).max(0)))
    }

    /// Makes a cell stand out in the viewer. Notes don't affect the match.
    pub fn mark(&self, cell: impl Place) {
        self.note(&format!("mark {}", self.at(cell)));
    }

    /// Draws an arrow from one cell to another.
    pub fn arrow(&self, from: impl Place, to: impl Place) {
        self.note(&format!("arrow {} {}", self.at(from), self.at(to)));
    }

    /// Writes a few characters on a cell.
    pub fn label(&self, cell: impl Place, text: impl Display) {
        self.note(&format!("label {} {}", self.at(cell), line_of(text)));
    }

    /// Notes a line about the round.
    pub fn log(&self, text: impl Display) {
        self.note(&format!("log {}", line_of(text)));
    }

    /// Notes a line about a unit.
    pub fn log_unit(&self, unit: impl Id, text: impl Display) {
        self.note(&format!("logunit {} {}", unit.id(), line_of(text)));
    }

    /// Notes a number of the round, such as `("army", 12.0)`, for a chart in the viewer. Of one name, the last of a
    /// round counts. One that is not finite is left out.
    pub fn chart(&self, name: impl Display, value: f64) {
        if value.is_finite() {
            self.note(&format!("chart {value} {}", line_of(name)));
        }
    }

    /// Adds a line to the answer. `command` of a State gives commands.
    pub fn tell(&self, line: &str) {
        let mut out = self.talk.out.borrow_mut();
        out.push_str(line);
        out.push('\n');
    }

    fn note(&self, line: &str) {
        const MOST: usize = 64 << 10; // of a match: the arena drops what is more
        let noted = &self.talk.noted;
        if noted.get() <= MOST {
            noted.set(noted.get() + line.len());
            self.tell(line);
        }
    }

    fn at(&self, cell: impl Place) -> String {
        let at = cell.pos(self.talk.cols.max(1));
        format!("{} {}", at.row, at.col)
    }

    /// Calls a function with each line of the seat, for `each_field` of a State.
    pub fn each_of_seat(&self, f: &mut impl FnMut(&str, Field)) {
        f("me", Field::Number(self.me));
        f("names", Field::Words(&self.names));
        f("seed", Field::Letters(self.seed.to_string().as_bytes()));
        f("cpu_per_round", Field::Number(self.cpu_per_round));
        f("cpu_bank", Field::Number(self.cpu_bank));
        f("wall_per_round", Field::Number(self.wall_per_round));
        f("wall_bank", Field::Number(self.wall_bank));
        f("cpu_start", Field::Number(self.cpu_start));
    }

    /// Takes a line, for a State. What is not known is left out.
    pub fn set(&mut self, name: &[u8], mut words: Words) -> Result<(), String> {
        match name {
            b"name" => {
                let space = words.0.iter().position(|&c| c == b' ').map_or(words.0.len(), |i| i + 1);
                self.names.push(String::from_utf8_lossy(&words.0[space..]).into_owned());
            }
            b"me" => words.number(&mut self.me)?,
            b"seed" => {
                self.seed = words.parse()?;
                self.talk.rand = Rand::new(self.seed);
            }
            b"cpu_per_round" => words.wide_number(&mut self.cpu_per_round)?,
            b"cpu_bank" => words.wide_number(&mut self.cpu_bank)?,
            b"wall_per_round" => words.wide_number(&mut self.wall_per_round)?,
            b"wall_bank" => words.wide_number(&mut self.wall_bank)?,
            b"cpu_start" => words.wide_number(&mut self.cpu_start)?,
            _ => {}
        }
        Ok(())
    }

    /// Takes the size of the board, for a State. It fails if there is no such board.
    pub fn board(&mut self, rows: i64, cols: i64) -> Result<(), String> {
        if rows <= 0 || cols <= 0 || rows > (1 << 24) / cols {
            return Err("arena: no such board".into());
        }
        self.talk.cols = cols;
        Ok(())
    }
}

/// Limits a time, so that no sum of times overflows.
fn few(time: i64) -> i64 {
    time.clamp(-(1 << 60), 1 << 60)
}

/// The size of a board, and whether its edges meet.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub rows: i64,
    pub cols: i64,
    pub wrap_rows: bool,
    pub wrap_cols: bool,
}

impl Grid {
    /// Reports whether there is such a row and column.
    pub fn has(&self, row: i64, col: i64) -> bool {
        0 <= row && row < self.rows && 0 <= col && col < self.cols
    }

    /// Returns the cell to which a step leads, or nothing if it leads off the board.
    pub fn dest(&self, cell: i64, by: Pos) -> Option<i64> {
        self.dest_from(cell.pos(self.cols), by)
    }

    fn dest_from(&self, from: Pos, by: Pos) -> Option<i64> {
        let (mut row, mut col) = (from.row + by.row, from.col + by.col);
        if !self.has(row, col) {
            if self.wrap_rows {
                row = row.rem_euclid(self.rows);
            }
            if self.wrap_cols {
                col = col.rem_euclid(self.cols);
            }
        }
        self.has(row, col).then_some(row * self.cols + col)
    }
}

/// For every cell the place in the list of units of the one that stands there, from 1.
pub type Standing = Rc<RefCell<Vec<u32>>>;

/// The cheapest paths from every cell to the nearest of some targets. Among paths of equal cost,
/// the one with the fewest steps wins. Units that stand in the way don't count. `step`, which
/// returns the first step, is in the module of the game. They hold in later rounds as well, as
/// long as the costs stay the same.
pub struct Ways<Step: 'static> {
    grid: Grid,
    steps: &'static [(Step, Pos)],
    enter: Vec<i64>,
    lengths: Vec<i64>,
    taken: Option<Standing>, // where steps to cells without a unit go first
}

const UNIT: i64 = 1 << 24; // a cost of 1; below are the steps
const DEAREST: i64 = 1_000_000; // so that no sum overflows
const FAR: i64 = 1 << 62;

impl<Step: Copy> Ways<Step> {
    /// Is used by `ways_to` of a State. `enter` says what it costs to enter a cell.
    pub fn new(
        grid: Grid,
        steps: &'static [(Step, Pos)],
        enter: impl Fn(i64) -> Option<i64>,
        targets: &[i64],
        taken: Option<Standing>,
    ) -> Ways<Step> {
        let count = grid.rows * grid.cols;
        let length = |cost: Option<i64>| cost.filter(|&c| c >= 0).map_or(0, |c| c.min(DEAREST) * UNIT + 1);
        let enter: Vec<i64> = (0..count).map(|cell| length(enter(cell))).collect();
        let lengths = vec![FAR; enter.len()];
        let mut ways = Ways { grid, steps, enter, lengths, taken };
        ways.search(targets);
        ways
    }

    /// Returns the cost of the cheapest path from a cell, or nothing if there is none.
    pub fn cost(&self, cell: i64) -> Option<i64> {
        self.length(cell).map(|length| length / UNIT)
    }

    /// Returns how many steps that path has, or nothing if there is none.
    pub fn steps(&self, cell: i64) -> Option<i64> {
        self.length(cell).map(|length| length % UNIT)
    }

    /// Returns the first step of the cheapest path from a cell. On a target, and if there is no
    /// path, there is none.
    pub fn first(&self, cell: i64) -> Option<Step> {
        self.ahead(cell).map(|(step, _)| step)
    }

    /// Returns the cells of the cheapest path from a cell, without the first and with the last.
    pub fn path(&self, mut cell: i64) -> Vec<i64> {
        let mut cells = Vec::new();
        while let Some((_, to)) = self.ahead(cell) {
            cells.push(to);
            cell = to;
        }
        cells
    }

    /// Returns the first step and the cell to which it leads.
    fn ahead(&self, cell: i64) -> Option<(Step, i64)> {
        let here = self.length(cell).filter(|&length| length > 0)?;
        let mut found = None;
        for &(step, by) in self.steps {
            let Some(to) = self.grid.dest(cell, by) else { continue };
            if self.length(to).map(|there| there + self.enter[to as usize]) != Some(here) {
                continue;
            }
            let taken = self.taken.as_ref().is_some_and(|units| units.borrow().get(to as usize).is_some_and(|&u| u > 0));
            if !taken {
                return Some((step, to));
            }
            found = found.or(Some((step, to)));
        }
        found
    }

    fn length(&self, cell: i64) -> Option<i64> {
        usize::try_from(cell).ok().and_then(|i| self.lengths.get(i)).copied().filter(|&length| length < FAR)
    }

    fn search(&mut self, targets: &[i64]) {
        let mut open = Frontier::default();
        for &target in targets {
            if usize::try_from(target).ok().and_then(|i| self.enter.get(i)).is_some_and(|&enter| enter > 0) {
                self.lengths[target as usize] = 0;
                open.push(0, target);
            }
        }
        while let Some((here, cell)) = open.pop() {
            if here != self.lengths[cell as usize] {
                continue;
            }
            let there = here + self.enter[cell as usize];
            let from = cell.pos(self.grid.cols);
            for &(_, by) in self.steps {
                let Some(to) = self.grid.dest_from(from, by) else { continue };
                if self.enter[to as usize] > 0 && self.lengths[to as usize] > there {
                    self.lengths[to as usize] = there;
                    open.push(there, to);
                }
            }
        }
    }
}

/// A queue of cells, the nearest first: a radix heap. A cell waits in the list for the highest
/// bit in which its length differs from that of the cell taken last, which works because lengths
/// never decrease.
struct Frontier {
    last: i64,
    lists: Vec<Vec<(i64, i64)>>,
}

impl Default for Frontier {
    fn default() -> Frontier {
        Frontier { last: 0, lists: vec![Vec::new(); 64] }
    }
}

impl Frontier {
    fn push(&mut self, length: i64, cell: i64) {
        self.lists[(64 - (length ^ self.last).leading_zeros()) as usize].push((length, cell));
    }

    /// Takes one of the nearest cells, if there is one.
    fn pop(&mut self) -> Option<(i64, i64)> {
        if self.lists[0].is_empty() {
            let mut list = std::mem::take(self.lists.iter_mut().find(|list| !list.is_empty())?);
            self.last = list.iter().min()?.0;
            for (length, cell) in list.drain(..) {
                self.push(length, cell);
            }
        }
        self.lists[0].pop()
    }
}

/// What is known of the match before a round; each game has one, which is called State.
pub trait Game: Default {
    const NAME: &'static str;
    /// Of the rules.
    const VERSION: u32;

    fn seat(&mut self) -> &mut Seat;

    /// Takes a line.
    fn set(&mut self, name: &[u8], words: Words) -> Result<(), String>;

    /// Works out what follows from the lines of a round.
    fn prepare(&mut self) -> Result<(), String>;
}

/// What a bot is made of. There is a new one in each match, by `Default`.
pub trait Bot: Default {
    /// That of the game, such as `orkisland::State`.
    type State: Game;

    /// At most 12 characters; if it is empty, that of the file counts.
    const NAME: &'static str = "";
    /// The bot's own.
    const VERSION: &'static str = "";
    /// Whether it is to be started anew for each match.
    const ONCE: bool = false;

    /// Is called once in a match, before the first call of play, with the same state.
    fn start(&mut self, _: &Self::State) {}

    /// Is called in every round. Give commands by calling `command` of the state.
    fn play(&mut self, s: &Self::State);
}

/// A bot, or several bots for different games.
pub trait Bots {
    #[doc(hidden)]
    fn players() -> Players;
}

type Players = Vec<Box<dyn Play>>;

impl<B: Bot + 'static> Bots for B {
    fn players() -> Players {
        vec![Box::new(Player::<B>::default())]
    }
}

macro_rules! several {
    ($($bot:ident)*) => {
        impl<$($bot: Bot + 'static),*> Bots for ($($bot),*) {
            fn players() -> Players {
                vec![$(Box::new(Player::<$bot>::default())),*]
            }
        }
    };
}

several! { A B }
several! { A B C }
several! { A B C D }
several! { A B C D E }

/// Plays the matches of one game.
#[doc(hidden)]
pub trait Play {
    fn name(&self) -> &'static str;
    fn hello(&self) -> Hello;
    fn begin(&mut self);
    fn line(&mut self, name: &[u8], words: Words) -> Result<(), String>;
    fn go(&mut self, words: Words) -> Result<String, String>;
    fn answered(&mut self);
    fn end(&mut self);
}

#[doc(hidden)]
pub struct Hello {
    game: String,
    own: String,
}

struct Player<B: Bot> {
    state: B::State,
    bot: Option<B>,
    begun: bool,
}

impl<B: Bot> Default for Player<B> {
    fn default() -> Player<B> {
        Player { state: B::State::default(), bot: None, begun: false }
    }
}

impl<B: Bot> Play for Player<B> {
    fn name(&self) -> &'static str {
        B::State::NAME
    }

    fn hello(&self) -> Hello {
        let mut own = String::new();
        for (key, value) in [(" name=", B::NAME), (" version=", B::VERSION)] {
            if !value.is_empty() {
                own = own + key + value;
            }
        }
        if B::ONCE {
            own += " once";
        }
        Hello { game: format!("{}:{}", B::State::NAME, B::State::VERSION), own }
    }

    fn begin(&mut self) {
        let spent = self.state.seat().talk.spent;
        *self = Player { begun: true, ..Player::default() };
        self.state.seat().talk.spent = spent;
    }

    fn line(&mut self, name: &[u8], words: Words) -> Result<(), String> {
        if !self.begun {
            return Ok(());
        }
        self.state.set(name, words)
    }

    fn go(&mut self, mut words: Words) -> Result<String, String> {
        let round: i32 = words.parse()?;
        self.state.prepare()?;
        if self.bot.is_none() {
            let seat = self.state.seat();
            seat.talk.bank = few(seat.cpu_bank);
            seat.talk.extra = few(seat.cpu_start);
        }
        let bot = self.bot.get_or_insert_with(|| {
            let mut bot = B::default();
            bot.start(&self.state);
            bot
        });
        bot.play(&self.state);
        let seat = self.state.seat();
        seat.tell(&format!("done {round}"));
        Ok(seat.talk.out.take())
    }

    /// Books the time of a round.
    fn answered(&mut self) {
        let seat = self.state.seat();
        if let Some((_, bank)) = seat.left() {
            seat.talk.bank = bank;
        }
        seat.talk.spent = system::cpu_time();
        seat.talk.extra = 0;
    }

    fn end(&mut self) {
        self.bot = None;
        self.begun = false;
    }
}

/// Reads what the arena writes, and answers.
struct Conversation {
    players: Players,
    playing: Option<usize>,
}

impl Conversation {
    fn hello(&self) -> String {
        let all: Vec<Hello> = self.players.iter().map(|player| player.hello()).collect();
        let games: Vec<&str> = all.iter().map(|hello| hello.game.as_str()).collect();
        format!("arena 1 sdk=rust/1 games={}{}\n", games.join(","), all[0].own)
    }

    /// Takes a line, and calls write with the answer if it asks for one.
    fn line(&mut self, line: &[u8], mut write: impl FnMut(&str)) -> Result<(), String> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let space = line.iter().position(|&c| c == b' ');
        let name = &line[..space.unwrap_or(line.len())];
        let mut words = Words(space.map_or(&[], |i| &line[i + 1..]));
        let player = self.playing.map(|i| &mut self.players[i]);
        match name {
            b"go" => {
                let player = player.ok_or("arena: asked for an answer before a match began")?;
                write(&player.go(words)?);
                player.answered();
            }
            b"match" => {
                let game = words.next();
                self.playing = self.players.iter().position(|player| player.name().as_bytes() == game);
                let playing = self.playing.ok_or_else(|| {
                    format!("arena: this bot doesn't play {}", String::from_utf8_lossy(game))
                })?;
                self.players[playing].begin();
            }
            b"end" => {
                if let Some(player) = player {
                    player.end();
                }
                self.playing = None;
            }
            _ => {
                if let Some(player) = player {
                    player.line(name, words)?;
                }
            }
        }
        Ok(())
    }
}

/// The value of a parameter of a bot.
pub trait Number: Copy {
    /// Returns the number, unless it is none of this type.
    fn of(value: f64) -> Option<Self>;
}

macro_rules! parameters {
    ($($number:ty)*) => {$(
        impl Number for $number {
            fn of(value: f64) -> Option<Self> {
                let it = value as $number;
                (it as f64 == value).then_some(it)
            }
        }
    )*};
}

parameters! { f64 i64 i32 usize }

/// Returns the value of a parameter of the bot, which `arena tune` can search for. It is declared
/// with its range in params.json, beside the bot; without arena or file, it is the second
/// argument: a whole number for 3, any other for 3.0.
pub fn param<T: Number>(name: &str, otherwise: T) -> T {
    let given = std::env::var("ARENA_PARAMS").unwrap_or_default();
    for word in given.split_whitespace() {
        let Some((key, value)) = word.split_once('=') else { continue };
        if key == name {
            return value.parse().ok().and_then(T::of).unwrap_or_else(|| {
                panic!("arena: parameter {word} is not a whole number: declare it with \"integer\": true")
            });
        }
    }
    otherwise
}

/// Plays matches over standard input and output, until the arena ends them. `B` is the type of
/// the bot, or a tuple of the types of bots for different games.
pub fn serve<B: Bots>() {
    if io::stdin().is_terminal() && std::env::var_os("ARENA_LINES").is_none() {
        eprintln!("this is a bot; the arena starts it\nhint: arena check PATH_OF_THIS_FILE");
        exit(1);
    }
    let mut output = system::move_output();
    let mut write = |text: &str| {
        if output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
            exit(0); // the arena has gone
        }
    };
    let mut talk = Conversation { players: B::players(), playing: None };
    write(&talk.hello());
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok() && line.last() == Some(&b'\n') {
        if let Err(error) = talk.line(&line, &mut write) {
            eprintln!("{error}");
            exit(1);
        }
        line.clear();
    }
}

/// Plays what the arena wrote in a match, and returns what the bot answers. It is for tests.
pub fn play_lines<B: Bots>(lines: &[u8]) -> Result<String, String> {
    let mut talk = Conversation { players: B::players(), playing: None };
    let mut answers = String::new();
    for line in lines.split(|&c| c == b'\n') {
        talk.line(line, |answer| answers.push_str(answer))?;
    }
    Ok(answers)
}

/// What only the system knows: its C library, which the standard library is linked with.
#[cfg(unix)]
mod system {
    use std::ffi::{c_int, c_long};
    use std::fs::File;
    use std::os::fd::FromRawFd;

    #[repr(C)]
    struct Time {
        seconds: c_long,
        nanoseconds: c_long,
    }

    extern "C" {
        fn dup(file: c_int) -> c_int;
        fn dup2(from: c_int, to: c_int) -> c_int;
        fn clock_gettime(clock: c_int, time: *mut Time) -> c_int;
    }

    /// Gives the protocol a file of its own and points standard output at standard error, so that
    /// nothing that is printed can break an answer.
    pub fn move_output() -> File {
        // SAFETY: nobody else has the new file, and Rust's own standard output goes on with its number.
        unsafe {
            let own = dup(1);
            assert!(own >= 0 && dup2(2, 1) >= 0, "arena: there is no standard output");
            File::from_raw_fd(own)
        }
    }

    /// The clock of the process's CPU time.
    const CLOCK: c_int = if cfg!(target_vendor = "apple") {
        12
    } else if cfg!(target_os = "freebsd") {
        15
    } else {
        2
    };

    /// Returns the CPU time of the process, in nanoseconds.
    pub fn cpu_time() -> i64 {
        let mut time = Time { seconds: 0, nanoseconds: 0 };
        // SAFETY: it writes to time, and nothing else.
        unsafe { clock_gettime(CLOCK, &mut time) };
        #[allow(clippy::unnecessary_cast)] // where c_long is i64
        let (seconds, nanoseconds) = (time.seconds as i64, time.nanoseconds as i64);
        seconds * 1_000_000_000 + nanoseconds
    }
}

#[cfg(windows)]
mod system {
    use std::fs::File;
    use std::os::windows::io::{FromRawHandle, RawHandle};

    extern "system" {
        fn GetStdHandle(which: u32) -> RawHandle;
        fn SetStdHandle(which: u32, handle: RawHandle) -> i32;
        fn GetCurrentProcess() -> RawHandle;
        fn GetProcessTimes(
            process: RawHandle,
            start: *mut u64,
            end: *mut u64,
            kernel: *mut u64,
            user: *mut u64,
        ) -> i32;
    }

    const OUTPUT: u32 = -11i32 as u32;
    const ERROR: u32 = -12i32 as u32;

    /// Gives the protocol a file of its own and points standard output at standard error, so that
    /// nothing that is printed can break an answer.
    pub fn move_output() -> File {
        // SAFETY: from here on, nobody else has the handle of the old output.
        unsafe {
            let own = GetStdHandle(OUTPUT);
            SetStdHandle(OUTPUT, GetStdHandle(ERROR));
            File::from_raw_handle(own)
        }
    }

    /// Returns the CPU time of the process, in nanoseconds.
    pub fn cpu_time() -> i64 {
        let (mut start, mut end, mut kernel, mut user) = (0, 0, 0, 0);
        // SAFETY: it writes to these four, and nothing else.
        unsafe { GetProcessTimes(GetCurrentProcess(), &mut start, &mut end, &mut kernel, &mut user) };
        ((kernel + user) * 100) as i64
    }
}

/// WASI has no second output, and its clock tells the time of the bot alone.
#[cfg(not(any(unix, windows)))]
mod system {
    use std::sync::OnceLock;
    use std::time::Instant;

    pub fn move_output() -> std::io::Stdout {
        std::io::stdout()
    }

    pub fn cpu_time() -> i64 {
        static START: OnceLock<Instant> = OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_nanos() as i64
    }
}
