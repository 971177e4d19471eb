//! Notes for every unit how it would go to some targets: see ways_test.go.
mod arena;

use arena::{battleroyale, duel, moria, orkisland};

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
                        let step: Option<$game::Direction> = ways.step(u.cell).into();
                        if let Some(step) = step {
                            s.log_unit(u, format!("{cost} {steps} {step} {}", ways.path(u.cell).len()));
                        }
                    }
                }
            }
        }
    };
}

ways! { Island orkisland [] }
ways! { Moria moria [moria::Kind::Dwarf] [moria::Kind::Wizard] }
ways! { Royale battleroyale [] }
ways! { Duel duel [] }

fn main() {
    arena::serve::<(Island, Moria, Royale, Duel)>();
}
