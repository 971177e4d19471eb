//! Plays damaged transcripts, from a file with the length before each: see mutants_test.go.
mod arena;

use arena::{battleroyale, moria, orkisland, starships};

macro_rules! walker {
    ($bot:ident $game:ident $(, $kind:expr)?) => {
        #[derive(Default)]
        struct $bot;

        impl arena::Bot for $bot {
            type State = $game::State;

            fn play(&mut self, s: &$game::State) {
                let mut fields = 0;
                s.each_field(|_, _| fields += 1);
                assert!(fields > 8);
                s.rand().next();
                s.mark(5);
                if let Some(u) = s.units_of(s.me).next() {
                    let ways = s.ways_to(&[0, 7, u.cell, -3, 1_000_000_000] $(, $kind)?);
                    s.command(u, ways.step(u.cell));
                    let (cost, steps) = (ways.cost(u.cell), ways.path(u.cell).len());
                    s.log_unit(u, format!("{cost:?} {steps} {}", s.neighbours(u.cell).count()));
                }
            }
        }
    };
}

walker! { Royale battleroyale }
walker! { Moria moria, moria::Kind::Dwarf }
walker! { Island orkisland }

#[derive(Default)]
struct Ships;

impl arena::Bot for Ships {
    type State = starships::State;

    fn play(&mut self, s: &starships::State) {
        s.each_field(|_, _| {});
        s.mark(5);
        for u in s.units_of(s.me) {
            s.command(u, starships::Action::Shoot);
        }
    }
}

fn main() {
    let file = std::fs::read(std::env::args().nth(1).expect("a file")).expect("a file that can be read");
    let mut rest = file.as_slice();
    let (mut answered, mut refused) = (0, 0);
    while let Some(end) = rest.iter().position(|&c| c == b'\n') {
        let length: usize = std::str::from_utf8(&rest[..end]).unwrap().parse().unwrap();
        let (text, more) = rest[end + 1..].split_at(length);
        rest = more;
        // What is refused is no panic.
        match arena::play_lines::<(Royale, Moria, Island, Ships)>(text) {
            Ok(answers) => {
                assert!(answers.is_empty() || answers.ends_with('\n'));
                answered += 1;
            }
            Err(_) => refused += 1,
        }
    }
    println!("answered {answered} refused {refused}");
}
