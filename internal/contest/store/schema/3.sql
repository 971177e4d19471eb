-- What authors may do. These tables are all that is new, so readers take stores of format 2 as they are.

create table quota (
    tournament integer primary key references tournament,
    bots       integer not null,  -- of one author that play; 0 is no limit, here and below
    versions   integer not null,  -- that one author may have entered in all
    uploads    integer not null   -- of one author within a day
) strict;

-- What authors have brought within the last day.
create table upload (
    tournament integer not null references tournament,
    author     text    not null,  -- the fingerprint of the key
    brought    integer not null   -- milliseconds since 1970
) strict;
create index upload_author on upload (tournament, author, brought);
