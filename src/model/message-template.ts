// Templates of messages to guests: a text in each language, with placeholders that a booking fills.

export type MessageTemplate = {
  templateId: number;
  hotelId: number;
  name: string;
  /** by language tag, in the order of the tags */
  texts: Record<string, string>;
  updatedAt: Temporal.Instant;
};

/** What a text may name: `{{ first_name }}`. In the order in which people look for them. */
export const PLACEHOLDERS = [
  'first_name',
  'last_name',
  'guest_name',
  'property',
  'room',
  'unit',
  'arrival',
  'departure',
  'nights',
  'guests',
  'checkin_time',
  'checkout_time',
  'total',
  'paid',
  'balance',
  'reference',
  'address',
  'phone',
  'email',
  'website',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What a booking says for each placeholder; '' = nothing is known. */
export type PlaceholderValues = Record<Placeholder, string>;

export const MAX_TEMPLATES = 100;
export const MAX_TEMPLATE_NAME = 100;
/** Characters of what is written to a guest. */
export const MAX_REPLY = 5_000;
/** Characters of a text, and of what becomes of it: it is sent as a reply. */
export const MAX_TEMPLATE_TEXT = MAX_REPLY;
export const MAX_TEMPLATE_LANGUAGES = 20;
