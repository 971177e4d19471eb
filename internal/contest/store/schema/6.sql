-- When a league takes bots of authors, if its organiser has said so. Milliseconds since 1970; null is no bound.
create table hours (
    tournament integer primary key references tournament,
    opens      integer,
    deadline   integer,
    late       integer not null  -- for how many milliseconds after the deadline bots are taken
) strict;

-- How entrants were handed in.
create table handed (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    came       integer,           -- milliseconds since 1970; null if that is not known
    late       integer not null,  -- milliseconds after the deadline
    person     text    not null,  -- of the link by which it came, or of the team; '' if there is none
    primary key (tournament, entrant)
) strict, without rowid;

-- Names that belong to such a person, whichever key signs the bot. Their rows in holder have the last one that did.
create table personal (
    tournament integer not null references tournament,
    spelling   text    not null,  -- as in holder
    person     text    not null,
    primary key (tournament, spelling)
) strict, without rowid;

-- Who has changed what of a league while it was held.
create table change (
    tournament integer not null references tournament,
    noted      integer not null,  -- milliseconds since 1970
    who        text    not null,
    what       text    not null
) strict;
create index change_tournament on change (tournament, noted);
