// /session: signing in and out, the devices of a person, and the password.
import type { Static } from 'typebox';
import type { Queryable } from '../../db/database.ts';
import { type SignedInPerson, STAFF_ROLES } from '../../model/staff.ts';
import { awaitsFirstOwner } from '../../pms/first-owner.ts';
import { listOpenedProperties } from '../../pms/opened-properties.ts';
import { signInByPasskey, siteOf } from '../../pms/passkeys.ts';
import { findSharedScreen, suspendSession } from '../../pms/shared-screens.ts';
import { changePassword, requireLink, signInByLink, signInByPassword } from '../../pms/sign-ins.ts';
import { endSession, listSessions, type NewSession, type StartedSession } from '../../pms/user-sessions.ts';
import { findUser, setLanguage } from '../../pms/users.ts';
import { invalidData, Problem } from '../../problems.ts';
import { toLanguage } from '../input.ts';
import { type BrowserRequest, type InstallationCall, installationOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { array, boolean, id, nullable, object, optional, text, verbatim } from '../schema.ts';
import {
  clearCookie,
  LOOPBACK_COOKIE,
  OTHER_PERSON,
  OTHER_PERSON_HEADERS,
  SECURE_COOKIE,
  setCookie,
} from './cookie.ts';
import { rememberDevice } from './known-device.ts';
import { newPassword, passkeyCredential, sessionSchema, signedInSchema, signInCode } from './records.ts';
import { limitConfirmation, signedInPerson } from './signed-in-person.ts';

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
  code: optional(signInCode),
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
    boolean({ description: "a person's own device: stays signed in for 30 days", example: false }),
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
    'Signs a person in, with name or e-mail address and password, with a passkey that signed a challenge of `POST /session/passkeys/sign-in-options`, or with the secret of a link, which can be used once and may set a password at the same time. A person with a second factor sends a `code` with the password or the secret; without it the answer is `code_required`, and nothing is used up. The answer sets the cookie of the new session; the session that the browser had before ends; on a shared screen its person resumes it by PIN. A session ends after 12 hours without a request, on a phone after 30 days.',
  problems: [
    'sign_in_refused',
    'link_not_valid',
    'code_required',
    'code_refused',
    'passkey_refused',
    'passkeys_not_possible',
    'https_required',
  ],
  headers: { 'set-cookie': 'the session, and by what the device is known from now on' },
  body: signInBody,
  answer: signedInSchema,
  withoutSession: true,
  run: async ({ db, now, baseUrl, browser }, { body }) => {
    const { cookie, person, device, knownDevice, screenCookie, limitAttempts } = browser!;
    if (cookie === null) throw new Problem('https_required');
    const screenId = await findSharedScreen(db, screenCookie);
    const isPhone = (body.is_phone ?? false) && screenId === null;
    const wanted = { cookie, device: body.device ?? device, isPhone, screenId };
    const started = await startSession({ db, now, baseUrl, limitAttempts }, body, wanted);
    if (person?.userId === started.userId) await endSession(db, person, now);
    else if (person) await suspendSession(db, person, screenId, now);
    const answer = await readSignedIn(db, started, now);
    return {
      answer,
      replayed: false,
      headers: {
        'set-cookie': [
          setCookie(cookie, started.secret, wanted),
          rememberDevice(db.secrets, cookie, knownDevice, answer),
        ],
      },
    };
  },
});

