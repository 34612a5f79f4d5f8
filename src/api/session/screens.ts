// /session/screen: a screen that several people share, on which they switch by PIN.
import type { Static } from 'typebox';
import {
  isGuessablePin,
  MAX_PIN_LENGTH,
  MAX_WRONG_PINS,
  MIN_PIN_LENGTH,
  PIN_DAYS,
} from '../../model/staff.ts';
import {
  endSharing,
  findSharedScreen,
  listScreenUsers,
  setPin,
  shareScreen,
  suspendSession,
  switchByPin,
} from '../../pms/shared-screens.ts';
import { invalidData, Problem } from '../../problems.ts';
import { requireFullSignIn } from '../admission.ts';
import { type InstallationCall, installationOperation } from '../operation.ts';
import { id, nullable, object, text, verbatim } from '../schema.ts';
import {
  clearCookie,
  nameOfScreenCookie,
  OTHER_PERSON,
  OTHER_PERSON_HEADERS,
  setCookie,
  setLastingCookie,
} from './cookie.ts';
import { confirmingPassword, sharedScreenSchema, signedInSchema } from './records.ts';
import { readSignedIn } from './sessions.ts';
import { limitConfirmation, signedInPerson } from './signed-in-person.ts';

const tag = 'Session';
const path = '/session/screen';

const pinExample = '2580';
const pinMember = (description: string) =>
  verbatim(text({ description, minLength: 1, maxLength: 20, example: pinExample }));

export const getSharedScreenOperation = installationOperation({
  name: 'getSharedScreen',
  audience: ['session'],
  method: 'GET',
  path,
  tag,
  summary: 'Read who shares the screen',
  description: `Whether this browser is a screen that several people share, and who may take it over with a PIN: everybody who has signed in on it, for ${PIN_DAYS} days after the last use, until they sign out.`,
  problems: [],
  answer: sharedScreenSchema,
  withoutSession: true,
  run: async (call) => ({ answer: await readScreen(call), replayed: false }),
});

export const shareScreenOperation = installationOperation({
  name: 'shareScreen',
  audience: ['session'],
  method: 'POST',
  path,
  tag,
  summary: 'Share the screen',
  description:
    'Declares this browser a screen that several people share. The answer sets a second cookie, by which the browser is known as this screen; it opens nothing by itself. A session that began with a PIN cannot: the PIN would be valid on a device on which the person has never signed in.',
  problems: ['not_signed_in', 'full_sign_in_required', 'https_required'],
  headers: { 'set-cookie': 'the screen' },
  answer: sharedScreenSchema,
  run: async (call) => {
    const { db, now } = call;
    const { cookie, screenCookie } = call.browser!;
    if (cookie === null) throw new Problem('https_required');
    if ((await findSharedScreen(db, screenCookie)) !== null)
      return { answer: await readScreen(call), replayed: false };
    const name = nameOfScreenCookie(cookie);
    requireFullSignIn(call.browser!.person!.holder);
    const secret = await shareScreen(db, signedInPerson(call), name, now);
    const browser = { ...call.browser!, screenCookie: { cookie: name, secret } };
    return {
      answer: await readScreen({ ...call, browser }),
      replayed: false,
      headers: { 'set-cookie': setLastingCookie(name, secret) },
    };
  },
});

export const endSharingOperation = installationOperation({
  name: 'endSharing',
  audience: ['session'],
  method: 'DELETE',
  path,
  tag,
  summary: 'End the sharing of the screen',
  description:
    'Makes this browser an ordinary one again: everybody else who signed in on it is signed out there.',
  problems: ['not_signed_in'],
  headers: { 'set-cookie': 'removes the screen' },
  answer: sharedScreenSchema,
  run: async (call) => {
    const { screenCookie } = call.browser!;
    const screenId = await findSharedScreen(call.db, screenCookie);
    if (screenId !== null) await endSharing(call.db, screenId, signedInPerson(call), call.now);
    return {
      answer: { is_shared: false, people: [] },
      replayed: false,
      ...(screenCookie && { headers: { 'set-cookie': clearCookie(screenCookie.cookie) } }),
    };
  },
});

