// A guest: a person and what is known of them beyond single bookings.

import { isAliasAddress } from './email-aliases.ts';
import type { PlainDate } from './night.ts';
import { toE164 } from './phone.ts';

/** When and where a guest agreed to receive advertising. */
type MarketingConsent = { givenOn: PlainDate; source: string };

export type Guest = {
  guestId: number;
  hotelId: number;
  name: string;
  /** null = not known apart from `name` */
  givenName: string | null;
  /** null = not known apart from `name` */
  familyName: string | null;
  email: string | null;
  /** the address is one that an OTA made for a booking (see model/email-aliases) */
  emailIsAlias: boolean;
  /** as it was given */
  phone: string | null;
  /** null = the number could not be read */
  phoneE164: string | null;
  /** BCP 47 */
  language: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  company: string | null;
  vatId: string | null;
  address: string | null;
  /** of the staff */
  notes: string | null;
  tags: readonly string[];
  marketingConsent: MarketingConsent | null;
  /** the profile of the same person that replaced this one */
  mergedInto: number | null;
  /** when the personal data were removed */
  erasedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

/** Members that people change. The others follow from them, or from merging and erasing. */
export type GuestPatch = Partial<
  Pick<
    Guest,
    | 'name'
    | 'givenName'
    | 'familyName'
    | 'email'
    | 'phone'
    | 'language'
    | 'country'
    | 'company'
    | 'vatId'
    | 'address'
    | 'notes'
    | 'tags'
    | 'marketingConsent'
  >
>;

/** How many characters of notes a profile has at most. */
export const MAX_NOTES = 5_000;

/** How many tags a profile has at most. */
export const MAX_TAGS = 50;

/** What stands in a text in place of what was erased. */
export const ERASED_TEXT = '(erased)';

/** The name that an erased guest has in profiles and bookings. */
export const ERASED_NAME = 'Erased guest';

/** Returns the name of a guest whom the seller, a channel, does not name. */
export function nameOfUnnamedGuest(seller: string): string {
  return `Guest of ${seller}`;
}

/** The name of a review whose channel does not say who wrote it. */
export const UNNAMED_REVIEWER = 'Guest';

/** Whether a name stands for nobody: see `nameOfUnnamedGuest` and `ERASED_NAME`. */
export function isPlaceholderName(name: string): boolean {
  return name === ERASED_NAME || /^Guest of [\w.]+$/.test(name);
}

/** Returns the members that follow from e-mail, telephone number and country. */
export function contactForms({
  email,
  phone,
  country,
}: Pick<Guest, 'email' | 'phone' | 'country'>): Pick<Guest, 'emailIsAlias' | 'phoneE164'> {
  return { emailIsAlias: isAliasAddress(email), phoneE164: toE164(phone, country) };
}
