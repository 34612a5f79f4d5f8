// /session/passkeys: the passkeys of a person, and the challenge that one signs to sign in.
import type { Static } from 'typebox';
import {
  addPasskey,
  beginPasskey,
  beginSignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  siteOf,
} from '../../pms/passkeys.ts';
import { toName } from '../input.ts';
import { type InstallationCall, installationOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { array, id, object, text } from '../schema.ts';
import { confirmingPassword, passkeyCredential, passkeyOptionsSchema, passkeySchema } from './records.ts';
import { limitConfirmation, signedInPerson } from './signed-in-person.ts';

const tag = 'Session';
const path = '/session/passkeys';
const params = object({ passkey_id: id('passkey', 1) });
const MAX_NAME = 100;

const passkeyName = text({
  description: 'by which the person knows it',
  minLength: 1,
  maxLength: MAX_NAME,
  example: 'My phone',
});

export const listPasskeysOperation = installationOperation({
  name: 'listPasskeys',
  audience: ['session'],
  method: 'GET',
  path,
  tag,
  summary: 'List the passkeys of the person',
  description: 'The passkeys with which the person signs in, the newest last.',
  problems: ['not_signed_in'],
  answer: array(passkeySchema),
  run: async (call) => ({ answer: await readPasskeys(call), replayed: false }),
});

export const beginPasskeyOperation = installationOperation({
  name: 'beginPasskey',
  audience: ['session'],
  method: 'POST',
  path: `${path}/options`,
  tag,
  summary: 'Begin to add a passkey',
  description:
    'Returns what `navigator.credentials.create` takes. The challenge is valid for five minutes, once, and in this session. A person with a password sends it.',
  problems: [
    'not_signed_in',
    'wrong_password',
    'full_sign_in_required',
    'passkeys_not_possible',
    'too_many_passkeys',
  ],
  body: object({
    current_password: confirmingPassword,
  }),
  answer: passkeyOptionsSchema,
  run: async (call, { body }) => {
    const { db, now, baseUrl } = call;
    const confirmed = { password: body.current_password ?? null, site: siteOf(baseUrl) };
    const options = await limitConfirmation(call, () =>
      beginPasskey(db, signedInPerson(call), confirmed, now),
    );
    return { answer: { options }, replayed: false };
  },
});

export const addPasskeyOperation = installationOperation({
  name: 'addPasskey',
  audience: ['session'],
  fullSignInOnly: true,
  method: 'POST',
  path,
  tag,
  summary: 'Add a passkey',
  description:
    'Adds the passkey that a browser has made for the person. Passkeys stay when the password changes or sessions end; the person removes those of lost devices.',
  problems: ['not_signed_in', 'full_sign_in_required', 'passkey_refused', 'passkeys_not_possible'],
  body: object({ name: passkeyName, credential: passkeyCredential }),
  answer: array(passkeySchema),
  run: async (call, { body }) => {
    const { db, now, baseUrl } = call;
    const name = toName(body.name, 'name', MAX_NAME);
    const { credential } = body;
    await addPasskey(db, signedInPerson(call), { credential, name, site: siteOf(baseUrl) }, now);
    return { answer: await readPasskeys(call), replayed: false };
  },
});

export const renamePasskeyOperation = installationOperation({
  name: 'renamePasskey',
  audience: ['session'],
  fullSignInOnly: true,
  method: 'PATCH',
  path: `${path}/{passkey_id}`,
  tag,
  summary: 'Rename a passkey',
  description: 'Gives a passkey of the person another name.',
  problems: ['not_signed_in', 'full_sign_in_required', 'not_found'],
  params,
  body: object({ name: passkeyName }),
  answer: array(passkeySchema),
  run: async (call, { params: { passkey_id: passkeyId }, body }) => {
    const name = toName(body.name, 'name', MAX_NAME);
    await renamePasskey(call.db, signedInPerson(call).userId, passkeyId, name);
    return { answer: await readPasskeys(call), replayed: false };
  },
});

export const removePasskeyOperation = installationOperation({
  name: 'removePasskey',
  audience: ['session'],
  fullSignInOnly: true,
  method: 'DELETE',
  path: `${path}/{passkey_id}`,
  tag,
  summary: 'Remove a passkey',
  description:
    'Removes a passkey of the person, such as that of a lost device. The last one of a person without a password stays: it is the only way to sign in.',
  problems: ['not_signed_in', 'full_sign_in_required', 'not_found', 'last_sign_in_way'],
  params,
  answer: array(passkeySchema),
  run: async (call, { params: { passkey_id: passkeyId } }) => {
    await removePasskey(call.db, signedInPerson(call).userId, passkeyId);
    return { answer: await readPasskeys(call), replayed: false };
  },
});

export const beginPasskeySignInOperation = installationOperation({
  name: 'beginPasskeySignIn',
  audience: ['session'],
  method: 'POST',
  path: `${path}/sign-in-options`,
  tag,
  summary: 'Begin to sign in with a passkey',
  description:
    'Returns what `navigator.credentials.get` takes. The challenge is valid for five minutes and once; what the passkey makes of it goes to `POST /session`.',
  problems: ['passkeys_not_possible'],
  answer: passkeyOptionsSchema,
  withoutSession: true,
  run: async ({ db, now, baseUrl, browser }) => {
    const site = siteOf(baseUrl);
    browser!.countChallenge();
    return { answer: { options: await beginSignIn(db, site, now) }, replayed: false };
  },
});

async function readPasskeys(call: InstallationCall): Promise<Static<typeof passkeySchema>[]> {
  return (await listPasskeys(call.db, signedInPerson(call).userId)).map((from) => ({
    passkey_id: from.passkeyId,
    name: from.name,
    is_synced: from.isSynced,
    created_at: presentMoment(from.createdAt),
    last_used_at: from.lastUsedAt && presentMoment(from.lastUsedAt),
  }));
}
