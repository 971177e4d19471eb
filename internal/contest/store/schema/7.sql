-- From when on only its organiser sees how a league goes on. Milliseconds since 1970; null if everybody does.
alter table hours add column freeze integer;

-- Finals of leagues: matches of the best bots, with seeds that nobody knew before.
create table final (
    tournament integer primary key references tournament,  -- the final itself
    league     integer not null references tournament,
    matches    integer not null   -- that it is to have
) strict;

-- Bots of leagues that have left for some time. Who comes back is another entrant, of the same name and program.
create table paused (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    primary key (tournament, entrant)
) strict, without rowid;

-- How the bots of a league were rated on each day: what the last table of the day said. A chart is made of it.
create table rated (
    tournament integer not null references tournament,
    day        text    not null,  -- 2026-11-29, by the clock of the machine that served the league
    entrant    integer not null,  -- its number
    place      integer not null,  -- in the table, from 1
    matches    integer not null,  -- of this bot, so far
    rating     real    not null,
    low        real,              -- of the interval; null if there was none
    high       real,
    primary key (tournament, day, entrant)
) strict, without rowid;
create index rated_entrant on rated (tournament, entrant, day);
create index rated_first on rated (tournament, day) where place = 1;
