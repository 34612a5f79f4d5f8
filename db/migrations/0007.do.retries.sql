-- When a push may be tried again is known to the process that speaks for the connection; the next one simply tries.
alter table connections drop column push_failures, drop column push_due_at;
