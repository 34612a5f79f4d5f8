// Scopes: the parts of a property that a token opens, and the sets of them that common programs need.

/** Every scope with what it opens, which docs and descriptions are made from. */
export const SCOPES = {
  'bookings:read': 'bookings and their stays, units and totals, without personal data of guests',
  'bookings:write':
    'creating, changing and cancelling bookings, and giving them units; the answer is the booking',
  contacts:
    'personal data of guests: names, e-mail addresses, telephone numbers, companions, notes, profiles, and what guests wrote and were answered',
  'availability:read': 'the calendar, prices and offers',
  'availability:write': 'setting prices, availability and restrictions',
  housekeeping: 'units with their condition, closures and tasks, reading and changing them',
  'tasks:write': 'creating and changing tasks; part of `housekeeping`',
  messages: 'conversations and inquiries, and replying; their texts need `contacts` as well',
  ledger: 'ledger entries: charges, payments, refunds, expenses',
  'ledger:write':
    'posting entries: payments, refunds, charges, expenses, and their reversal; a payment confirms a hold',
  reviews: 'scores and replies of reviews; their texts need `contacts` as well',
  'reviews:write': 'replying to reviews, and reviewing guests',
  reports: 'occupancy, rates and revenue',
  settings: 'calendar links, the log of calls and of exchanges with channels, and making and archiving units',
} as const;

export type TokenScope = keyof typeof SCOPES;

export const SCOPE_NAMES = Object.keys(SCOPES) as TokenScope[];

/** What a token opens; null = everything. */
export type Scopes = readonly TokenScope[] | null;

/** Ready sets of scopes. `full` and `read` open everything. */
export const TOKEN_PRESETS = {
  full: { access: 'full', scopes: null },
  read: { access: 'read', scopes: null },
  lock: { access: 'read', scopes: ['bookings:read'] },
  housekeeping: { access: 'full', scopes: ['bookings:read', 'housekeeping'] },
  pricing: {
    access: 'full',
    scopes: ['bookings:read', 'availability:read', 'availability:write', 'reports'],
  },
  messaging: { access: 'full', scopes: ['bookings:read', 'contacts', 'messages'] },
  accounting: { access: 'read', scopes: ['bookings:read', 'contacts', 'ledger', 'reports'] },
  payments: { access: 'full', scopes: ['bookings:read', 'contacts', 'ledger', 'ledger:write'] },
} as const satisfies Record<string, { access: 'full' | 'read'; scopes: Scopes }>;

export type TokenPreset = keyof typeof TOKEN_PRESETS;

export const TOKEN_PRESET_NAMES = Object.keys(TOKEN_PRESETS) as TokenPreset[];

/** Every scope except `contacts`: what a receiver without personal data of guests gets. */
export const WITHOUT_CONTACTS: readonly TokenScope[] = SCOPE_NAMES.filter((scope) => scope !== 'contacts');

/** Scopes that are part of another one. */
const PART_OF: { [S in TokenScope]?: TokenScope } = { 'tasks:write': 'housekeeping' };

/** Returns the scopes of `needed` that are neither among those of a token nor part of one of them. */
export function missingScopes(scopes: Scopes, needed: readonly TokenScope[]): TokenScope[] {
  if (scopes === null) return [];
  return needed.filter((scope) => !scopes.includes(scope) && !scopes.includes(PART_OF[scope] ?? scope));
}
