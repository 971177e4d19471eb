-- When a league takes bots of authors, if its organiser has said so. Milliseconds since 1970; null is no bound.
create table hours (
    tournament integer primary key references tournament,
    opens      integer,
    deadline   integer,
    late       integer not null  -- for how many milliseconds after the deadline bots are taken
) strict;

-- Entrants that came after the deadline.
create table late (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    late       integer not null,  -- milliseconds
    primary key (tournament, entrant)
) strict, without rowid;

-- Who has changed what of a league while it was held.
create table change (
    tournament integer not null references tournament,
    noted      integer not null,  -- milliseconds since 1970
    who        text    not null,
    what       text    not null
) strict;
create index change_tournament on change (tournament, noted);
