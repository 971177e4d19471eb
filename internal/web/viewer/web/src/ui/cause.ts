// Why a match turned, in a sentence. Its subject is who gains or from whom that is taken, and it names at most one
// player besides whose turn it is. What makes points comes first: the legend says what that is, and events what they pay.

import type { Playback } from "../model/playback";
import type { Turn } from "../model/story";
import { indexOf } from "../model/units";
import { leader, partiesOf } from "./story";
import { said, t } from "./tongues";
import { count, verdictName } from "./words";

const leastShare = 0.05; // of all that anybody has
const least = 2; // of one alone, its event tells more

// Deeds are what a player did to another one several times: it beat its units, or took what was its. A deed to nobody,
// or one that nobody did, has -1.
interface Deeds {
  readonly kind: number;
  readonly harm: boolean;
  readonly by: number;
  readonly of: number;
  readonly text: string; // of the first
  times: number;
  pays: number;
}

type Is = (deeds: Deeds) => boolean;

export function causeOf(match: Playback, { seat, from, to, before, after }: Turn): string {
  const [gainer, loser] = partiesOf(before, after);
  const lead = leader(match, to) === gainer && leader(match, from) !== gainer;
  const stretch = new Stretch(match, from, to);
  const frozen = match.verdictOf(loser);
  const whom = seat === gainer ? undefined : loser; // the only other one that may be named
  const losses = (): string => stretch.lost(loser, gainer) || stretch.beaten(loser, gainer);
  const words =
    frozen !== undefined && frozen.round >= from && frozen.round < to
      ? t("{0} is frozen ({1})", stretch.label(loser), verdictName(frozen.verdict))
      : (whom === loser && losses()) ||
        stretch.paid(gainer, whom) ||
        stretch.won(gainer, whom) ||
        stretch.lost(loser, gainer) ||
        stretch.beats(gainer, whom) ||
        losses() ||
        stretch.once(gainer, loser, whom) ||
        stretch.points(gainer, loser);
  return lead ? `${words}; ${t("{0} takes the lead", stretch.label(gainer))}` : words;
}

// A Stretch is the rounds around a turn. What it finds nothing for is "".
class Stretch {
  readonly #match: Playback;
  readonly #from: number;
  readonly #to: number;
  readonly #deeds: readonly Deeds[];

  constructor(match: Playback, from: number, to: number) {
    this.#match = match;
    this.#from = from;
    this.#to = to;
    this.#deeds = deedsOf(match, from, to);
  }

  label(seat: number): string {
    return this.#match.data.players[seat]?.label ?? t("nobody");
  }

