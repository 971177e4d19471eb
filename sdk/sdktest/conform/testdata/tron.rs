//! Says what it sees of a game with all that a schema can have: see tron_test.go.
mod arena;

use arena::tron::State;

#[derive(Default)]
struct Bot;

impl arena::Bot for Bot {
    type State = State;

    fn play(&mut self, s: &State) {
        for u in &s.units {
            s.command(u, 3);
        }
        for t in &s.things {
            s.log(format!("{} {} {} {}", t.id, t.x, t.label, t.cells.len()));
        }
        s.mark(arena::Pos { row: 1, col: 2 });
        s.log(format!("{} {} {}", s.words.len(), s.word, s.scores[0]));
    }
}

fn main() {
    arena::serve::<Bot>();
}
