-- Inquiries of erased guests are marked, so that later messages of their conversations do not bring the name back.
alter table inquiries add column erased_at timestamptz;
comment on column inquiries.erased_at is 'when its guest was erased: later messages are stored without the name, and without their text if it was written before; null = was not';
