-- Leagues: who takes part changes while they are played.

alter table entrant add column joined integer;  -- the number of the first match it may play; null if it has not joined, or there are no such times
alter table entrant add column gone    integer;  -- the number of the first match without it; null if it stays
alter table entrant add column leaving integer not null default 0;  -- it is to go when the next match is given
alter table entrant add column package blob;  -- SHA-256 of the manifest; null if it came in no package
alter table entrant add column signer  text not null default '';  -- fingerprint of the key that signed the package
alter table entrant add column author  text not null default '';  -- as the package says
alter table match add column outcome blob;  -- the digest of the replay; null if it was not taken
alter table match add column worker  text not null default '';  -- who played it; '' is this machine

create table league (
    tournament integer primary key references tournament,
    name       text    not null,
    ladder     integer not null,  -- whether results decide who plays next
    keep       text    not null,  -- of which matches replays are kept
    gate       text    not null,  -- the bot that new ones must be ahead of, as it can be found; '' if there is none
    gate_most  integer not null,  -- in so many matches
    signed     integer not null   -- whether only signed packages are taken
) strict;

-- Names belong to the keys that took them, also when their bots have left.
create table holder (
    tournament integer not null references tournament,
    spelling   text    not null,  -- of the name, without what may differ
    name       text    not null,
    signer     text    not null,  -- the key's fingerprint
    author     text    not null,  -- as the package said
    primary key (tournament, spelling)
) strict, without rowid;

-- What was decided is written down where it does not follow from a schedule.
create table decision (
    tournament integer not null references tournament,
    number     integer not null,
    board      integer not null,
    seed       text    not null,
    entrants   text    not null,  -- as in part
    why        text    not null,
    primary key (tournament, number)
) strict, without rowid;

-- Matches that nobody could play.
create table failure (
    tournament integer not null references tournament,
    number     integer not null,
    board      integer not null,
    seed       text    not null,
    entrants   text    not null,  -- as in part
    reason     text    not null,
    noted      integer not null,  -- milliseconds since 1970
    primary key (tournament, number)
) strict, without rowid;
