//! Tests of the SDK: `rustc --edition 2021 --test tests.rs && ./tests`.

mod arena {
    mod core;
    pub mod orkisland;
    pub use self::core::*;
}

use arena::orkisland::{Area, Direction, State};
use arena::{Field, Pos, Rand};
use std::cell::RefCell;
use std::time::Duration;

const START: &str = "match orkisland 1
me 1
name 0 some body
name 1 Zoë
seed 18446744073709551615
cpu_per_round 50000000
cpu_bank 1000000000
wall_per_round 0
wall_bank 0
cpu_start 0
nb_players 2
rows 4
cols 5
nb_rounds 2
bonus_per_city_cell 3
bonus_per_path_cell 2
factor_connected_component 1
cost_grass 1
cost_forest 2
cost_sand 3
cost_city 0
cost_path 0
terrain WWWWWW.F.WW.SCWWWWWW
cities 0 13
paths 0 0 0 6 7
paths 1 0 0
something_new 1 2 3
";

fn round(n: i64) -> String {
    format!(
        "round {n}
status 0 -1000000
scores 3 4
city_owners -1
path_owners 1 0
unit_owners 0 1 1
unit_cells 6 8 11
unit_healths 100 99 1
go {n}
"
    )
}

fn whole() -> String {
    START.to_string() + &round(0) + &round(1) + "scores 5 6\nplaces 2 1\nend\n"
}

thread_local! {
    static PLAY: RefCell<Box<dyn FnMut(&State)>> = RefCell::new(Box::new(|_| {}));
    static CALLS: RefCell<String> = const { RefCell::new(String::new()) };
}

fn called(what: &str) {
    CALLS.with_borrow_mut(|calls| calls.push_str(what));
}

/// Plays a round by a function.
struct Playing;

impl Default for Playing {
    fn default() -> Playing {
        called("made ");
        Playing
    }
}

impl arena::Bot for Playing {
    type State = State;

    fn start(&mut self, s: &State) {
        called(&format!("start{} ", s.round));
    }

    fn play(&mut self, s: &State) {
        called(&format!("play{} ", s.round));
        PLAY.with_borrow_mut(|play| play(s));
    }
}

fn play_of(text: &str, play: impl FnMut(&State) + 'static) -> Result<String, String> {
    CALLS.take();
    PLAY.set(Box::new(play));
    arena::play_lines::<Playing>(text.as_bytes())
}

fn play(play: impl FnMut(&State) + 'static) -> String {
    play_of(&whole(), play).unwrap()
}

#[test]
fn lines_are_fields() {
    let answers = play(|s| {
        assert_eq!(s.me, 1);
        assert_eq!(s.names, ["some body", "Zoë"]);
        assert_eq!(s.players(), 2);
        assert_eq!(s.seed, u64::MAX);
        assert_eq!(s.cost_forest, 2);
        assert_eq!(s.terrain[7], b'F');
        assert_eq!(s.status, [0, -1000000]);
        assert_eq!(s.scores, [3, 4]);
        assert_eq!(s.cities.len(), 1);
        assert_eq!((&s.cities[0].cells, s.cities[0].owner), (&vec![13], -1));
        assert_eq!(s.paths.len(), 2);
        assert_eq!((&s.paths[0].cells, s.paths[0].owner), (&vec![6, 7], 1));
        assert!(s.paths[1].cells.is_empty());
        assert_eq!(s.units_of(1).map(|u| (u.id, u.cell, u.health)).collect::<Vec<_>>(), [(1, 8, 99), (2, 11, 1)]);
        assert_eq!(s.unit_at(6).map(|u| u.id), Some(0));
        assert_eq!((s.unit_at(7), s.unit_at(-1), s.unit_at(20)), (None, None, None));
        let mut names = Vec::new();
        s.each_field(|name, field| match name {
            "cities" => assert_eq!(field, Field::Record(&[Field::Number(0), Field::Numbers(&[13])])),
            _ => names.push(name.to_string()),
        });
        assert!(names.starts_with(&["me".into(), "names".into()]) && names.ends_with(&["unit_healths".into()]));
    });
    assert_eq!(answers, "done 0\ndone 1\n");
    // Both ends of lines will do.
    assert_eq!(play_of(&whole().replace('\n', "\r\n"), |s| assert_eq!(s.terrain.len(), 20)).unwrap(), answers);
}

#[test]
fn a_board_has_ways() {
    play(|s| {
        assert_eq!((s.cell(1, 2), s.row(7), s.col(7)), (7, 1, 2));
        assert_eq!(s.neighbours(0).collect::<Vec<_>>(), [(Direction::South, 5), (Direction::East, 1)]);
        assert_eq!((s.dest(4, Direction::East), s.dest(4, Direction::None)), (None, Some(4)));
        assert!(s.has(3, 4) && !s.has(4, 0));
        let ways = s.ways_to(&[13, 0, 99, -1]);
        let costs: Vec<_> = [13, 12, 11, 6, 0, -1, 1_000_000_000].map(|cell| ways.cost(cell)).into();
        assert_eq!(costs, [Some(0), Some(0), Some(3), Some(3), None, None, None]);
        assert_eq!(ways.path(6), [7, 8, 13]);
        assert_eq!((ways.step(6), ways.steps(6)), (Direction::East, Some(3)));
        assert_eq!((ways.step(13), ways.step(0)), (Direction::None, Direction::None));
        let (cols, row) = (s.cols, 2);
        let alone = s.ways_by(&[13], |cell| (cell / cols == row).then_some(1));
        assert_eq!((alone.cost(11), alone.cost(8)), (Some(2), None));
    });
}

