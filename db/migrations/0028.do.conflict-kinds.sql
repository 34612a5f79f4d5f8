-- The kind of a reservation's conflict, beside its text: until now the program recognised it by how the text begins.
alter table reservations add column conflict_kind text
  check (conflict_kind in ('overbooked', 'unmapped_room', 'unconfirmed', 'unlisted'));

update reservations set conflict_kind = case
    when starts_with(conflict, 'overbooked on ') then 'overbooked'
    when starts_with(conflict, 'the answer to this request ') then 'unconfirmed'
    when starts_with(conflict, 'not listed by ') then 'unlisted'
    else 'unmapped_room'
  end
where conflict is not null;

comment on column reservations.conflict_kind is 'what kind of conflict it is; null = none';
