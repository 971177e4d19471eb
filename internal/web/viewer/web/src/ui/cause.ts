// Why a match turned, in a sentence. Its subject is who gains, unless another one is frozen, and it names at most one
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

// Held is what a player has won or lost of that which makes points.
interface Held {
  readonly parts: string;
  readonly origin: number; // from whom all of it; -1 if from nobody
  readonly isPaid: boolean; // what a round pays has changed by it, too
  readonly range: string; // of what a round pays, if that has changed so at all
}

export function causeOf(match: Playback, { seat, from, to, before, after }: Turn): string {
  const [gainer, loser] = partiesOf(before, after);
  const lead = leader(match, to) === gainer && leader(match, from) !== gainer;
  const stretch = new Stretch(match, from, to);
  const frozen = match.verdictOf(loser);
  const whom = seat === gainer ? undefined : loser; // the only other one that may be named
  const words =
    frozen !== undefined && frozen.round >= from && frozen.round < to
      ? t("{0} is frozen ({1})", stretch.label(loser), verdictName(frozen.verdict))
      : stretch.paid(gainer, whom) ||
        stretch.taken(gainer, loser, whom) ||
        stretch.holds(gainer, loser, whom) ||
        stretch.beats(gainer, whom) ||
        stretch.once(gainer, loser, whom) ||
        stretch.points(gainer, loser, whom);
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

  // paid says for what a player got a third of its points or more, first for what it did to others.
  paid(seat: number, whom?: number): string {
    const own = this.#deeds.filter(({ by, of, pays }) => by === seat && of !== seat && pays > 0);
    const all = (kind: number, what: "pays" | "times"): number =>
      sum(
        own.filter((one) => one.kind === kind),
        what,
      );
    const [best] = own
      .filter(({ kind }) => 3 * all(kind, "pays") >= this.#change(0, seat))
      .toSorted((a, b) => Number(b.harm) - Number(a.harm) || all(b.kind, "pays") - all(a.kind, "pays"));
    const paid = sum(own, "pays");
    if (best === undefined || paid < sumOf(this.#taken(seat))) {
      return "";
    }
    const [pays, times] = [all(best.kind, "pays"), all(best.kind, "times")];
    const alike = own.filter(({ kind }) => kind === best.kind);
    const name = said(this.#match.data.legend.events[best.kind]?.name ?? "");
    const words =
      times === 1 && best.text !== "" && (best.of < 0 || (whom ?? best.of) === best.of)
        ? said(best.text)
        : best.harm
          ? `${this.#beats(seat, alike, whom)} (${count(pays, "point")})`
          : t("{0} gets {1}: {2}", this.label(seat), count(pays, "point"), times > 1 ? `${name} × ${times}` : name);
    return paid > pays ? t("{0}, {1} in all", words, paid) : words;
  }

  // taken says how many points a player got by cells that are worth some, and from whom all of them are, or how many are
  // from whom. Where the other one lost more than that, or none to this one although it is its turn, both are told.
  taken(seat: number, loser: number, whom?: number): string {
    const taken = this.#taken(seat);
    if (taken.length === 0) {
      return "";
    }
    const got = this.#change(0, seat);
    const most = this.#dearest(taken, whom);
    const [part, free] = [taken[most] ?? 0, taken.at(-1) ?? 0];
    const of = whom === undefined ? Math.max(part, free) : part;
    const isPart = part < got && of < got && 4 * of >= got;
    if (got < least || got < -this.#change(0, loser) || (whom === loser && part < got && !isPart)) {
      return this.points(seat, loser, whom);
    }
    const points = count(got, "point");
    if (isPart) {
      return of > part
        ? t("{0} wins {1}, {2} of them from nobody", this.label(seat), points, of)
        : t("{0} wins {1}, {2} of them from {3}", this.label(seat), points, of, this.label(most));
    }
    const { parts, origin } = this.#holdings(seat, 1, whom);
    return part >= got || parts === ""
      ? this.#wins(seat, points, part >= got ? most : -1)
      : `${this.#wins(seat, parts, origin)}, ${points}`;
  }

  // holds tells what one has won of that which makes points, or what the other one has lost of it: what says most of
  // what a round pays.
  holds(seat: number, loser: number, whom?: number): string {
    const { numbers, income = 0 } = this.#match.data.legend;
    const pay = said(numbers[income] ?? "");
    const [won, lost] = [this.#holdings(seat, 1, whom), this.#holdings(loser, -1)];
    const isWon = won.isPaid && (whom === undefined || won.origin === whom);
    if (isWon || (!lost.isPaid && won.parts + won.range !== "")) {
      const [first] = this.#deeds.filter(({ harm, by, of }) => !harm && by === seat && (of < 0 || (whom ?? of) === of));
      const deed = first ? said(first.text) : this.label(seat);
      const words = won.parts === "" ? deed : this.#wins(seat, won.parts, won.origin);
      return won.range === "" ? words : `${words}: ${pay} ${won.range}`;
    }
    const { parts, range, isPaid } = lost;
    if (parts === "" && !isPaid) {
      return "";
    }
    const words = this.#gainsOn(seat, loser, parts || pay);
    return range === "" ? words : `${words}: ${parts === "" ? "" : `${pay} `}${range}`;
  }

  beats(seat: number, whom?: number): string {
    const own = this.#deeds.filter(({ harm, by, of }) => harm && by === seat && of >= 0 && of !== seat);
    const more = sum(own, "times") - this.#times(({ harm, by, of }) => harm && of === seat && by !== seat);
    return more < least ? "" : this.#beats(seat, own, whom);
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
    if (best.harm && best.by >= 0) {
      return this.#beats(gainer, [best], whom);
    }
    const text = best.text
      ? said(best.text)
      : `${this.label(best.harm ? best.of : best.by)}: ${said(events[best.kind]?.name ?? "")}`;
    return best.times > 1 ? t("{0}, and {1} more like it", text, best.times - 1) : text;
  }

  // points says how the points of two players changed. Who has not more of them gains at most on one that lost more.
  points(gainer: number, loser: number, whom?: number): string {
    const [won, lost] = [this.#change(0, gainer), -this.#change(0, loser)];
    if (won <= 0) {
      const others = this.#match.data.players.flatMap((_, seat) =>
        seat !== gainer && (whom ?? seat) === seat ? [[-this.#change(0, seat), seat] as const] : [],
      );
      const [most, other] = lost > -won ? [lost, loser] : others.reduce((a, b) => (b[0] > a[0] ? b : a), [0, loser]);
      return most > -won
        ? this.#gainsOn(gainer, other, count(most, "point"))
        : t("{0} gains on {1}", this.label(gainer), this.label(loser));
    }
    const rounds = count(this.#to - this.#from, "round");
    const told = [this.label(gainer), count(won, "point"), rounds, this.label(loser), Math.abs(lost)];
    return lost > 0 ? t("{0} gains {1} in {2}, {3} loses {4}", ...told) : t("{0} gains {1} in {2}, {3} {4}", ...told);
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

  // #taken returns how many points came to a player from each other one by the cells that it took, less those that it
  // lost to it: by seat, and last from nobody. It is empty where no cell is worth points.
  #taken(seat: number): number[] {
    const { players, legend } = this.#match.data;
    if (legend.cells.every(({ worth = 0 }) => worth === 0)) {
      return [];
    }
    const all = [...players.map(() => 0), 0];
    const [was, is] = [this.#match.frame(this.#from), this.#match.frame(this.#to)];
    is.owners.forEach((owner, cell) => {
      const before = was.owners[cell] ?? -1;
      const other = owner === seat ? before : owner;
      if (owner !== before && (owner === seat || before === seat)) {
        const kinds = (owner === seat ? is : was).cells;
        const worth = legend.cells[kinds[cell] ?? 0]?.worth ?? 0;
        const at = other < 0 ? players.length : other;
        all[at] = (all[at] ?? 0) + (owner === seat ? worth : -worth);
      }
    });
    return all;
  }

  // #dearest returns from whom most was taken, of those that may be named; -1 if from nobody.
  #dearest(taken: readonly number[], whom: number | undefined): number {
    const own = taken.slice(0, -1).map((points, seat) => ((whom ?? seat) === seat ? points : 0));
    const most = Math.max(0, ...own);
    return most > 0 ? own.indexOf(most) : -1;
  }

  // #holdings returns what of that which makes points a player has won or lost most of, from whom it won all of the
  // first, and what a round pays by it.
  #holdings(seat: number, sign: 1 | -1, whom?: number): Held {
    const { numbers, holdings = [], income = 0 } = this.#match.data.legend;
    const changed = holdings
      .map((which) => ({ which, change: sign * this.#change(which, seat), share: this.#share(which, seat, sign) }))
      .filter(({ change, share }) => change >= least && share >= leastShare)
      .sort((a, b) => b.share - a.share)
      .slice(0, 2);
    const [{ which, change } = { which: 0, change: 0 }] = changed;
    const from = this.#most(({ by, of }) => by === seat && of !== seat && (whom ?? of) === of);
    const isFrom = from.seat >= 0 && from.times >= change && -this.#change(which, from.seat) >= change;
    return {
      parts: changed.map(({ which, change }) => `${change} ${said(numbers[which] ?? "")}`).join(", "),
      origin: isFrom ? from.seat : -1,
      isPaid: income > 0 && this.#share(income, seat, sign) >= leastShare,
      range:
        income > 0 && sign * this.#change(income, seat) > 0
          ? t("{0} to {1}", this.#at(income, seat, this.#from), this.#at(income, seat, this.#to))
          : "",
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
    if (one && times === 1 && first.pays > 0) {
      return said(first.text);
    }
    const units = count(times, "unit");
    return one
      ? t("{0} beats {1} of {2}", this.label(seat), units, this.label(first.of))
      : t("{0} beats {1}", this.label(seat), units);
  }

  #gainsOn(seat: number, loser: number, what: string): string {
    return t("{0} gains on {1}, which has lost {2}", this.label(seat), this.label(loser), what);
  }

  #wins(seat: number, what: string, from: number): string {
    return from < 0
      ? t("{0} wins {1}", this.label(seat), what)
      : t("{0} wins {1} from {2}", this.label(seat), what, this.label(from));
  }
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

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
