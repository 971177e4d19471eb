-- Matches as tables of bots are made of them: a row for each match of a tournament, which is read far faster than the
-- rows of its seats. What it says follows from part, match and seat.
create table line (
    tournament integer not null,
    number     integer not null,
    data       blob    not null,
    primary key (tournament, number),
    foreign key (tournament, number) references part on delete cascade
) strict, without rowid;
