"use strict";
{
  const rowsOfPage = 100;
  const { bots, before, after, matches } = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const [bot, show, order, down] = ["bot", "show", "order", "down"].map(at);
  let chosen = [];
  let page = 0;

  const of = ([number, seed, seats, scores, places, verdicts, link]) => ({
    number, seed, seats, scores, places, verdicts, link,
  });
  const all = matches.map(of);

  // element makes an element; its children are elements or texts.
  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  };

  // The seats that count: those of the chosen bot, or all.
  const counts = (m) => m.seats.flatMap((one, seat) => (bot.value === "" || one === Number(bot.value) ? [seat] : []));
  const best = (numbers) => numbers.reduce((a, b) => Math.max(a, b), -Infinity);

  // lead is by how much the best of the seats that count is ahead of the others, or, if
  // all count, of the second.
  const lead = (m) => {
    const mine = counts(m);
    const others = m.scores.filter((_, seat) => !mine.includes(seat));
    if (others.length > 0) {
      return best(mine.map((seat) => m.scores[seat])) - best(others);
    }
    const [first, second] = m.scores.toSorted((a, b) => b - a);
    return first - (second ?? first);
  };

  const keys = {
    number: (m) => m.number,
    seed: (m) => BigInt(m.seed),
    score: (m) => best(counts(m).map((seat) => m.scores[seat])),
    lead,
    verdicts: (m) => m.verdicts.filter(([seat]) => counts(m).includes(seat)).length,
  };

  const shown = {
    all: (m) => counts(m).length > 0,
    faults: (m) => keys.verdicts(m) > 0,
    losses: (m) => counts(m).length > 0 && !counts(m).some((seat) => m.places[seat] === 1),
  };

  const choose = () => {
    const key = keys[order.value];
    const sign = down.checked ? -1 : 1;
    chosen = all
      .filter(shown[show.value])
      .map((m) => ({ m, by: key(m) }))
      .toSorted((a, b) => (a.by < b.by ? -sign : a.by > b.by ? sign : a.m.number - b.m.number))
      .map(({ m }) => m);
    page = 0;
    draw();
  };

  const seatsCell = (m) => {
    const cell = element("td", "");
    m.seats.forEach((one, seat) => {
      const text = element("span", m.places[seat] === 1 ? "first" : "", element("bdi", "", bots[one]), ` ${m.scores[seat]}`);
      cell.append(seat > 0 ? ", " : "", text);
    });
    return cell;
  };

  const verdictsCell = (m) => {
    const texts = m.verdicts.map(([seat, round, kind, detail]) => `seat ${seat}: ${kind} in round ${round}: ${detail}`);
    return element("td", "bad wide", texts.join("; "));
  };

  const openCell = (m) => {
    const command = element("code", "", `${before}${m.number}${after} --view`);
    if (m.link === undefined) {
      return element("td", "", command);
    }
    const link = element("a", "", `match ${m.number}`);
    link.href = m.link;
    return element("td", "", link);
  };

  const draw = () => {
    const pages = Math.max(1, Math.ceil(chosen.length / rowsOfPage));
    const from = page * rowsOfPage;
    const rows = chosen.slice(from, from + rowsOfPage).map((m) =>
      element("tr", "", element("td", "n", `${m.number}`), element("td", "n", m.seed), seatsCell(m), verdictsCell(m), openCell(m)));
    at("rows").replaceChildren(...rows);
    at("count").textContent = `${chosen.length} of ${all.length}`;
    at("page").textContent = `page ${page + 1} of ${pages}`;
    at("back").disabled = page === 0;
    at("next").disabled = page === pages - 1;
  };

  const turn = (by) => () => {
    page += by;
    draw();
  };

  bot.append(new Option("any", ""), ...bots.map((name, number) => new Option(name, `${number}`)));
  for (const control of [bot, show, order, down]) {
    control.addEventListener("change", choose);
  }
  at("back").addEventListener("click", turn(-1));
  at("next").addEventListener("click", turn(1));
  at("list").hidden = false;
  at("without").hidden = true;
  choose();
}
