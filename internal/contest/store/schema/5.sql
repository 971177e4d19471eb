-- What follows from the first matches of a league, so that whoever goes on with it need not read them all. It is cut
-- into pieces, and there is none as long as a league is short. Without it, all matches are read.
create table checkpoint (
    tournament integer not null references tournament,
    piece      integer not null,
    data       blob    not null,
    unique (tournament, piece)
) strict;

-- How many matches a tournament has: to count millions of rows takes seconds.
create table counted (
    tournament integer primary key references tournament,
    matches    integer not null
) strict;
insert into counted select tournament, count(*) from part group by tournament;

-- To find where a match is a part.
create index part_match on part (match);
