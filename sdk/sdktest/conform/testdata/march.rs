//! A bot that marches the same way in every language: see march_test.go.
mod arena;

use arena::{battleroyale, duel, moria, orkisland, starships};

macro_rules! march {
    ($bot:ident $game:ident $order:ident) => {
        #[derive(Default)]
        struct $bot;

        impl arena::Bot for $bot {
            type State = $game::State;

            fn play(&mut self, s: &$game::State) {
                let words = $game::$order::ALL;
                for k in 0..10 {
                    let unit = (7 * k + s.me + s.round) % 40;
                    s.command(unit, words[(3 * s.round + unit + s.me) as usize % words.len()]);
                }
            }
        }
    };
}

march! { Duel duel Direction }
march! { Royale battleroyale Direction }
march! { Moria moria Direction }
march! { Island orkisland Direction }
march! { Ships starships Action }

fn main() {
    arena::serve::<(Royale, Duel, Moria, Island, Ships)>();
}
