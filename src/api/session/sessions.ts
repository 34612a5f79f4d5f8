// /session: signing in and out, the devices of a person, and the password.
import type { Static } from 'typebox';
import type { Queryable } from '../../db/database.ts';
import { STAFF_ROLES } from '../../model/staff.ts';
import { listOpenedProperties } from '../../pms/opened-properties.ts';
import { signInByPasskey, siteOf } from '../../pms/passkeys.ts';
import { findSharedScreen, suspendSession } from '../../pms/shared-screens.ts';
import {
  changePassword,
  endSession,
  listSessions,
  type NewSession,
  type StartedSession,
  signInByLink,
  signInByPassword,
} from '../../pms/user-sessions.ts';
import { findUser, setLanguage } from '../../pms/users.ts';
import { invalidData, Problem } from '../../problems.ts';
import { toLanguage } from '../input.ts';
import { type BrowserRequest, type InstallationCall, installationOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { array, boolean, id, nullable, object, optional, text, verbatim } from '../schema.ts';
import { clearCookie, LOOPBACK_COOKIE, SECURE_COOKIE, setCookie } from './cookie.ts';
import { newPassword, passkeyCredential, sessionSchema, signedInSchema } from './records.ts';

const tag = 'Session';
const path = '/session';

/** Properties that the answer names; the others are found with `GET properties`. */
const MAX_PROPERTIES = 1_000;

const signInBody = object({
  name: optional(text({ description: 'name or e-mail address', maxLength: 254, example: 'Maria' })),
  password: optional(
    verbatim(
      text({
        description: 'with `name`: the password; with `secret`: the password that the person chooses',
        maxLength: 1_000,
        example: 'nine doors and a bell',
      }),
    ),
  ),
  secret: optional(
    verbatim(
      text({
        description: 'what stands behind # in a link, instead of `name`',
        maxLength: 100,
        example: 'o3Jm2TzYw0aVh1Q7gkq9nXf5dL8sRbCe4uPiK6MtZEo',
      }),
    ),
  ),
  passkey: optional(passkeyCredential),
  device: optional(
    text({
      description: 'name of the device in the list of sessions; absent = browser and system',
      minLength: 1,
      maxLength: 100,
      example: 'Reception',
    }),
  ),
  is_phone: optional(
    boolean({ description: "a person's own phone: stays signed in for 30 days", example: false }),
  ),
});

export const getSessionOperation = installationOperation({
  name: 'getSession',
  audience: ['session'],
  method: 'GET',
  path,
  tag,
  summary: 'Read who is signed in',
  description:
    'The person of the session cookie, with the properties and the role at each. In every path of this API the word `session` stands for this person in place of a token; `hotel_id` says which of the properties a request concerns.',
  problems: ['not_signed_in'],
  answer: signedInSchema,
  run: async (call) => ({
    answer: await readSignedIn(call.db, signedInPerson(call), call.now),
    replayed: false,
  }),
});

export const signInOperation = installationOperation({
  name: 'signIn',
  audience: ['session'],
  method: 'POST',
  path,
  tag,
  summary: 'Sign in',
  description:
    'Signs a person in, with name or e-mail address and password, with a passkey that signed a challenge of `POST /session/passkeys/sign-in-options`, or with the secret of a link, which can be used once and may set a password at the same time. The answer sets the cookie of the new session; the session that the browser had before ends; on a shared screen its person resumes it by PIN. A session ends after 12 hours without a request, on a phone after 30 days.',
  problems: [
    'sign_in_refused',
    'link_not_valid',
    'passkey_refused',
    'passkeys_not_possible',
    'https_required',
  ],
  headers: { 'set-cookie': 'the session' },
  body: signInBody,
  answer: signedInSchema,
  withoutSession: true,
  run: async ({ db, now, baseUrl, browser }, { body }) => {
    const { cookie, person, device, screenCookie, countAttempt } = browser!;
    if (cookie === null) throw new Problem('https_required');
    const screenId = await findSharedScreen(db, screenCookie);
    const isPhone = (body.is_phone ?? false) && screenId === null;
    const wanted = { cookie, device: body.device ?? device, isPhone, screenId };
    const started = await startSession({ db, now, baseUrl, countAttempt }, body, wanted);
    if (person?.userId === started.userId) await endSession(db, person, now);
    else if (person) await suspendSession(db, person, screenId, now);
    return {
      answer: await readSignedIn(db, started, now),
      replayed: false,
      headers: { 'set-cookie': setCookie(cookie, started.secret, wanted) },
    };
  },
});

export const signOutOperation = installationOperation({
  name: 'signOut',
  audience: ['session'],
  method: 'DELETE',
  path,
  tag,
  summary: 'Sign out',
  description: 'Ends the session of this browser and removes its cookie. Without a session nothing changes.',
  problems: [],
  headers: { 'set-cookie': 'removes the session' },
  answer: object({ signed_in: boolean({ description: 'always false', example: false }) }),
  withoutSession: true,
  run: async ({ db, now, browser }) => {
    const { person, cookie } = browser!;
    if (person) await endSession(db, person, now);
    const name = cookie ?? LOOPBACK_COOKIE;
    return {
      answer: { signed_in: false },
      replayed: false,
      headers: { 'set-cookie': clearCookie(name === SECURE_COOKIE ? SECURE_COOKIE : LOOPBACK_COOKIE) },
    };
  },
});

export const changeSessionOperation = installationOperation({
  name: 'changeSession',
  audience: ['session'],
  method: 'PATCH',
  path,
  tag,
  summary: 'Choose the language',
  description:
    'Sets the language of the pages that the person sees, on all devices. Name and e-mail address are changed by owners, because the log shows colleagues who made a change.',
  problems: ['not_signed_in'],
  body: object({
    language: nullable(
      text({
        description: 'language tag (BCP 47); null = as the browser says',
        minLength: 1,
        maxLength: 35,
        example: 'pt',
      }),
    ),
  }),
  answer: signedInSchema,
  run: async (call, { body: { language } }) => {
    const { db, now } = call;
    const person = signedInPerson(call);
    await setLanguage(db, person.userId, language && toLanguage(language, 'language'));
    return { answer: await readSignedIn(db, person, now), replayed: false };
  },
});

export const listSessionsOperation = installationOperation({
  name: 'listSessions',
  audience: ['session'],
  method: 'GET',
  path: `${path}/devices`,
  tag,
  summary: 'List the devices of the person',
  description: 'The devices on which the person is signed in, the one used last first.',
  problems: ['not_signed_in'],
  answer: array(sessionSchema),
  run: async (call) => ({ answer: await readSessions(call), replayed: false }),
});

export const revokeSessionOperation = installationOperation({
  name: 'revokeSession',
  audience: ['session'],
  method: 'DELETE',
  path: `${path}/devices/{session_id}`,
  tag,
  summary: 'Sign a device out',
  description:
    'Ends one session of the person at once, such as that of a lost phone. The answer lists the others.',
  problems: ['not_signed_in', 'not_found'],
  params: object({ session_id: id('session', 1) }),
  answer: array(sessionSchema),
  run: async (call, { params }) => {
    const { userId } = signedInPerson(call);
    await endSession(call.db, { userId, sessionId: params.session_id }, call.now);
    return { answer: await readSessions(call), replayed: false };
  },
});

export const changePasswordOperation = installationOperation({
  name: 'changePassword',
  audience: ['session'],
  method: 'POST',
  path: `${path}/password`,
  tag,
  summary: 'Change the password',
  description:
    'Gives the person another password and signs all other devices out. A person who has none yet needs no present one.',
  problems: ['not_signed_in', 'wrong_password', 'full_sign_in_required'],
  body: object({
    current_password: optional(
      verbatim(
        text({ description: 'the present password', maxLength: 1_000, example: 'eight doors and a bell' }),
      ),
    ),
    new_password: newPassword,
  }),
  answer: signedInSchema,
  run: async (call, { body }) => {
    const { db, now, browser } = call;
    const person = signedInPerson(call);
    const { name } = await findUser(db, person.userId, null, now);
    const succeeded = browser!.countAttempt(name);
    await changePassword(
      db,
      person,
      { current: body.current_password ?? null, wanted: body.new_password },
      now,
    );
    succeeded();
    return { answer: await readSignedIn(db, person, now), replayed: false };
  },
});

/** The context of signing in. */
type SignIn = Pick<InstallationCall, 'db' | 'now' | 'baseUrl'> & Pick<BrowserRequest, 'countAttempt'>;

/** Starts the session that a request asks for. Throws `invalid_data` unless it has a name with a password, a passkey, or a secret. */
async function startSession(
  { db, now, baseUrl, countAttempt }: SignIn,
  body: Static<typeof signInBody>,
  wanted: NewSession,
): Promise<StartedSession> {
  const { name, password, secret, passkey } = body;
  if (passkey !== undefined) {
    const beside = (['name', 'password', 'secret'] as const).find((member) => body[member] !== undefined);
    if (beside) throw invalidData({ field: 'passkey', rule: 'not_together', member: beside });
    const succeeded = countAttempt(null);
    const given = { credential: passkey, site: siteOf(baseUrl) };
    const started = await signInByPasskey(db, given, wanted, now);
    succeeded();
    return started;
  }
  if (secret !== undefined) {
    if (name !== undefined) throw invalidData({ field: 'secret', rule: 'not_together', member: 'name' });
    const { minLength, maxLength } = newPassword as { minLength?: number; maxLength?: number };
    if (password !== undefined && password.length < minLength!)
      throw invalidData({ field: 'password', rule: 'too_short', limit: minLength! });
    if (password !== undefined && password.length > maxLength!)
      throw invalidData({ field: 'password', rule: 'too_long', limit: maxLength! });
    const succeeded = countAttempt(null);
    const started = await signInByLink(db, { secret, password: password ?? null }, wanted, now);
    succeeded();
    return started;
  }
  if (name === undefined) throw invalidData({ field: 'name', rule: 'required' });
  if (password === undefined) throw invalidData({ field: 'password', rule: 'required' });
  const succeeded = countAttempt(name);
  const started = await signInByPassword(db, { name: name.trim(), password }, wanted, now);
  succeeded();
  return started;
}

/** Returns who is signed in. The access of /session has refused requests of nobody. */
export function signedInPerson({ browser }: InstallationCall): NonNullable<BrowserRequest['person']> {
  return browser!.person!;
}

/** Returns the record of a person who is signed in. */
export async function readSignedIn(
  db: Queryable,
  { userId, sessionId }: { userId: number; sessionId: number },
  now: Temporal.Instant,
): Promise<Static<typeof signedInSchema>> {
  const user = await findUser(db, userId, null, now);
  const opener = { tokenId: null, userId, opens: user.role === null ? 'named' : 'all' } as const;
  const properties = await listOpenedProperties(db, opener, { size: MAX_PROPERTIES, after: null });
  return {
    user_id: userId,
    name: user.name,
    email: user.email,
    language: user.language,
    has_password: user.hasPassword,
    has_pin: user.hasPin,
    session_id: sessionId,
    all_properties: user.role !== null,
    properties: properties.flatMap(({ hotelId, name }) => {
      const role = user.role ?? user.roles.find((one) => one.hotelId === hotelId)?.role;
      if (!role) return [];
      const { access, scopes } = STAFF_ROLES[role];
      return [{ hotel_id: hotelId, name, role, access, scopes: scopes && [...scopes] }];
    }),
  };
}

async function readSessions(call: InstallationCall): Promise<Static<typeof sessionSchema>[]> {
  const { userId, sessionId } = signedInPerson(call);
  return (await listSessions(call.db, userId, call.now)).map((from) => ({
    session_id: from.sessionId,
    device: from.device,
    is_phone: from.isPhone,
    is_shared_screen: from.isOnSharedScreen,
    began_with: from.beganWith,
    created_at: presentMoment(from.createdAt),
    last_seen_at: presentMoment(from.lastSeenAt),
    expires_at: presentMoment(from.expiresAt),
    is_current: from.sessionId === sessionId,
  }));
}
