-- 7
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
