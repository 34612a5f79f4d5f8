-- The replaced values of a change have the names of the columns that they replace, as in `nights` and `channel_nights`.
alter table night_changes rename column prices_minor to price_minor;
alter table night_changes rename column min_stays to min_stay;
alter table night_changes rename column max_stays to max_stay;
