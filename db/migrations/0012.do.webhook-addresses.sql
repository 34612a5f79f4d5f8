-- The address of a webhook may hold a password or a token: it is kept encrypted, and `url` shows it with those hidden.
-- Encrypting needs the key of the installation, so addresses made before are encrypted when innwire starts; until then
-- sealed_url is null and `url` is the address itself.

alter table webhooks add column sealed_url bytea;
