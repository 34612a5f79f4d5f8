-- Holds: bookings that take their nights before they are confirmed, for a limited time.
alter table reservations drop constraint reservations_status_check;
alter table reservations
  add constraint reservations_status_check
    check (status in ('confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled', 'held')),
  add column held_until timestamptz,
  add constraint reservations_held_until_check
    check (case status when 'held' then held_until is not null when 'cancelled' then true else held_until is null end);

create index reservations_by_hold_end on reservations (held_until) where status = 'held';

comment on column reservations.held_until is 'until when an unconfirmed booking holds its nights; stays when it ends unconfirmed (cancelled), null once it is confirmed; null = was never only held';