#[test]
fn areas_pay() {
    play(|s| {
        let income = s.income(1);
        assert_eq!((income.cities, income.paths, income.groups, income.total()), (0, 4, 0, 4));
        assert_eq!(s.worth(1, &s.cities[0]), 5);
        assert_eq!(s.worth(1, &s.paths[0]), 4);
        assert_eq!(s.income_with(0, &[Area::City(&s.cities[0]), (&s.paths[0]).into()]), 9);
        assert_eq!((s.worth(2, &s.cities[0]), s.income_with(-1, &[])), (0, 0));
        assert!(s.components(1).is_empty());
    });
}

#[test]
fn commands_and_notes_are_the_answer() {
    let answers = play(|s| {
        s.command(1, Direction::North);
        s.command(&s.units[2], Direction::None);
        if s.round == 0 {
            s.mark(7);
            s.arrow(7, 8);
            s.arrow(Pos { row: 1, col: 2 }, Pos { row: 9, col: -1 });
            s.label(8, format!("a {}", 1));
            s.log(format!("two\nlines\t {}\n", Direction::North));
            s.log_unit(&s.units[1], "é".repeat(300));
            s.log("x".repeat(401));
            s.chart("army", 12.0);
            s.chart(" two\nwords", -0.125);
            s.chart("none", f64::NAN);
        }
    });
    let commands = "do 1 north\ndo 2 none\n";
    let notes = "mark 1 2\narrow 1 2 1 3\narrow 1 2 9 -1\nlabel 1 3 a 1\nlog two lines  north\n";
    let long = format!("logunit 1 {}\nlog {}\n", "é".repeat(200), "x".repeat(400));
    let charts = "chart 12 army\nchart -0.125  two words\n";
    assert_eq!(answers, format!("{commands}{notes}{long}{charts}done 0\n{commands}done 1\n"));
    let many = play(|s| (0..1000).for_each(|_| s.log("x".repeat(300))));
    assert!((64 << 10..66 << 10).contains(&many.len()), "{}", many.len());
}

#[test]
fn draws_are_those_of_all_languages() {
    let zero = Rand::new(0);
    assert_eq!((zero.next(), zero.next()), (0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4));
    let r = Rand::new(42);
    assert_eq!([0; 5].map(|_| r.below(1000)), [741, 159, 278, 344, 38]);
    assert_eq!((r.below(u32::MAX as usize), r.below(1)), (3729011193, 0));
    let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
    r.shuffle(&mut items);
    assert_eq!(items, [0, 7, 5, 4, 1, 3, 2, 6]);
    assert_eq!(*r.choice(b"abc"), b'b');
}

#[test]
fn each_match_is_a_new_one() {
    let twice = play_of(&(whole() + &whole()), |s| s.log(s.rand().below(1000))).unwrap();
    let (first, second) = twice.split_at(twice.len() / 2);
    assert_eq!(first, second);
    assert_eq!(CALLS.take(), "made start0 play0 play1 made start0 play0 play1 ");
    let cut = START.to_string() + &round(0) + &whole();
    play_of(&cut, |_| {}).unwrap();
    assert_eq!(CALLS.take(), "made start0 play0 made start0 play0 play1 ");
    let moved = START.to_string() + &round(0) + &round(1).replace("unit_cells 6", "unit_cells 7");
    play_of(&moved, |s| assert_eq!((s.unit_at(6).is_none(), s.unit_at(7).is_none()), (s.round == 1, s.round == 0))).unwrap();
}

#[test]
fn a_budget_is_used_up() {
    let bank = Duration::from_secs(1);
    play(move |s| {
        let before = s.budget();
        assert!(before.bank <= bank && before.bank + before.round > Duration::ZERO);
        let mut x = 0u64;
        while s.budget() == before {
            x = std::hint::black_box(x.wrapping_add(1));
        }
        let after = s.budget();
        assert!(after.round < before.round || after.bank < before.bank, "{before:?} {after:?}");
    });
    let slow = whole().replace("cpu_start 0", "cpu_start 1000000000000");
    play_of(&slow, |s| assert_eq!(s.budget().round > Duration::from_millis(50), s.round == 0)).unwrap();
    let free = whole().replace("cpu_per_round 50000000", "cpu_per_round 0");
    play_of(&free, |s| assert_eq!((s.budget().round, s.budget().bank), (Duration::MAX, Duration::MAX))).unwrap();
}

#[test]
fn what_is_not_understood_is_refused() {
    for (text, error) in [
        ("match moria 1\n", "arena: this bot doesn't play moria"),
        ("me x\nmatch orkisland 1\nme x\n", "arena: can't read \"x\""),
        ("match orkisland 1\nme 4294967296\n", "arena: can't read \"4294967296\""),
        ("match orkisland 1\nrows 9999\ncols 9999\ngo 0\n", "arena: no such board"),
        ("go 0\n", "arena: asked for an answer before a match began"),
    ] {
        assert_eq!(play_of(text, |_| {}), Err(error.to_string()));
    }
}

#[test]
fn parameters_are_numbers() {
    assert_eq!(arena::param("spread", 3), 3);
    std::env::set_var("ARENA_PARAMS", "spread=7 fear=0.25");
    assert_eq!(arena::param("spread", 3), 7);
    assert_eq!(arena::param("fear", 0.5), 0.25);
    assert_eq!(arena::param("read", 4usize), 4);
    let wrong = std::panic::catch_unwind(|| arena::param("fear", 1)).unwrap_err();
    assert!(wrong.downcast_ref::<String>().unwrap().contains("fear=0.25 is not a whole number"));
}
