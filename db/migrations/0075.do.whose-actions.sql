-- Attempts to sign in are entries as well, with whose account it was.
comment on column operator_actions.user_id is 'the person who was signed in, signs in, or as whom somebody tried to; null = whoever has the operator key';
