-- When entrants of leagues were handed in, where that is known.
create table handed (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    came       integer not null,  -- milliseconds since 1970
    primary key (tournament, entrant)
) strict, without rowid;
