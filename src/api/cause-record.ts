// The code of a text about a failure, with its facts: for clients whose users read another language than English.
import type { Static } from 'typebox';
import { CAUSE_CODES, CAUSES, type Cause } from '../model/cause.ts';
import { array, id, integer, moment, nullable, object, oneOf, text } from './schema.ts';

/** Null where nothing failed. */
export const causeSchema = nullable(
  object(
    {
      code: oneOf(CAUSE_CODES, {
        description: CAUSE_CODES.map((code) => `\`${code}\`: ${CAUSES[code]}`).join('; '),
        example: 'timed_out',
      }),
      about: array(
        text({
          description:
            'a part of a connection (nights, reservations, orders, messages …), or of a night the name of a value',
          example: 'messages',
        }),
        { description: 'what did not work; empty = all of it' },
      ),
      rooms: array(id('room', 101), { description: 'the rooms it is about; empty = no certain ones' }),
      nights: nullable(integer({ description: 'how many nights it is about', example: null })),
      said: nullable(
        text({ description: 'text of the other side or of a person, as it was written', example: null }),
      ),
      status: nullable(integer({ description: 'HTTP status', example: null })),
      since: nullable(moment('since when')),
      retry_at: nullable(moment('when it is tried again')),
    },
    {
      $id: 'Cause',
      description:
        'Why something failed, as a code with its facts. The text beside it says the same in English. Facts that a code does not have, or that are not known, are null or empty. null = nothing failed, or it was before there were codes',
    },
  ),
);

export function presentCause(cause: Cause | null | undefined): Static<typeof causeSchema> {
  if (!cause) return null;
  return {
    code: cause.code,
    about: [...(cause.about ?? [])],
    rooms: [...(cause.roomIds ?? [])],
    nights: cause.nights ?? null,
    said: cause.said ?? null,
    status: cause.status ?? null,
    since: cause.since ?? null,
    retry_at: cause.retryAt ?? null,
  };
}
