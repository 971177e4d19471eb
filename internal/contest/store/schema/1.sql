create table tournament (
    id       integer primary key,
    settings blob    not null,  -- digest of all that follows but the first seed
    first    text    not null,  -- seeds are text: SQLite's integers end at 2^63-1
    kind     text    not null,
    format   text    not null,
    game     text    not null,
    rules    integer not null,
    setup    blob    not null,
    random   text    not null,
    limits   text    not null,
    sandbox  text    not null,
    begun    integer not null,  -- milliseconds since 1970
    unique (settings, first)
) strict;

create table entrant (
    tournament integer not null references tournament,
    number     integer not null,
    name       text    not null,
    version    text    not null,
    typed      text    not null,
    program    blob    not null,  -- SHA-256
    primary key (tournament, number)
) strict, without rowid;

create table match (
    id     integer primary key,
    key    blob    not null unique,
    rounds integer not null,
    wall   integer not null,  -- nanoseconds
    played integer not null   -- milliseconds since 1970
) strict;

create table seat (
    match          integer not null references match,
    seat           integer not null,
    place          integer not null,
    score          integer not null,
    cpu            integer not null,  -- nanoseconds, in the whole match
    cpu_most       integer not null,  -- nanoseconds, in one round
    verdict        text,
    verdict_round  integer,
    verdict_detail text,
    primary key (match, seat)
) strict, without rowid;

-- A match may be part of several tournaments.
create table part (
    tournament integer not null references tournament,
    number     integer not null,
    board      integer not null,  -- the group of matches that share a seed
    seed       text    not null,
    entrants   text    not null,  -- numbers of the entrants by seat, in JSON
    match      integer not null references match,
    primary key (tournament, number)
) strict, without rowid;

-- Replays are large, and apart, so that the other tables are read fast.
create table replay (
    match integer primary key references match,
    data  blob    not null
) strict;
