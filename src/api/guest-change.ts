// Changing a guest: the body and the rules that the public and the operator's operation share.

import type { Static } from 'typebox';
import { type GuestPatch, MAX_NOTES, MAX_TAGS } from '../model/guest.ts';
import { MAX_GUEST_NAME } from '../model/stay-details.ts';
import { getGuestWithStays } from '../pms/guests/list.ts';
import { changeGuest } from '../pms/guests/profiles.ts';
import type { PropertyTransaction } from '../pms/property-transaction.ts';
import { consentSchema, guestSchema } from './guest-records.ts';
import { toDate, toName } from './input.ts';
import type { Call } from './operation.ts';
import { presentGuest } from './present-guest.ts';
import { array, nullable, object, optional, telephone, text, verbatim } from './schema.ts';
import { detailsSchema, toStayDetails } from './stay-details.ts';

const freeText = (maxLength: number, example: string, description?: string) =>
  optional(nullable(text({ maxLength, example, ...(description !== undefined && { description }) })));

const guestChangeSchema = object({
  name: optional(text({ description: 'whole name', minLength: 1, example: 'Ada Lovelace' })),
  given_name: freeText(MAX_GUEST_NAME, 'Ada'),
  family_name: freeText(MAX_GUEST_NAME, 'Lovelace'),
  email: optional(nullable(text({ format: 'email', maxLength: 254, example: 'ada@example.com' }))),
  phone: optional(telephone(nullable(text({ maxLength: 50, example: '+351 910 000 000' })))),
  language: detailsSchema.properties.language,
  country: detailsSchema.properties.country,
  company: freeText(200, 'Analytical Engines Ltd'),
  vat_id: optional(
    verbatim(
      nullable(
        text({
          description: "the company's VAT number",
          maxLength: 20,
          pattern: '^[A-Za-z0-9 .+*-]*$',
          example: 'PT123456789',
        }),
      ),
    ),
  ),
  address: freeText(500, 'Rua do Mar 1, 1100-000 Lisboa'),
  notes: freeText(MAX_NOTES, 'Prefers a quiet room', 'notes of the staff'),
  tags: optional(
    array(text({ minLength: 1, maxLength: 50, example: 'regular' }), {
      description: 'replaces all tags',
      maxItems: MAX_TAGS,
    }),
  ),
  marketing_consent: optional(nullable(consentSchema)),
});

/** The parts that the declarations of both operations share. */
export const GUEST_CHANGE = {
  summary: 'Change a guest',
  description:
    'Changes the profile of a person; bookings keep the name, e-mail and telephone number that they were made under. Of a merged profile, the one that replaced it is changed.',
  problems: ['unknown_guest', 'guest_erased'],
  body: guestChangeSchema,
  answer: guestSchema,
} as const;

/** Applies the members of a PATCH body to a guest and returns the new record. */
export async function changeGuestRecord(
  tx: PropertyTransaction,
  call: Call,
  guestId: number,
  body: Static<typeof guestChangeSchema>,
): Promise<Static<typeof guestSchema>> {
  const at = { hotelId: tx.hotelId, today: call.today };
  const changed = await changeGuest(tx, guestId, toGuestPatch(body));
  return presentGuest(await getGuestWithStays(tx, at, changed.guestId));
}

function toGuestPatch(body: Static<typeof guestChangeSchema>): GuestPatch {
  const { language, country } = toStayDetails(body);
  const consent = body.marketing_consent;
  return {
    ...(body.name !== undefined && { name: toName(body.name, 'name', MAX_GUEST_NAME) }),
    ...(body.given_name !== undefined && { givenName: blankToNull(body.given_name) }),
    ...(body.family_name !== undefined && { familyName: blankToNull(body.family_name) }),
    ...(body.email !== undefined && { email: body.email }),
    ...(body.phone !== undefined && { phone: blankToNull(body.phone) }),
    ...(language !== undefined && { language }),
    ...(country !== undefined && { country }),
    ...(body.company !== undefined && { company: blankToNull(body.company) }),
    ...(body.vat_id !== undefined && { vatId: blankToNull(body.vat_id) }),
    ...(body.address !== undefined && { address: blankToNull(body.address) }),
    ...(body.notes !== undefined && { notes: blankToNull(body.notes) }),
    ...(body.tags !== undefined && { tags: toTags(body.tags) }),
    ...(consent !== undefined && {
      marketingConsent: consent && {
        givenOn: toDate(consent.given_on),
        source: toName(consent.source, 'marketing_consent.source'),
      },
    }),
  };
}

function blankToNull(value: string | null): string | null {
  return value?.trim() || null;
}

/** Returns the tags trimmed and each once. */
function toTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}
