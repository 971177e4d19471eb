// Notes what areas pay: see worth_test.go.
import arena.Arena;
import arena.Orkisland;

public class Bot extends Orkisland.Bot {
    @Override
    public void play(Orkisland.State s) {
        if (s.round % 20 != 0) return;
        for (int player = -1; player <= s.players(); player++) {
            var i = s.income(player);
            String groups = s.components(player).toString().replace("], [", "][").replace(",", "");
            s.logUnit(0, i.cities() + "+" + i.paths() + "+" + i.groups() + "=" + i.total(), groups);
            int k = 0;
            var last = s.paths.get(s.paths.size() - 1);
            for (var city : s.cities) s.logUnit(k++, s.worth(player, city), s.incomeWith(player, city, s.cities.get(0), last));
            for (var path : s.paths) s.logUnit(k++, s.worth(player, path), s.incomeWith(player, path, s.cities.get(0), last));
        }
        for (var u : s.unitsOf(s.me)) s.logUnit(u, s.cost(u.cell));
    }

    public static void main(String[] args) {
        Arena.serve(Bot::new);
    }
}
