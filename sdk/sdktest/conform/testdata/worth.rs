//! Notes what areas pay: see worth_test.go.
mod arena;

use arena::orkisland::{Area, State};

#[derive(Default)]
struct Appraiser;

impl arena::Bot for Appraiser {
    type State = State;

    fn play(&mut self, s: &State) {
        if s.round % 20 != 0 {
            return;
        }
        let areas: Vec<Area> = s.cities.iter().map(Area::from).chain(s.paths.iter().map(Area::from)).collect();
        let (first, last) = (areas[0], areas[areas.len() - 1]);
        for player in -1..=s.players() {
            let i = s.income(player);
            let groups = format!("{:?}", s.components(player)).replace(',', "").replace("] [", "][");
            s.log_unit(0, format!("{}+{}+{}={} {groups}", i.cities, i.paths, i.groups, i.total()));
            for (k, &area) in areas.iter().enumerate() {
                let together = s.income_with(player, &[area, first, last]);
                s.log_unit(k, format!("{} {together}", s.worth(player, area)));
            }
        }
        for u in s.units_of(s.me) {
            s.log_unit(u, s.cost(u.cell).unwrap_or(-1));
        }
    }
}

fn main() {
    arena::serve::<Appraiser>();
}
