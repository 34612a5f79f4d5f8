// The details of a stay that callers give with a booking: guests and who they are, wishes, arrival time, language, country.
import type { Static } from 'typebox';
import { MAX_CHILD_AGE, MAX_CHILDREN, MAX_GUESTS } from '../model/guest-counts.ts';
import type { Reservation } from '../model/reservation.ts';
import {
  type Companion,
  countGuests,
  MAX_AGE,
  MAX_GUEST_NAME,
  MAX_LISTED,
  MAX_NOTES,
  type StayDetails,
} from '../model/stay-details.ts';
import { invalidData } from '../problems.ts';
import { toLanguageTag, toName } from './input.ts';
import { array, integer, nullable, object, optional, text, timeOfDay } from './schema.ts';

/** Members of the body of POST and PATCH bookings. */
export const detailsSchema = object({
  adults: optional(
    nullable(integer({ description: 'how many adults come', minimum: 0, maximum: MAX_GUESTS, example: 1 })),
  ),
  children: optional(
    nullable(
      array(nullable(integer({ minimum: 0, maximum: MAX_CHILD_AGE, example: 6 })), {
        description:
          'the age of each child on the day of arrival, null where it is not known; [] = no children come',
        maxItems: MAX_CHILDREN,
        example: [6],
      }),
    ),
  ),
  notes: optional(
    nullable(
      text({
        description: 'requests and comments; null removes them',
        maxLength: MAX_NOTES,
        example: 'Late arrival',
      }),
    ),
  ),
  arrival_time: optional(
    nullable(timeOfDay('when the guest means to arrive: HH:mm at the property', '18:00')),
  ),
  language: optional(
    nullable(
      text({
        description: 'language of the guest: a BCP 47 tag',
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        maxLength: 35,
        example: 'pt-BR',
      }),
    ),
  ),
  country: optional(
    nullable(
      text({
        description: 'country of the guest: two letters of ISO 3166-1',
        pattern: '^[A-Za-z]{2}$',
        example: 'DE',
      }),
    ),
  ),
  companions: optional(
    nullable(
      array(
        object({
          name: text({
            description: `1 to ${MAX_GUEST_NAME} characters without surrounding blanks`,
            minLength: 1,
            example: 'Charles Babbage',
          }),
          age: optional(
            nullable(
              integer({
                description: 'on the day of arrival; absent or null = not known',
                minimum: 0,
                maximum: MAX_AGE,
                example: 6,
              }),
            ),
          ),
        }),
        {
          description:
            'the guests who come along with the one of the booking, by name: the whole list, which replaces the one before; null or [] = none are known. They may be more than `guests`: people bring others unannounced',
          maxItems: MAX_LISTED,
        },
      ),
    ),
  ),
});

/**
 * Converts the details of a body; what is absent there is absent in the result. `place`: that of the details in the body, as errors name it: `rooms.1.`.
 */
export function toStayDetails(body: Static<typeof detailsSchema>, place = ''): Partial<StayDetails> {
  return {
    ...(body.adults !== undefined && { adults: body.adults }),
    ...(body.children !== undefined && { children: body.children }),
    ...(body.notes !== undefined && { notes: body.notes?.trim() || null }),
    ...(body.arrival_time !== undefined && { arrivalTime: body.arrival_time }),
    ...(body.language !== undefined && { language: toLanguage(body.language) }),
    ...(body.country !== undefined && { country: body.country?.toUpperCase() ?? null }),
    ...(body.companions !== undefined && { companions: toCompanions(body.companions, place) }),
  };
}

/** Returns the companions as they are stored; null = none. Throws `invalid_data` for a name that is blank or too long. */
function toCompanions(
  given: NonNullable<Static<typeof detailsSchema>['companions']> | null,
  place: string,
): readonly Companion[] | null {
  const companions = (given ?? []).map(({ name, age = null }, at) => ({
    name: toName(name, `${place}companions.${at}.name`, MAX_GUEST_NAME),
    age,
  }));
  return companions.length > 0 ? companions : null;
}

/**
 * Returns the number of adults for a booking of which the caller gives the number of all `guests`. Throws when it
 * contradicts `adults` and `children`.
 */
export function toAdults(
  guests: number | undefined,
  { adults = null, children = null }: Partial<Pick<Reservation, 'adults' | 'children'>>,
): number | null {
  if (guests === undefined) return adults;
  const sum = countGuests({ adults, children });
  const wrong = sum === null ? guests < (children?.length ?? 0) : guests !== sum;
  if (wrong) throw invalidData({ field: 'guests', rule: 'not_the_sum' });
  return adults ?? guests - (children?.length ?? 0);
}

/** Returns the tag in its usual spelling: `PT-br` becomes `pt-BR`. Throws when it is none. */
function toLanguage(tag: string | null): string | null {
  if (tag === null) return null;
  const canonical = toLanguageTag(tag);
  if (canonical === null) throw invalidData({ field: 'language', rule: 'no_language' });
  return canonical;
}
