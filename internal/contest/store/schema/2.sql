-- Leagues: who takes part changes while they are played.

alter table entrant add column joined integer;  -- the number of the first match it may play; null if it has not joined, or there are no such times
alter table entrant add column gone    integer;  -- the number of the first match without it; null if it stays
alter table entrant add column leaving integer not null default 0;  -- it is to go when the next match is given
alter table entrant add column package blob;  -- SHA-256 of the manifest; null if it came in no package
alter table entrant add column signer  text not null default '';  -- fingerprint of the key that signed the package
alter table entrant add column author  text not null default '';  -- as the package says
alter table match add column outcome blob;  -- the digest of the replay; null if it was not taken
alter table match add column worker  text not null default '';  -- who played it; '' is this machine
alter table match add column checking text not null default '';  -- '' (not chosen), due, passed, failed or void
create index match_worker on match (worker) where worker <> '';
create index match_due on match (id) where checking = 'due';

create table league (
    tournament integer primary key references tournament,
    name       text    not null,
    ladder     integer not null,  -- whether results decide who plays next
    keep       text    not null,  -- of which matches replays are kept
    gate       text    not null,  -- the bot that new ones must be ahead of, as it can be found; '' if there is none
    gate_most  integer not null,  -- in so many matches
    signed     integer not null,  -- whether only signed packages are taken
    secret     blob    not null,  -- with a key, it decides whether a match is checked
    checks     real    not null   -- the share of the workers' matches that is checked
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

-- Workers on other machines. What is counted here is never counted down.
create table worker (
    id      text    primary key,
    name    text    not null default '',
    matches integer not null default 0,  -- that were taken, also if they were set aside later
    passed  integer not null default 0,  -- checks
    failed  integer not null default 0,
    refused integer not null default 0,  -- results
    last    integer not null default 0,  -- milliseconds since 1970: when its last result came
    revoked integer,                     -- milliseconds since 1970; null if it was not
    why     text    not null default ''
) strict, without rowid;

-- Matches that were played again to compare.
create table checked (
    match   integer not null references match,
    worker  text    not null,  -- who played it again
    outcome blob,              -- null if it can't be compared
    agrees  integer not null,
    played  integer not null,  -- milliseconds since 1970
    replay  blob,              -- null if it agrees
    primary key (match, worker)
) strict, without rowid;

-- Matches of workers that were found out. They are in no tournament any more.
create table doubted (
    match      integer not null references match,
    tournament integer not null references tournament,
    number     integer not null,
    board      integer not null,
    seed       text    not null,
    entrants   text    not null,  -- as in part
    key        blob    not null,  -- as it was: that of the match in table match is another now, so that it can be played again
    why        text    not null,
    noted      integer not null,  -- milliseconds since 1970
    primary key (match, tournament, number)
) strict, without rowid;

-- Matches in which a bot was frozen on a worker's machine, for what may lie in the machine.
-- They are played again by another worker, and then count.
create table claim (
    key    blob    primary key,  -- of the match
    worker text    not null,
    noted  integer not null      -- milliseconds since 1970
) strict, without rowid;

-- Programs that don't play the same match the same way again.
create table varying (
    program blob    primary key,
    why     text    not null,
    noted   integer not null  -- milliseconds since 1970
) strict, without rowid;

-- For the sake of which programs workers were revoked: where what they played began to differ.
create table cost (
    program blob not null,
    worker  text not null,
    primary key (program, worker)
) strict, without rowid;