  // paid says for what a player got a third of its points or more.
  paid(seat: number, whom?: number): string {
    const own = this.#deeds.filter(({ by, of, pays }) => by === seat && of !== seat && pays > 0);
    const all = (kind: number, what: "pays" | "times"): number =>
      sum(
        own.filter((one) => one.kind === kind),
        what,
      );
    const [best] = own.toSorted((a, b) => all(b.kind, "pays") - all(a.kind, "pays"));
    const pays = best === undefined ? 0 : all(best.kind, "pays");
    if (best === undefined || 3 * pays < this.#change(0, seat)) {
      return "";
    }
    const times = all(best.kind, "times");
    if (times === 1 && best.text !== "" && (best.of < 0 || (whom ?? best.of) === best.of)) {
      return said(best.text);
    }
    const points = count(pays, "point");
    if (best.harm) {
      return `${this.#beats(
        seat,
        own.filter(({ kind }) => kind === best.kind),
        whom,
      )} (${points})`;
    }
    const name = said(this.#match.data.legend.events[best.kind]?.name ?? "");
    return t("{0} gets {1}: {2}", this.label(seat), points, times > 1 ? `${name} × ${times}` : name);
  }

  // won says what of that which makes points a player has more of, and from whom.
  won(seat: number, whom?: number): string {
    const { parts, most, which, tail } = this.#holdings(seat, 1);
    const from = this.#most(({ by, of }) => by === seat && of !== seat && (whom ?? of) === of);
    const [first] = this.#deeds.filter(({ harm, by, of }) => !harm && by === seat && (of < 0 || (whom ?? of) === of));
    if (parts === "") {
      return tail && `${first ? said(first.text) : this.label(seat)}: ${tail}`;
    }
    const isFrom = from.seat >= 0 && 2 * from.times >= most && this.#change(which, from.seat) < 0;
    const words = isFrom
      ? t("{0} wins {1} from {2}", this.label(seat), parts, this.label(from.seat))
      : t("{0} wins {1}", this.label(seat), parts);
    return tail ? `${words}: ${tail}` : words;
  }

  // lost says what of that which makes points a player has less of, and if it is the other one who has it.
  lost(seat: number, other: number): string {
    const { parts, most, which, tail } = this.#holdings(seat, -1);
    if (parts === "") {
      return tail && `${this.label(seat)}: ${tail}`;
    }
    const times = this.#times(({ by, of }) => by === other && of === seat);
    const words = this.#loses(seat, parts, 2 * times >= most && this.#change(which, other) > 0 ? other : -1);
    return tail ? `${words}: ${tail}` : words;
  }

  beats(seat: number, whom?: number): string {
    const own = this.#deeds.filter(({ harm, by, of }) => harm && by === seat && of >= 0 && of !== seat);
    const more = sum(own, "times") - this.#times(({ harm, by, of }) => harm && of === seat && by !== seat);
    return more < least ? "" : this.#beats(seat, own, whom);
  }

  beaten(seat: number, other: number): string {
    const times = this.#times(({ harm, by, of }) => harm && of === seat && by !== seat);
    const more = times - this.#times(({ harm, by, of }) => harm && by === seat && of >= 0);
    const to = this.#times(({ harm, by, of }) => harm && of === seat && by === other);
    return more < least ? "" : this.#loses(seat, count(times, "unit"), 2 * to >= times ? other : -1);
  }

  // once says what one of two players did, or what befell the other one: great things first.
  once(gainer: number, loser: number, whom?: number): string {
    const { events } = this.#match.data.legend;
    const [best] = this.#deeds
      .filter(({ by, of }) => (by === gainer && (of < 0 || (whom ?? of) === of)) || (by < 0 && of === loser))
      .toSorted(
        (a, b) =>
          Number(events[b.kind]?.major) - Number(events[a.kind]?.major) ||
          this.#match.countOf(a.kind) - this.#match.countOf(b.kind),
      );
    if (best === undefined) {
      return "";
    }
    const text = best.text
      ? said(best.text)
      : `${this.label(best.harm ? best.of : best.by)}: ${said(events[best.kind]?.name ?? "")}`;
    return best.times > 1 ? t("{0}, and {1} more like it", text, best.times - 1) : text;
  }

  points(gainer: number, loser: number): string {
    const rounds = count(this.#to - this.#from, "round");
    const gained = count(this.#change(0, gainer), "point");
    return t(
      "{0} gains {1} in {2}, {3} {4}",
      this.label(gainer),
      gained,
      rounds,
      this.label(loser),
      this.#change(0, loser),
    );
  }

  #at(which: number, seat: number, frame: number): number {
    return this.#match.numbers(which, seat)[frame] ?? 0;
  }

  #change(which: number, seat: number): number {
    return this.#at(which, seat, this.#to) - this.#at(which, seat, this.#from);
  }

  // #share returns how much more of a number a player has, or less, than if it had fared as the others: as a share of all.
  #share(which: number, seat: number, sign: 1 | -1): number {
    const { players } = this.#match.data;
    const all = players.reduce((sum, _, other) => sum + this.#at(which, other, this.#from), 0);
    const others = players.reduce((sum, _, other) => sum + (other === seat ? 0 : this.#change(which, other)), 0);
    const rest = Math.max(0, (sign * others) / Math.max(1, players.length - 1));
    return (sign * this.#change(which, seat) - rest) / Math.max(1, all);
  }

  // #holdings returns what of that which makes points a player has won or lost most of, and what a round pays by it.
  #holdings(seat: number, sign: 1 | -1) {
    const { numbers, holdings = [], income = 0 } = this.#match.data.legend;
    const changed = holdings
      .map((which) => ({ which, change: sign * this.#change(which, seat), share: this.#share(which, seat, sign) }))
      .filter(({ change, share }) => change >= least && share >= leastShare)
      .sort((a, b) => b.share - a.share)
      .slice(0, 2);
    const pays = income > 0 && this.#share(income, seat, sign) >= leastShare;
    const range = t("{0} to {1}", this.#at(income, seat, this.#from), this.#at(income, seat, this.#to));
    return {
      parts: changed.map(({ which, change }) => `${change} ${said(numbers[which] ?? "")}`).join(", "),
      most: changed[0]?.change ?? 0,
      which: changed[0]?.which ?? 0,
      tail: pays ? `${said(numbers[income] ?? "")} ${range}` : "",
    };
  }

  #times(is: Is): number {
    return sum(this.#deeds.filter(is), "times");
  }

  // #most returns to whom most of some deeds were done.
  #most(is: Is): { readonly seat: number; readonly times: number } {
    const all = this.#match.data.players.map((_, seat) => this.#times((one) => one.of === seat && is(one)));
    const times = Math.max(...all);
    return { seat: times > 0 ? all.indexOf(times) : -1, times };
  }

  // #beats says how many units a player beat, and whose, if they were of one player that may be named.
  #beats(seat: number, deeds: readonly Deeds[], whom: number | undefined): string {
    const [first] = deeds;
    const times = sum(deeds, "times");
    const one = first !== undefined && deeds.every(({ of }) => of === first.of && (whom ?? of) === of);
    if (one && times === 1 && first.text !== "") {
      return said(first.text);
    }
    const units = count(times, "unit");
    return one
      ? t("{0} beats {1} of {2}", this.label(seat), units, this.label(first.of))
      : t("{0} beats {1}", this.label(seat), units);
  }

  #loses(seat: number, what: string, to: number): string {
    return to < 0
      ? t("{0} loses {1}", this.label(seat), what)
      : t("{0} loses {1} to {2}", this.label(seat), what, this.label(to));
  }
}

const sum = (deeds: readonly Deeds[], what: "pays" | "times"): number => deeds.reduce((all, one) => all + one[what], 0);

// deedsOf returns what decides in some rounds: deaths, what was taken, and what was picked up.
function deedsOf(match: Playback, from: number, to: number): Deeds[] {
  const kinds = match.data.legend.events;
  const all = new Map<string, Deeds>();
  for (let round = from; round < to; round++) {
    for (const { kind, unit, by, cell, seat, pays, text } of match.events(round)) {
      const look = kinds[kind]?.look;
      const harm = look === "death";
      if (!harm && look !== "capture" && look !== "gain") {
        continue;
      }
      const { units, owners } = match.frame(round);
      const ownerOf = (id: number): number | undefined => units.owner[indexOf(units, id)];
      const victim = harm ? (ownerOf(unit) ?? seat) : look === "capture" ? (owners[cell] ?? -1) : -1;
      const doer = harm ? (ownerOf(by) ?? named(match, text, victim)) : seat;
      const key = [kind, doer, victim, pays > 0].join();
      const found = all.get(key);
      if (found === undefined) {
        all.set(key, { kind, harm, by: doer, of: victim, text, times: 1, pays });
      } else {
        found.times++;
        found.pays += pays;
      }
    }
  }
  return [...all.values()];
}

// named returns whom a text names besides a player, such as the one whose missile came when its starship was gone. The
// longest name counts, as others may be in it.
function named({ data: { players } }: Playback, text: string, but: number): number {
  const rest = text.replaceAll(players[but]?.label ?? "\n", "");
  return players.reduce((best, { label }, seat) => {
    const isLonger = label.length > (players[best]?.label.length ?? 0);
    return seat !== but && isLonger && rest.includes(label) ? seat : best;
  }, -1);
}