export const switchPersonOperation = installationOperation({
  name: 'switchPerson',
  audience: ['session'],
  method: 'POST',
  path: `${path}/switch`,
  tag,
  summary: 'Switch to another person by PIN',
  description: `Gives a shared screen to a person who has signed in on it before. The cookie gets a new secret; what came with the former one is refused from then on, and the person before takes the screen back with a PIN as well. After ${MAX_WRONG_PINS} wrong PINs a person has to sign in on this screen with a password or a link.`,
  problems: ['screen_not_shared', 'pin_refused', 'pin_locked', 'https_required'],
  headers: { 'set-cookie': 'the session', ...OTHER_PERSON_HEADERS },
  body: object({ user_id: id('person', 1), pin: pinMember('of that person') }),
  answer: signedInSchema,
  withoutSession: true,
  run: async ({ db, now, browser }, { body: { user_id: userId, pin } }) => {
    const { cookie, person, screenCookie, limitAttempts } = browser!;
    if (cookie === null) throw new Problem('https_required');
    const screenId = await findSharedScreen(db, screenCookie);
    if (screenId === null) throw new Problem('screen_not_shared');
    const wanted = { screenId, userId, pin, before: person, cookie };
    const started = await limitAttempts({ of: 'pin', screenId, userId }, () => switchByPin(db, wanted, now));
    return {
      answer: await readSignedIn(db, started, now),
      replayed: false,
      headers: { 'set-cookie': setCookie(cookie, started.secret, { isPhone: false }), ...OTHER_PERSON },
    };
  },
});

export const lockScreenOperation = installationOperation({
  name: 'lockScreen',
  audience: ['session'],
  method: 'POST',
  path: `${path}/lock`,
  tag,
  summary: 'Lock the shared screen',
  description:
    'Ends the session in this browser and keeps the person on the list of the screen, so that a PIN opens it again. Signing out removes the person from the list.',
  problems: ['screen_not_shared'],
  headers: { 'set-cookie': 'removes the session', ...OTHER_PERSON_HEADERS },
  answer: sharedScreenSchema,
  withoutSession: true,
  run: async (call) => {
    const { db, now } = call;
    const { person, cookie, screenCookie } = call.browser!;
    const screenId = await findSharedScreen(db, screenCookie);
    if (screenId === null) throw new Problem('screen_not_shared');
    if (person) await suspendSession(db, person, screenId, now);
    return {
      answer: await readScreen(call),
      replayed: false,
      headers: { ...(cookie && { 'set-cookie': clearCookie(cookie) }), ...OTHER_PERSON },
    };
  },
});

export const setPinOperation = installationOperation({
  name: 'setPin',
  audience: ['session'],
  method: 'PUT',
  path: '/session/pin',
  tag,
  summary: 'Choose a PIN',
  description:
    'Gives the person a PIN for screens that several people share, or takes it away. It is stored only as a hash, and signs nobody in on a device on which the person has not signed in before. Other sessions that began with the former PIN are locked.',
  problems: ['not_signed_in', 'wrong_password', 'full_sign_in_required'],
  body: object({
    pin: nullable(
      pinMember(
        `${MIN_PIN_LENGTH} to ${MAX_PIN_LENGTH} digits, not all the same and not in a row; null = no PIN`,
      ),
    ),
    current_password: confirmingPassword,
  }),
  answer: signedInSchema,
  run: async (call, { body }) => {
    const { db, now } = call;
    const { pin, current_password: password = null } = body;
    const person = signedInPerson(call);
    if (pin !== null) requirePin(pin);
    await limitConfirmation(call, () => setPin(db, person, { pin, password }, now));
    return { answer: await readSignedIn(db, person, now), replayed: false };
  },
});

function requirePin(pin: string): void {
  if (!/^[0-9]*$/.test(pin)) throw invalidData({ field: 'pin', rule: 'wrong_pattern', example: pinExample });
  if (pin.length < MIN_PIN_LENGTH || pin.length > MAX_PIN_LENGTH)
    throw invalidData({ field: 'pin', rule: 'wrong_length', least: MIN_PIN_LENGTH, most: MAX_PIN_LENGTH });
  if (isGuessablePin(pin)) throw invalidData({ field: 'pin', rule: 'guessable' });
}

async function readScreen({
  db,
  now,
  browser,
}: InstallationCall): Promise<Static<typeof sharedScreenSchema>> {
  const screenId = await findSharedScreen(db, browser!.screenCookie);
  if (screenId === null) return { is_shared: false, people: [] };
  const people = await listScreenUsers(db, screenId, now);
  return {
    is_shared: true,
    people: people.map((one) => ({
      user_id: one.userId,
      name: one.name,
      has_pin: one.hasPin,
      is_locked: one.isLocked,
    })),
  };
}
