//! The bot that answers the same in every language: see main.go.
mod arena;

use arena::{battleroyale, duel, moria, orkisland, starships, Field, Pos};

/// A sum over everything that the bot was sent.
struct Sum(i64);

impl Sum {
    fn add(&mut self, n: i64) {
        const MODULUS: i64 = 1000003;
        self.0 = (self.0 * 31 + n.rem_euclid(MODULUS)) % MODULUS;
    }

    fn text(&mut self, text: &[u8]) {
        text.iter().for_each(|&c| self.add(c.into()));
    }

    fn take(&mut self, field: &Field) {
        match *field {
            Field::Number(n) => self.add(n),
            Field::Numbers(list) => list.iter().for_each(|&n| self.add(n)),
            Field::Letters(text) => self.text(text),
            Field::Words(words) => self.text(words.join(" ").as_bytes()),
            Field::Record(fields) => fields.iter().for_each(|field| self.take(field)),
        }
    }

    fn line(&mut self, name: &str, field: Field) {
        if let ("names", Field::Words(names)) = (name, field) {
            for name in names {
                self.text(name.as_bytes());
                self.add(7);
            }
            return;
        }
        self.take(&field);
        self.add(7);
    }
}

macro_rules! conform {
    ($bot:ident $game:ident $order:ident) => {
        #[derive(Default)]
        struct $bot;

        impl arena::Bot for $bot {
            type State = $game::State;
            const NAME: &'static str = "conform";

            fn play(&mut self, s: &$game::State) {
                println!("this must not disturb the answer");
                let mut sum = Sum(17);
                s.each_field(|name, field| sum.line(name, field));
                let sum = sum.0;
                let drawn = s.rand().below(1000) as i64;
                let words = $game::$order::ALL;
                for k in 0..10 {
                    let unit = (sum + 7 * k) % 40;
                    s.command(unit, words[(3 * s.round + unit + s.me + sum) as usize % words.len()]);
                }
                s.log(format!("sum {sum} drawn {drawn}"));
                s.mark(Pos { row: sum % 10, col: drawn % 10 });
                s.arrow(Pos { row: 1, col: 2 }, Pos { row: sum % 50, col: -3 });
                s.label(Pos { row: drawn % 5, col: 0 }, "ä✓ two\nwords\n");
                s.log_unit(sum % 40, format_args!("of\t {} units", 40));
                s.chart("drawn", drawn as f64 / 2.0);
                s.chart(" sum\n", -(sum as f64));
                s.chart("none", f64::NAN);
                if s.round == 2 {
                    s.log("äb✓".repeat(200));
                }
            }
        }
    };
}

conform! { Duel duel Direction }
conform! { Royale battleroyale Direction }
conform! { Moria moria Direction }
conform! { Island orkisland Direction }
conform! { Ships starships Action }

fn main() {
    arena::serve::<(Royale, Duel, Moria, Island, Ships)>();
}
