//! Notes for every unit how it would go to some targets: see ways_test.go.
mod arena;

use arena::{battleroyale, moria, orkisland};

macro_rules! ways {
    ($bot:ident $game:ident $([$($kind:expr)?])+) => {
        #[derive(Default)]
        struct $bot;

        impl arena::Bot for $bot {
            type State = $game::State;

            fn play(&mut self, s: &$game::State) {
                let targets: Vec<i64> = (0..s.rows * s.cols).filter(|c| (c * 7919 + s.round) % 97 == 0).collect();
                for ways in [$(s.ways_to(&targets $(, $kind)?)),+] {
                    for u in s.units.iter().filter(|u| u.cell >= 0) {
                        let (cost, steps) = (ways.cost(u.cell).unwrap_or(-1), ways.steps(u.cell).unwrap_or(-1));
                        s.log_unit(u, format!("{cost} {steps} {} {}", ways.step(u.cell), ways.path(u.cell).len()));
                    }
                }
            }
        }
    };
}

ways! { Island orkisland [] }
ways! { Moria moria [moria::Kind::Dwarf] [moria::Kind::Wizard] }
ways! { Royale battleroyale [] }

fn main() {
    arena::serve::<(Island, Moria, Royale)>();
}
