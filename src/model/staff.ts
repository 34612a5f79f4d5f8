// People who sign in: their roles, and what each of them opens.
import { type Scopes, TOKEN_PRESETS } from './scope.ts';
import type { TokenAccess } from './token.ts';

/** What a role opens of a property, in the terms of tokens, with the sentence that docs and descriptions show. */
export const STAFF_ROLES = {
  owner: { access: 'full', scopes: null, sees: 'everything, and decides who may sign in' },
  manager: {
    access: 'full',
    scopes: null,
    sees: 'everything except who may sign in, and what would outlive the role: tokens and webhooks',
  },
  desk: {
    access: 'full',
    scopes: [
      'bookings:read',
      'bookings:write',
      'contacts',
      'availability:read',
      'housekeeping',
      'messages',
      'ledger',
      'ledger:write',
    ],
    sees: 'stays, guests, the calendar, conversations and folios; books, moves, checks in and out, and replies; sets no prices',
  },
  housekeeping: {
    access: 'full',
    scopes: ['housekeeping'],
    sees: 'units with their condition and next arrival, closures and tasks, and changes them; no bookings, no names, and no amounts but the base rates of rooms',
  },
  accounting: {
    ...TOKEN_PRESETS.accounting,
    sees: 'bookings, the ledger and reports; changes nothing',
  },
  read: {
    access: 'read',
    scopes: ['bookings:read', 'availability:read', 'housekeeping'],
    sees: 'the calendar with its stays, without personal data of guests; changes nothing',
  },
} as const satisfies Record<string, { access: TokenAccess; scopes: Scopes; sees: string }>;

export type StaffRole = keyof typeof STAFF_ROLES;

export const STAFF_ROLE_NAMES = Object.keys(STAFF_ROLES) as StaffRole[];

/** Whether a role opens anything that another one does not; `before`: null = no role. */
export function opensMore(role: StaffRole, before: StaffRole | null): boolean {
  if (before === null || (role === 'owner' && before !== 'owner')) return true;
  const [now, then] = [STAFF_ROLES[role], STAFF_ROLES[before]];
  if (then.scopes === null) return false;
  const opened: readonly string[] = then.scopes;
  return (
    now.scopes === null ||
    now.scopes.some((scope) => !opened.includes(scope)) ||
    (then.access === 'read' && now.access !== 'read')
  );
}

/** Maximum characters of a person's name. */
export const MAX_USER_NAME = 100;
export const MIN_PASSWORD_LENGTH = 10;
/** A longer password gains nothing and costs time. */
export const MAX_PASSWORD_LENGTH = 200;

/** A PIN is as long as this, in digits. It opens only screens on which the person has signed in before. */
export const MIN_PIN_LENGTH = 4;
export const MAX_PIN_LENGTH = 8;
/** After so many wrong PINs a person has to sign in on the screen again. */
export const MAX_WRONG_PINS = 5;
/** A PIN resumes a session on a shared screen for so many days after the last use. */
export const PIN_DAYS = 30;

/** After so many wrong codes of the app in a row only a recovery code is accepted. */
export const MAX_WRONG_CODES = 10;
/** Recovery codes that a person gets at once. */
export const RECOVERY_CODES = 10;

/**
 * Returns a name as it is stored and compared: characters that look the same or cannot be seen make no other name (Unicode NFKC, without
 * ignorable ones), nor do several spaces.
 */
export function normalizeUserName(name: string): string {
  // Normalized last: a character that nobody can see between a letter and its accent keeps them from becoming one.
  const visible = name.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '').normalize('NFKC');
  return visible.replaceAll(/\s+/g, ' ').trim();
}

/** Returns what is equal for all ways to type a name or an e-mail address that mean the same person. */
export function signInKey(name: string): string {
  return normalizeUserName(name).toLowerCase();
}

/** Passkeys that a person may have. */
export const MAX_PASSKEYS = 20;

/** Returns whether a PIN is among those that everybody tries first: equal digits, or digits in a row. */
export function isGuessablePin(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, i) => Number(digit) - Number(pin[i])));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!);
}

/** How a session began. */
export const SIGN_IN_WAYS = ['password', 'link', 'pin', 'passkey'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** A person who is signed in, in one of the person's sessions. */
export type SignedInPerson = { userId: number; sessionId: number };

/** A device stays signed in for this time without a request. */
export const SESSION_HOURS = { desk: 12, phone: 30 * 24 } as const;
/** A link that signs in once is valid for this time. */
export const LINK_HOURS = 48;

/** Returns the address that signs a person in. The secret stands behind #, which browsers do not send and servers do not log. */
export function signInLink(baseUrl: string, secret: string): string {
  return `${baseUrl}/desk/welcome#${secret}`;
}