export const readSignInLinkOperation = installationOperation({
  name: 'readSignInLink',
  audience: ['session'],
  method: 'POST',
  path: `${path}/link`,
  tag,
  summary: 'Read whom a link signs in',
  description:
    'Says whom the secret of a link signs in, and where, without using it up: for the page on which the person chooses a password.',
  problems: ['link_not_valid'],
  body: object({
    secret: verbatim(
      text({
        description: 'what stands behind # in the link',
        maxLength: 100,
        example: 'o3Jm2TzYw0aVh1Q7gkq9nXf5dL8sRbCe4uPiK6MtZEo',
      }),
    ),
  }),
  answer: object({
    name: text({ example: 'Maria' }),
    properties: array(text(), {
      description: 'names of the properties where the person may work, by id',
      example: ['Quinta do Mar'],
    }),
    is_first_owner: boolean({
      description: 'the person is the first owner, who has not chosen a name yet',
      example: false,
    }),
  }),
  withoutSession: true,
  run: async ({ db, now, browser }, { body: { secret } }) => {
    const userId = await browser!.limitAttempts({ of: 'link' }, () => requireLink(db, secret, now));
    const { name, role } = await findUser(db, userId, null, now);
    const properties = await readOpened(db, userId, role !== null);
    const isFirstOwner = await awaitsFirstOwner(db, now);
    const answer = { name, properties: properties.map((one) => one.name), is_first_owner: isFirstOwner };
    return { answer, replayed: false };
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
  headers: { 'set-cookie': 'removes the session', ...OTHER_PERSON_HEADERS },
  answer: object({ signed_in: boolean({ description: 'always false', example: false }) }),
  withoutSession: true,
  run: async ({ db, now, browser }) => {
    const { person, cookie } = browser!;
    if (person) await endSession(db, person, now);
    const name = cookie ?? LOOPBACK_COOKIE;
    return {
      answer: { signed_in: false },
      replayed: false,
      headers: {
        'set-cookie': clearCookie(name === SECURE_COOKIE ? SECURE_COOKIE : LOOPBACK_COOKIE),
        ...OTHER_PERSON,
      },
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
    const { db, now } = call;
    const { current_password: current = null, new_password: wanted } = body;
    const person = signedInPerson(call);
    await limitConfirmation(call, () => changePassword(db, person, { current, wanted }, now));
    return { answer: await readSignedIn(db, person, now), replayed: false };
  },
});

/** The context of signing in. */
type SignIn = Pick<InstallationCall, 'db' | 'now' | 'baseUrl'> & Pick<BrowserRequest, 'limitAttempts'>;

/** Starts the session that a request asks for. Throws `invalid_data` unless it has a name with a password, a passkey, or a secret. */
async function startSession(
  { db, now, baseUrl, limitAttempts }: SignIn,
  body: Static<typeof signInBody>,
  wanted: NewSession,
): Promise<StartedSession> {
  const { name, password, secret, passkey, code = null } = body;
  if (passkey !== undefined) {
    const beside = (['name', 'password', 'secret', 'code'] as const).find(
      (member) => body[member] !== undefined,
    );
    if (beside) throw invalidData({ field: 'passkey', rule: 'not_together', member: beside });
    return limitAttempts({ of: 'passkey' }, async () =>
      signInByPasskey(db, { credential: passkey, site: siteOf(baseUrl) }, wanted, now),
    );
  }
  if (secret !== undefined) {
    if (name !== undefined) throw invalidData({ field: 'secret', rule: 'not_together', member: 'name' });
    const { minLength, maxLength } = newPassword as { minLength?: number; maxLength?: number };
    if (password !== undefined && password.length < minLength!)
      throw invalidData({ field: 'password', rule: 'too_short', limit: minLength! });
    if (password !== undefined && password.length > maxLength!)
      throw invalidData({ field: 'password', rule: 'too_long', limit: maxLength! });
    const given = { secret, password: password ?? null, code };
    return limitAttempts({ of: 'link' }, () => signInByLink(db, given, wanted, now));
  }
  if (name === undefined) throw invalidData({ field: 'name', rule: 'required' });
  if (password === undefined) throw invalidData({ field: 'password', rule: 'required' });
  const given = { name: name.trim(), password, code };
  return limitAttempts({ of: 'password', name }, () => signInByPassword(db, given, wanted, now));
}

/** Returns the record of a person who is signed in. */
export async function readSignedIn(
  db: Queryable,
  { userId, sessionId }: SignedInPerson,
  now: Temporal.Instant,
): Promise<Static<typeof signedInSchema>> {
  const user = await findUser(db, userId, null, now);
  const properties = await readOpened(db, userId, user.role !== null);
  return {
    user_id: userId,
    name: user.name,
    email: user.email,
    language: user.language,
    has_password: user.hasPassword,
    has_pin: user.hasPin,
    has_second_factor: user.hasSecondFactor,
    recovery_codes_left: user.recoveryCodesLeft,
    session_id: sessionId,
    all_properties: user.role !== null,
    properties: properties.flatMap(({ hotelId, name, archivedAt }) => {
      const role = user.role ?? user.roles.find((one) => one.hotelId === hotelId)?.role;
      if (!role) return [];
      const { access, scopes } = STAFF_ROLES[role];
      const opened = { access, scopes: scopes && [...scopes] };
      return [{ hotel_id: hotelId, name, role, ...opened, archived: archivedAt !== null }];
    }),
  };
}

/** Returns the properties where a person may work, by id. `isEverywhere`: the role applies at every property. */
function readOpened(db: Queryable, userId: number, isEverywhere: boolean) {
  const opener = { tokenId: null, userId, opens: isEverywhere ? 'all' : 'named' } as const;
  return listOpenedProperties(db, opener, { size: MAX_PROPERTIES, after: null });
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
