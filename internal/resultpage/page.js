"use strict";
{
  const rowsOfPage = 100;
  const live = document.body.classList.contains("live");
  const at = (id) => document.getElementById(id);
  const [bot, show] = ["bot", "show"].map(at);
  const { before, after, ...given } = JSON.parse(at("data").textContent);
  let names = []; // of the bots, by number
  let ratings = [];
  let all = [];
  let known = new Set(); // numbers of matches
  let chosen = [];
  let page = 0;
  let sorted = { key: "number", down: true };

  // unpack makes objects of columns.
  const unpack = ({ seats, numbers, seeds, bots, scores, places, verdicts, links = [] }) => {
    let number = 0;
    let seed = 0n;
    const matches = numbers.map((gap, i) => {
      number += gap;
      seed = BigInt.asUintN(64, seed + BigInt(seeds[i]));
      const own = (column) => column.slice(i * seats, (i + 1) * seats);
      return { number, seed: `${seed}`, seats: own(bots), scores: own(scores), places: own(places), verdicts: [] };
    });
    for (const [i, ...verdict] of verdicts) {
      matches[i].verdicts.push(verdict);
    }
    for (const [i, link] of links) {
      matches[i].link = link;
    }
    return matches;
  };

  // element makes an element; its children are elements or texts.
  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  };

  // readTables reads names and ratings from the table.
  const readTables = () => {
    names = [];
    ratings = [];
    for (const row of document.querySelectorAll("#standings tr[data-bot]")) {
      names[Number(row.dataset.bot)] = row.querySelector("bdi").textContent;
      ratings[Number(row.dataset.bot)] = Number(row.dataset.rating);
    }
    const options = [new Option("any", "")];
    names.forEach((name, number) => options.push(new Option(name, `${number}`)));
    const same = options.length === bot.options.length && options.every((o, i) => o.text === bot.options[i].text);
    if (!same) {
      const was = bot.value;
      bot.replaceChildren(...options);
      bot.value = was;
    }
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

  // upset is by how much the best of a match is rated above its winner.
  const upset = (m) => {
    const rated = m.seats.map((one) => ratings[one] ?? 0);
    return best(rated) - best(rated.filter((_, seat) => m.places[seat] === 1));
  };

  const keys = {
    number: (m) => m.number,
    score: (m) => best(counts(m).map((seat) => m.scores[seat])),
    lead,
    upset,
    verdicts: (m) => m.verdicts.filter(([seat]) => counts(m).includes(seat)).length,
  };

  const lowest = (m) => m.seats.some((one, seat) => m.places[seat] === 1 && m.seats.every((o) => (ratings[o] ?? 0) >= (ratings[one] ?? 0)));
  const shown = {
    all: (m) => counts(m).length > 0,
    faults: (m) => keys.verdicts(m) > 0,
    upsets: (m) => counts(m).length > 0 && upset(m) > 0 && lowest(m),
    losses: (m) => counts(m).length > 0 && !counts(m).some((seat) => m.places[seat] === 1),
  };

  const choose = () => {
    const key = keys[sorted.key];
    const sign = sorted.down ? -1 : 1;
    chosen = all
      .filter(shown[show.value])
      .map((m) => ({ m, by: key(m) }))
      .toSorted((a, b) => sign * (a.by - b.by) || b.m.number - a.m.number)
      .map(({ m }) => m);
    draw();
  };

  const linkTo = (m, text) => {
    const link = element("a", "", text);
    link.href = live ? `match/${m.number}` : m.link;
    return link;
  };

  const seatsCell = (m) => {
    const cell = element("td", "wide");
    m.seats.forEach((one, seat) => {
      const text = element("span", m.places[seat] === 1 ? "first" : "", element("bdi", "", names[one] ?? "…"), ` ${m.scores[seat]}`);
      cell.append(seat > 0 ? ", " : "", text);
    });
    return cell;
  };

  const verdictsCell = (m) => {
    const texts = m.verdicts.map(([seat, round, kind, detail]) => `seat ${seat}: ${kind} in round ${round}: ${detail}`);
    return element("td", "bad wide", texts.join("; "));
  };

  // openCells is how to open a match: by its number on a live page, otherwise by the last cell.
  const openCells = (m) => {
    if (live) {
      return [element("td", "n", linkTo(m, `${m.number}`))];
    }
    const how = m.link ? linkTo(m, `match ${m.number}`) : element("code", "", `${before}${m.number}${after} --view`);
    return [element("td", "n", `${m.number}`), element("td", "", how)];
  };

  // Rows are kept as long as their matches are shown, so that the focus stays where it is.
  let rows = new Map();

  const row = (m) => {
    if (rows.has(m.number)) {
      return rows.get(m.number);
    }
    const [number, ...open] = openCells(m);
    const made = element("tr", "", number, seatsCell(m), element("td", "n", `${lead(m)}`),
      element("td", "n", upset(m) > 0 ? `${upset(m)}` : ""), verdictsCell(m), element("td", "n", m.seed), ...open);
    return made;
  };

  const draw = () => {
    const pages = Math.max(1, Math.ceil(chosen.length / rowsOfPage));
    page = Math.min(page, pages - 1);
    const now = new Map(chosen.slice(page * rowsOfPage, (page + 1) * rowsOfPage).map((m) => [m.number, row(m)]));
    const body = at("rows");
    for (const [number, old] of rows) {
      if (!now.has(number)) {
        old.remove();
      }
    }
    let place = body.firstElementChild;
    for (const one of now.values()) {
      if (one === place) {
        place = place.nextElementSibling;
      } else {
        body.insertBefore(one, place);
      }
    }
    rows = now;
    at("count").textContent = `${chosen.length} of ${all.length}`;
    at("page").textContent = `page ${page + 1} of ${pages}`;
    at("back").disabled = page === 0;
    at("next").disabled = page === pages - 1;
  };

  // redraw makes all rows anew. The focus stays.
  const redraw = () => {
    const link = document.activeElement?.closest("#rows a")?.getAttribute("href");
    rows = new Map();
    at("rows").replaceChildren();
    choose();
    if (link) {
      at("rows").querySelector(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
    }
  };

  const fromStart = () => {
    page = 0;
    redraw();
  };

  const turn = (by) => () => {
    page += by;
    draw();
  };

  const sortBy = (button) => () => {
    const { key } = button.dataset;
    sorted = { key, down: sorted.key === key ? !sorted.down : true };
    for (const head of document.querySelectorAll(".list th")) {
      head.removeAttribute("aria-sort");
    }
    button.closest("th").setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    fromStart();
  };

  const take = (matches) => {
    all = matches;
    known = new Set(all.map((m) => m.number));
    redraw();
    at("list").hidden = false;
    at("without").hidden = true;
  };

  readTables();
  for (const control of [bot, show]) {
    control.addEventListener("change", fromStart);
  }
  for (const button of document.querySelectorAll("[data-key]")) {
    button.addEventListener("click", sortBy(button));
  }
  at("back").addEventListener("click", turn(-1));
  at("next").addEventListener("click", turn(1));

  // What follows is for a page that a server sends.

  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

  const say = (text, good) => {
    at("state").textContent = text;
    at("state").classList.toggle("good", good);
  };

  // agos writes times as people say them.
  const agos = () => {
    for (const time of document.querySelectorAll("time")) {
      const seconds = Math.max(0, Math.round((Date.now() - Date.parse(time.dateTime)) / 1000));
      const text = seconds < 120 ? `${seconds} s ago` : seconds < 7200 ? `${Math.round(seconds / 60)} min ago` : time.dateTime;
      if (time.textContent !== text) {
        time.textContent = text;
      }
    }
  };

  // update replaces a part of the page by a newer one. Where the reader is in it stays.
  const update = (old, now) => {
    const focus = old.contains(document.activeElement) ? document.activeElement : null;
    const places = Array.from(old.querySelectorAll(".scroll"), (e) => [e.scrollLeft, e.scrollTop]);
    const link = focus?.getAttribute("href");
    const index = Array.from(old.querySelectorAll(".scroll")).indexOf(focus);
    old.hidden = now.hidden;
    old.replaceChildren(...now.childNodes);
    const scrolls = old.querySelectorAll(".scroll");
    scrolls.forEach((e, i) => ([e.scrollLeft, e.scrollTop] = places[i] ?? [0, 0]));
    if (focus !== null) {
      const again = scrolls[index] ?? Array.from(old.querySelectorAll("a")).find((e) => e.getAttribute("href") === link);
      again?.focus({ preventScroll: true });
    }
  };

  let parts = new Map(); // as they came, by id
  let asked = false;

  const fetchTables = async () => {
    if (asked) {
      return;
    }
    asked = true;
    await wait(500 * Math.random()); // not all readers at once
    asked = false;
    const answer = await fetch("tables");
    if (!answer.ok) {
      return;
    }
    const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const now of fetched.querySelectorAll(".part")) {
      const text = now.outerHTML;
      if (parts.get(now.id) !== text) {
        parts.set(now.id, text);
        update(at(now.id), document.importNode(now, true));
      }
    }
    const was = `${names} ${ratings}`;
    readTables();
    agos();
    if (was !== `${names} ${ratings}`) {
      redraw();
    }
  };

  let drawing = false;

  const add = ([number, seed, seats, scores, places, verdicts]) => {
    if (known.has(number)) {
      return;
    }
    known.add(number);
    all.push({ number, seed, seats, scores, places, verdicts });
    if (!drawing) {
      drawing = true;
      setTimeout(() => {
        drawing = false;
        choose();
      }, 250);
    }
  };

  // follow reads all matches, then what is new, until that breaks off.
  const follow = async () => {
    const answer = await fetch("matches.json");
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
    const got = await answer.json();
    take(unpack(got));
    await fetchTables();
    await new Promise((resolve) => {
      const events = new EventSource(`events?after=${encodeURIComponent(got.at)}`);
      const end = () => {
        events.close();
        resolve();
      };
      events.addEventListener("open", () => say("live", true));
      events.addEventListener("match", (event) => add(JSON.parse(event.data)));
      events.addEventListener("table", () => fetchTables().catch(() => {}));
      events.addEventListener("again", end);
      events.addEventListener("error", () => {
        say("not connected; trying again", false);
        if (events.readyState === EventSource.CLOSED) {
          end();
        }
      });
    });
  };

  const stay = async () => {
    setInterval(agos, 1000);
    for (let pause = 1000; ; pause = Math.min(2 * pause, 15_000)) {
      const begun = Date.now();
      try {
        await follow();
      } catch {
        say("not connected; trying again", false);
      }
      if (Date.now() - begun > 60_000) {
        pause = 500;
      }
      await wait(pause * (0.5 + Math.random()));
    }
  };

  if (live) {
    void stay();
  } else {
    take(unpack(given));
  }
}
