// The tool that sets the calendar: prices, units, minimum stays of a range of nights, with what stood there before.
import type { Static } from 'typebox';
import { toMajor } from '../../../model/money.ts';
import { countNights, isBefore, WEEKDAYS } from '../../../model/night.ts';
import { listNights } from '../../../pms/inventory/calendar.ts';
import { requireRoom } from '../../../pms/rooms.ts';
import { invalidParameter, Problem } from '../../../problems.ts';
import { changeOnce } from '../../execute.ts';
import { toDate, toPrice } from '../../input.ts';
import { WithHeaders } from '../../operation.ts';
import { setAvailability } from '../../public/availability.ts';
import { amount, array, date, id, integer, object, oneOf, optional, text } from '../../schema.ts';
import { type AgentCall, writeTool } from '../tool.ts';
import { inRuns, NightRun, offeredAt } from './availability.ts';

/** A year: more is a price list, and comes over REST. */
const MAX_NIGHTS = 366;

const input = object({
  room_id: id('the room', 101),
  fromdate: date('first night', ''),
  todate: date('last night, inclusive', ''),
  price: amount('nightly rate; the present one to leave it', 120.5),
  available: optional(
    integer({ description: 'units to sell; 0 closes the nights', minimum: 0, maximum: 9_999 }),
  ),
  min_stay: optional(
    integer({ description: 'minimum nights for arrivals on these dates', minimum: 1, maximum: 999 }),
  ),
  days: optional(array(oneOf(WEEKDAYS), { description: 'only these weekdays', minItems: 1, maxItems: 7 })),
});
type Input = Static<typeof input>;

export const updateAvailability = writeTool({
  name: 'update_availability',
  title: 'Set prices and availability',
  description: `Sets the price, and where given the units to sell and the minimum stay, of a room for a range of at most ${MAX_NIGHTS} nights, on every channel. It overwrites; the answer tells what stood there before, and a change_id under which the operator can undo it.`,
  operation: setAvailability,
  destructive: true,
  idempotent: true,
  input,
  output: object({
    changed: integer(),
    unchanged: integer(),
    currency: text(),
    change_id: optional(integer()),
    previous: array(NightRun),
  }),
  confirm: async (call, wanted) => {
    requireRange(wanted);
    const room = await requireRoom(call.db, call.property.hotelId, wanted.room_id);
    const priceMinor = toPrice(wanted.price, call.property.currency);
    const terms = [
      `${toMajor(priceMinor, call.property.currency)} ${call.property.currency} a night`,
      wanted.available === undefined ? null : `${wanted.available} to sell`,
      wanted.min_stay === undefined ? null : `at least ${wanted.min_stay} nights`,
    ].filter((term) => term !== null);
    const days = wanted.days ? ` (only ${wanted.days.join(', ')})` : '';
    return `Set room ${room.roomId} "${room.name}" from ${wanted.fromdate} to ${wanted.todate}${days}: ${terms.join(', ')}?`;
  },
  run: (call, wanted, key) => {
    requireRange(wanted);
    return changeOnce(call, {
      key,
      request: { operation: 'update_availability', wanted },
      run: async (tx) => {
        await requireRoom(tx, call.property.hotelId, wanted.room_id);
        const [from, until] = [toDate(wanted.fromdate), toDate(wanted.todate).add({ days: 1 })];
        const window = { from, until, roomId: wanted.room_id };
        const before = await listNights(tx, call.property.hotelId, window, { size: MAX_NIGHTS, after: null });
        const touched = before.filter(
          ({ date }) => !wanted.days || wanted.days.includes(WEEKDAYS[date.dayOfWeek - 1]!),
        );
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

type Done = { updated: number; unchanged: number; change_id?: number };

async function set(
  tx: Parameters<typeof setAvailability.run>[0],
  call: AgentCall,
  { fromdate, ...rest }: Input,
): Promise<Done> {
  try {
    const given = await setAvailability.run(tx, call, { query: {}, body: [{ ...rest, date: fromdate }] });
    return (given instanceof WithHeaders ? given.body : given) as Done;
  } catch (error) {
    // REST calls the first night `date`.
    if (!(error instanceof Problem) || !error.extras.errors) throw error;
    const errors = error.extras.errors.map((one) =>
      one.field === 'date' ? { ...one, field: 'fromdate' } : one,
    );
    throw new Problem(error.code, error.message.replace(/: date /, ': fromdate '), {
      ...error.extras,
      errors,
    });
  }
}

function requireRange({ fromdate, todate }: Input): void {
  const [from, to] = [toDate(fromdate), toDate(todate)];
  if (isBefore(to, from)) throw invalidParameter('todate', 'must not be before fromdate');
  if (countNights(from, to) >= MAX_NIGHTS)
    throw invalidParameter('todate', `must be less than ${MAX_NIGHTS} nights after fromdate`);
}
