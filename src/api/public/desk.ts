// /api/desk: everything that a front desk shows of some days, as of one event of the log.
import type { Static } from 'typebox';
import { countNights, earliest, latest, type NightRange, type PlainDate } from '../../model/night.ts';
import { todayAt } from '../../model/property.ts';
import { missingScopes, type Scopes, type TokenScope } from '../../model/scope.ts';
import { readPastDesk } from '../../pms/desk/past-snapshot.ts';
import { DESK_PARTS, type DeskPart, readDesk } from '../../pms/desk/snapshot.ts';
import { invalidParameter } from '../../problems.ts';
import { deskSchema } from '../desk-records.ts';
import { FIRST_DATE, LAST_DATE, toDateRange } from '../input.ts';
import { readOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { presentDesk } from '../present-desk.ts';
import { toPastMoment } from '../report-range.ts';
import { date, moment, object, optional, text } from '../schema.ts';

/** Days of the window where the query does not say them: for a desk's Today, and the next two months of its calendar. */
const DAYS_BACK = 14;
const DAYS_AHEAD = 60;
/** Maximum days of the window: a year, and a month around it. */
const MAX_DAYS = 400;
/** Maximum ids in a list: more than one page of the log names. */
const MAX_IDS = 1_000;

const idList = (description: string, example: string) =>
  optional(text({ description, example, pattern: '^[0-9]{1,15}(,[0-9]{1,15})*$', maxLength: 16 * MAX_IDS }));

const query = object({
  fromdate: optional(date(`first night; absent = ${DAYS_BACK} days before today`, '2026-11-17')),
  todate: optional(
    date(`last night, at most ${MAX_DAYS} days; absent = ${DAYS_AHEAD} days after today`, '2027-01-30'),
  ),
  parts: optional(
    text({
      description: `only these parts, separated by commas: ${DESK_PARTS.map((part) => `\`${part}\``).join(', ')}`,
      example: 'bookings,nights',
      pattern: `^(${DESK_PARTS.join('|')})(,(${DESK_PARTS.join('|')}))*$`,
      maxLength: 200,
    }),
  ),
  bookings: idList(
    'only these bookings, as far as they belong to the window: ids with commas',
    '10001,10002',
  ),
  rooms: idList('only the nights of these rooms: ids with commas', '101,102'),
  as_of: optional(
    moment(
      'everything as it was at this moment of the past, without `nights`; `today`, and the days where the query does not say them, are those of then. Absent = as it is',
    ),
  ),
});

export const getDeskOperation = readOperation({
  name: 'getDesk',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/desk',
  scopes: [],
  tag: 'Desk',
  summary: 'Read what a front desk shows',
  description:
    'Rooms, units, bookings, nights, closures and tasks of some days, all as of the event `seq`: whoever applies the events after it has the present state without asking again. docs/events.md says how. A part is absent where the token does not have its scope. With `as_of` it is what the desk showed at a moment of the past (docs/front-desk.md).',
  problems: ['moment_not_kept'],
  query,
  caching: 'log-and-date',
  answer: deskSchema,
  run: async ({ db, property, scopes, today: now, now: moment }, given) => {
    const asOf = toPastMoment(given.as_of, 'as_of', moment);
    const today = asOf ? todayAt(property, asOf) : now;
    const wanted = {
      hotelId: property.hotelId,
      today,
      window: toDeskWindow(given, today),
      parts: toParts(given.parts, scopes),
      reservationIds: toIds(given.bookings),
      roomIds: toIds(given.rooms),
    };
    if (!asOf) return presentDesk(await readDesk(db, wanted), wanted);
    wanted.parts.delete('nights');
    return {
      ...presentDesk(await readPastDesk(db, { ...wanted, asOf }), wanted),
      as_of: presentMoment(asOf),
    };
  },
});

/** Converts the window. Throws when its days are in the wrong order, or too many. */
function toDeskWindow(given: Static<typeof query>, today: PlainDate): NightRange {
  const { from, to } = toDateRange(given);
  const last = to ?? (from ?? today).add({ days: DAYS_AHEAD });
  const first = from ?? (to ?? today).subtract({ days: DAYS_BACK });
  const window = {
    from: latest(FIRST_DATE, first),
    until: earliest(LAST_DATE, last.add({ days: 1 })),
  };
  if (countNights(window.from, window.until) > MAX_DAYS)
    throw invalidParameter({ field: 'todate', rule: 'more_nights', nights: MAX_DAYS, member: 'fromdate' });
  return window;
}

const SCOPES_OF_PARTS: Record<DeskPart, readonly TokenScope[]> = {
  rooms: [],
  units: ['housekeeping'],
  bookings: ['bookings:read'],
  nights: ['availability:read'],
  closures: ['housekeeping'],
  tasks: ['housekeeping'],
};

/** Returns the parts that were asked for and that the caller may see: others are not even read. */
function toParts(given: string | undefined, scopes: Scopes): Set<DeskPart> {
  const asked = given === undefined ? DESK_PARTS : (given.split(',') as DeskPart[]);
  return new Set(asked.filter((part) => missingScopes(scopes, SCOPES_OF_PARTS[part]).length === 0));
}

function toIds(text: string | undefined): number[] | undefined {
  return text?.split(',').map(Number);
}
