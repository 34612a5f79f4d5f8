-- Photos of housekeeping tasks. A task lists its photos, so that whatever reads or returns tasks needs no second table; only who asks for a photo reads its bytes.
alter table tasks add column photos jsonb not null default '[]' check (jsonb_typeof(photos) = 'array');
comment on column tasks.photos is 'its photos in the order in which they were added: [{photoId, addedAt}]; their bytes are in task_photos';

create sequence task_photo_id;
create table task_photos (
  hotel_id bigint not null,
  photo_id bigint not null default nextval('task_photo_id'),
  task_id bigint not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  content bytea not null check (length(content) between 1 and 1000000),
  added_at timestamptz not null,
  primary key (hotel_id, photo_id),
  foreign key (hotel_id, task_id) references tasks
);
create index task_photos_by_task on task_photos (hotel_id, task_id);
-- Pictures are compressed already.
alter table task_photos alter column content set storage external;

comment on table task_photos is 'Photos of housekeeping tasks. Rows are never changed.';
comment on column task_photos.type is 'content type, determined from the bytes';
comment on column task_photos.content is 'the picture, without what says where and with which device it was taken';
comment on column task_photos.added_at is 'when it was added to the task';
