-- Bots of leagues that the organiser lets play before others, beside their share.
create table preferred (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    since      integer,           -- the number of the first match; null before it is settled
    matches    integer not null,  -- how many; 0 ends what was before
    over       integer not null   -- whether it has had them
) strict;

-- Challenges in leagues: matches of bots that somebody has chosen, which count for no table.
create table challenge (
    tournament integer primary key references tournament,  -- the challenge itself
    league     integer not null references tournament,
    person     text    not null,  -- who has asked for it, as entrants have theirs; '' for the organiser
    ended      integer,           -- milliseconds since 1970; null as long as it waits or is played
    why        text    not null   -- why it could not be played to its end; '' if it was
) strict;
