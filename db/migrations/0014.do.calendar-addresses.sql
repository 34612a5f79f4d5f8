-- The address of a calendar at a channel is its password: it is kept encrypted, and `ical_url` shows it with the secret
-- parts hidden. Encrypting needs the key of the installation, so addresses stored before are encrypted when innwire
-- starts; until then sealed_ical_url is null and `ical_url` is the address itself.

alter table connection_rooms add column sealed_ical_url bytea;
