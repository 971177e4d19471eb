-- How often the lead of a match has changed, as played.Lead counts it; null if nobody has counted.
alter table match add column lead_changes integer;
