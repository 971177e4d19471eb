-- Bots of leagues that the organiser lets play before others, beside their share.
create table preferred (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    since      integer,           -- the number of the first match; null before it is settled
    matches    integer not null,  -- how many; 0 ends what was before
    over       integer not null   -- whether it has had them
) strict;
