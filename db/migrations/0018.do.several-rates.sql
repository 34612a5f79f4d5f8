-- A room is sold at one or several rates of its room at the channel. All of them get its prices and restrictions; none where the
-- channel has no rates.
alter table connection_rooms add column external_rates text[] not null default '{}';
update connection_rooms set external_rates = array[external_rate] where external_rate is not null;
alter table connection_rooms drop column external_rate;
