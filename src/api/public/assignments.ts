// /api/assignments: units for all who arrive on some days, and moves of several stays at once.
import { countNights, isBefore } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { requireRoom } from '../../pms/rooms.ts';
import { assignArrivals, moveStays } from '../../pms/units/assign.ts';
import { invalidData } from '../../problems.ts';
import { RolledBack } from '../execute.ts';
import { toDate } from '../input.ts';
import { writeOperation } from '../operation.ts';
import { array, boolean, date, id, object, optional } from '../schema.ts';
import { assignmentSchema } from '../unit-records.ts';

/** Arrivals that one call looks at: a year of them. */
const MAX_DAYS = 366;
const MAX_MOVES = 200;

export const assignUnitsOperation = writeOperation({
  name: 'assignUnits',
  audience: ['public', 'operator'],
  method: 'POST',
  path: '/assignments',
  scopes: ['bookings:write'],
  tag: 'Units',
  summary: 'Assign units',
  description:
    'Gives a unit to each confirmed stay that arrives from `fromdate` to `todate` and has none, in all its nights or in some: the free one with the smallest gaps around the stay, for arrivals of today vacant and clean ones first, units out of service last. No other stay is moved. `blocked` lists the stays for which no unit is free in all their nights, with the fewest moves of other stays that free one, and the split with the fewest changes of unit.\n\n`moves` are made before, all or none, so that stays can exchange their units; send the moves of a blocked stay back to make them. The units are pinned, as those chosen with `unit_id`. With `moves` alone nothing else is assigned.',
  problems: [
    'unknown_room',
    'unknown_booking',
    'unknown_unit',
    'unit_of_other_room',
    'unit_taken',
    'unit_occupied',
    'invalid_transition',
  ],
  query: object({
    dry_run: optional(boolean({ description: 'true = answer what would be done, and do nothing' })),
  }),
  body: object({
    fromdate: optional(date('the first day of arrival; absent = today', '2026-12-01')),
    todate: optional(date('the last day of arrival; absent = `fromdate`', '2026-12-02')),
    room_id: optional(id('only stays in this room', 101)),
    moves: optional(
      array(
        object({
          order_id: id('the stay', 10001),
          unit_id: id('its unit', 7),
          fromdate: optional(
            date('the first night in it; absent = tonight, or the first night', '2026-12-02'),
          ),
        }),
        { description: 'stays to move first, all or none', minItems: 1, maxItems: MAX_MOVES },
      ),
    ),
  }),
  answer: assignmentSchema,
  run: async (tx, { today }, { query, body }) => {
    const moves = (body.moves ?? []).map(({ order_id: reservationId, unit_id: unitId, fromdate }) => ({
      reservationId,
      unitId,
      ...(fromdate !== undefined && { from: toDate(fromdate) }),
    }));
    const twice = moves.findIndex(
      (move, i) => moves.findIndex((one) => one.reservationId === move.reservationId) < i,
    );
    if (twice >= 0) throw invalidData({ field: `moves.${twice}.order_id`, rule: 'given_twice' });
    const onlyMoves = moves.length > 0 && !(body.fromdate ?? body.todate ?? body.room_id);
    const from = body.fromdate === undefined ? today : toDate(body.fromdate);
    const to = body.todate === undefined ? from : toDate(body.todate);
    if (isBefore(to, from)) throw invalidData({ field: 'fromdate', rule: 'after', member: 'todate' });
    if (countNights(from, to) >= MAX_DAYS)
      throw invalidData({ field: 'todate', rule: 'range_too_long', nights: MAX_DAYS, member: 'fromdate' });
    if (body.room_id !== undefined) await requireRoom(tx, tx.hotelId, body.room_id);
    const moved = await moveStays(tx, moves, today);
    const { assigned, blocked } = onlyMoves
      ? { assigned: [], blocked: [] }
      : await assignArrivals(tx, { from, to, roomId: body.room_id }, today);
    const answer = {
      assigned: [...moved, ...assigned].flatMap(presentAssignments),
      blocked: blocked.map(({ reservationId, roomId, fromdate, todate, moves: needed, split }) => ({
        order_id: reservationId,
        room_id: roomId,
        fromdate,
        todate,
        moves: needed.map((move) => ({
          order_id: move.reservationId ?? reservationId,
          unit_id: move.unitId,
          unit: move.name,
        })),
        split: split.map((part) => ({
          unit_id: part.unitId,
          unit: part.name,
          fromdate: part.fromdate,
          todate: part.todate,
        })),
      })),
      dry_run: query.dry_run ?? false,
    };
    if (query.dry_run) throw new RolledBack(answer);
    return answer;
  },
});

function presentAssignments({ reservationId, roomId, unitNights }: Reservation) {
  return (unitNights ?? []).map(({ unitId, name, from, until }) => ({
    order_id: reservationId,
    room_id: roomId,
    unit_id: unitId,
    unit: name,
    fromdate: from,
    todate: toDate(until).subtract({ days: 1 }).toString(),
  }));
}
