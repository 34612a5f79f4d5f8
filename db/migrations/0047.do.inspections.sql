-- Inspections: in properties that inspect their units, a cleaned unit gets a task, and is ready for a guest once that is done.
alter table tasks add column inspection boolean not null default false;
create index open_inspections on tasks (hotel_id, unit_id) where inspection and status in ('pending', 'in_progress');
comment on column tasks.inspection is 'made by innwire when its unit became clean in a property that inspects its units; done, it makes the unit inspected';
