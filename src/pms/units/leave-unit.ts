// Units that guests in the house leave: for another unit, or at a check-out that is taken back.
import type { PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { type UnitCondition, unitOn } from '../../model/unit.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { planCleaning } from '../tasks.ts';
import { setCondition } from './conditions.ts';

/** Sets the unit that a guest leaves for another one to dirty, and plans its cleaning for today, unless it is planned. */
export async function leaveToBeCleaned(
  tx: PropertyTransaction,
  { unitId }: { unitId: number },
  stay: { reservationId: number; today: PlainDate },
): Promise<void> {
  await setCondition(tx, unitId, 'dirty');
  await planCleaning(tx, unitId, stay);
}

/**
 * After the end of a stay was taken back: gives the unit of the guest the condition that it had before the end made it dirty. A guest
 * who came back to another unit has left the former one, whose cleaning is planned for today if it is still dirty.
 */
export async function returnFromDeparture(
  tx: PropertyTransaction,
  before: Reservation,
  after: Pick<Reservation, 'unitNights' | 'earlierRooms'>,
  today: PlainDate,
): Promise<void> {
  const [left, present] = [unitOn(before, today), unitOn(after, today)];
  if (!left) return;
  const { reservationId } = before;
  if (left.unitId !== present?.unitId) {
    await planCleaning(tx, left.unitId, { reservationId, today });
    return;
  }
  const condition = await readConditionAtDeparture(tx, { reservationId, unitId: left.unitId });
  if (condition) await setCondition(tx, left.unitId, condition);
}

/** How many entries of the log the end of a stay writes at most between the change of the unit and its own. */
const ENTRIES_OF_DEPARTURE = 20;

/**
 * Returns the condition of a unit before the end of a stay made it dirty, from the log; null if its condition was set since, or the log no
 * longer has it.
 */
async function readConditionAtDeparture(
  tx: PropertyTransaction,
  { reservationId, unitId }: { reservationId: number; unitId: number },
): Promise<UnitCondition | null> {
  const [row] = await tx.query<{ condition: UnitCondition | null }>(
    `select change.data->'before'->>'condition' as condition
     from (
       select seq from events
       where hotel_id = $1 and subject = 'booking/' || $2::bigint and kind in ('booking.checked_out', 'booking.cancelled')
       order by seq desc limit 1
     ) as departure
     join events as change on change.hotel_id = $1 and change.seq between departure.seq - ${ENTRIES_OF_DEPARTURE} and departure.seq
     join units as unit on unit.hotel_id = $1 and unit.unit_id = $3
     where change.kind = 'unit.changed' and change.subject = 'unit/' || $3::bigint
       and unit.condition = 'dirty' and unit.condition_at = change.at
     order by change.seq desc limit 1`,
    [tx.hotelId, reservationId, unitId],
  );
  return row?.condition ?? null;
}
