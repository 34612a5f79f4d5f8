// The tool that sets prices, units and restrictions of a range of nights. Its answer contains the earlier
// values.
import type { Static } from 'typebox';
import type { Queryable } from '../../../db/database.ts';
import { countNights, isBefore, WEEKDAYS } from '../../../model/night.ts';
import type { Night } from '../../../model/night-values.ts';
import type { Property } from '../../../model/property.ts';
import { listNights } from '../../../pms/inventory/calendar.ts';
import { requireRoom } from '../../../pms/rooms.ts';
import { invalidParameter } from '../../../problems.ts';
import { changeOnce } from '../../execute.ts';
import { toDate } from '../../input.ts';
import { describeSettings, fromToolArguments, SETTABLE, SETTABLE_BY_TOOLS } from '../../night-members.ts';
import { type Call, WithHeaders } from '../../operation.ts';
import { setAvailabilityOperation } from '../../public/availability.ts';
import { array, date, id, integer, object, oneOf, optional, text } from '../../schema.ts';
import { NO_TARGET } from '../proposal-targets.ts';
import { writeTool } from '../tool.ts';
import { inRuns, nightRunSchema, offeredAt } from './availability.ts';

/** Maximum nights of one call, a year. Whole price lists are set through REST. */
const MAX_NIGHTS = 366;

const input = object({
  room_id: id('the room', 101),
  fromdate: date('first night', ''),
  todate: date('last night, inclusive', ''),
  ...SETTABLE_BY_TOOLS,
  days: optional(array(oneOf(WEEKDAYS), { description: 'only these weekdays', minItems: 1, maxItems: 7 })),
});
type Input = Static<typeof input>;

export const updateAvailabilityTool = writeTool({
  name: 'update_availability',
  title: 'Set prices and availability',
  description: `Sets prices, units to sell, lengths of stay and closings of a room for a range of at most ${MAX_NIGHTS} nights, on every channel. What is left out stays as it is: to close nights give stop_sell alone. The answer has what stood there before, and a change_id under which the operator can undo it.`,
  operation: setAvailabilityOperation,
  argumentOf: { date: 'fromdate' },
  destructive: true,
  idempotent: true,
  input,
  output: object({
    changed: integer(),
    unchanged: integer(),
    currency: text(),
    change_id: optional(integer()),
    previous: array(nightRunSchema),
  }),
  confirm: async (call, wanted) => {
    requireRange(wanted);
    const room = await requireRoom(call.db, call.property.hotelId, wanted.room_id);
    const days = wanted.days ? ` (only ${wanted.days.join(', ')})` : '';
    return `Set room ${room.roomId} "${room.name}" from ${wanted.fromdate} to ${wanted.todate}${days}: ${termsOf(wanted, call.property.currency).join(', ')}?`;
  },
  concerns: async (call, wanted) => {
    const { room_id: roomId, fromdate, todate } = wanted;
    const touched = await touchedNights(call, wanted);
    const set = SETTABLE.filter((member) => wanted[member] !== undefined);
    const valuesOf = (night: Night) => {
      const shown = offeredAt(night, call);
      return Object.fromEntries(set.map((member) => [member, shown[member] ?? null]));
    };
    const basis = { nights: inRuns(touched, valuesOf) };
    return { ...NO_TARGET, roomId, firstNight: toDate(fromdate), lastNight: toDate(todate), basis };
  },
  run: (call, wanted, key) => {
    requireRange(wanted);
    termsOf(wanted, call.property.currency);
    return changeOnce(call, {
      key,
      request: { operation: 'update_availability', wanted },
      run: async (tx) => {
        await requireRoom(tx, call.property.hotelId, wanted.room_id);
        const touched = await touchedNights({ ...call, db: tx }, wanted);
        const { updated, unchanged, change_id } = await set(tx, call, wanted);
        return {
          changed: updated,
          unchanged,
          currency: call.property.currency,
          ...(change_id !== undefined && { change_id }),
          previous: inRuns(touched, (night) => offeredAt(night, call)),
        };
      },
    });
  },
});

/** Returns the nights that would be set, as they are now. */
async function touchedNights(
  { db, property }: { db: Queryable; property: Pick<Property, 'hotelId'> },
  { room_id: roomId, fromdate, todate, days }: Input,
): Promise<Night[]> {
  const window = { from: toDate(fromdate), until: toDate(todate).add({ days: 1 }), roomId };
  const nights = await listNights(db, property.hotelId, window, { size: MAX_NIGHTS, after: null });
  return nights.filter(({ date }) => !days || days.includes(WEEKDAYS[date.dayOfWeek - 1]!));
}

/** Describes what would be set, for the person who confirms it. Throws when nothing would be set. */
function termsOf(wanted: Input, currency: string): string[] {
  const terms = describeSettings(wanted, currency);
  if (terms.length === 0) throw invalidParameter({ field: 'price', rule: 'nothing_to_set' });
  return terms;
}

type Done = { updated: number; unchanged: number; change_id?: number };

async function set(
  tx: Parameters<typeof setAvailabilityOperation.run>[0],
  call: Call,
  { fromdate, ...rest }: Input,
): Promise<Done> {
  const body = { ...fromToolArguments(rest), date: fromdate };
  const given = await setAvailabilityOperation.run(tx, call, { params: {}, query: {}, body });
  return (given instanceof WithHeaders ? given.body : given) as Done;
}

function requireRange({ fromdate, todate }: Input): void {
  const [from, to] = [toDate(fromdate), toDate(todate)];
  if (isBefore(to, from)) throw invalidParameter({ field: 'todate', rule: 'before', member: 'fromdate' });
  if (countNights(from, to) >= MAX_NIGHTS)
    throw invalidParameter({
      field: 'todate',
      rule: 'range_too_long',
      nights: MAX_NIGHTS,
      member: 'fromdate',
    });
}
