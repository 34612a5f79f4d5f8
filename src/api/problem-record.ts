// The record of a problem (RFC 9457), which every operation may answer.
import { array, date, facts, integer, moment, object, optional, text } from './schema.ts';

export const problemSchema = object(
  {
    type: text({
      description: 'identifies the kind of problem in every installation; explained at `/problems/{code}`',
      example: 'urn:innwire:problem:room_unavailable',
    }),
    title: text({ example: 'Room not available' }),
    status: integer({ example: 400 }),
    code: text({ description: 'stable, for programs', example: 'room_unavailable' }),
    detail: text({ description: 'one sentence for people: what was wrong, what to do' }),
    errors: optional(
      array(
        object({
          field: text(),
          message: text(),
          rule: text({ description: 'which rule is broken, for programs', example: 'more_nights' }),
          data: optional(facts("the rule's facts")),
        }),
        { description: 'the fields at fault' },
      ),
    ),
    nights: optional(
      array(date('a night that is full, or not for sale'), {
        description: 'with `room_unavailable` and `stop_sell`',
      }),
    ),
    first_seq: optional(
      integer({ description: 'the oldest event still kept, with `events_compacted`', example: 812 }),
    ),
    timestamp: moment('when'),
    request_id: text({ example: '01JD3Q0M3C' }),
    data: optional(facts('the facts that `detail` states, for programs; `case` tells cases of a code apart')),
  },
  { $id: 'Problem', description: 'RFC 9457 problem details.' },
);
