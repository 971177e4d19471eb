-- Entrants that came by the link of a person, or of one of a team.
create table owned (
    tournament integer not null references tournament,
    entrant    integer not null,  -- its number
    person     text    not null,  -- by whom the league knows them
    primary key (tournament, entrant)
) strict, without rowid;

-- Names that belong to such a person, whichever key signs the bot. Their rows in holder have the last one that did.
create table personal (
    tournament integer not null references tournament,
    spelling   text    not null,  -- as in holder
    person     text    not null,
    primary key (tournament, spelling)
) strict, without rowid;
