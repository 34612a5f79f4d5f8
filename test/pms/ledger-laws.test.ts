// Laws of the ledger through random sequences of bookings, changes, cancellations, no-shows, payments, refunds and
// reversals: the sums that a booking shows are those of its entries, and its charges are those of its present state.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCode, NO_ENTRY_DETAILS } from '../../src/model/ledger.ts';
import type { Collector, ReportedCharge } from '../../src/model/stay-details.ts';
import { listEntries, postEntry, reverseEntry } from '../../src/pms/ledger.ts';
import { changeReservation } from '../../src/pms/reservations/change.ts';
import { requireReservation } from '../../src/pms/reservations/find.ts';
import { useDatabase } from '../harness/database.ts';
import { dice, randomly, SEED } from '../harness/random.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, outcomeOf, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
const TODAY = date('2027-03-01');
const ALL = { size: 1_000, after: null };
const STEPS = 25;

/** Returns a number below a bound, from 0. */
type Pick = (bound: number) => number;

function reportedCharges(pick: Pick): ReportedCharge[] | null {
  if (pick(3) === 0) return null;
  return (['City tax', 'Cleaning', 'Breakfast'] as const).slice(0, 1 + pick(3)).map((description, i) => ({
    kind: (['tax', 'fee', 'service'] as const)[i]!,
    description,
    amountMinor: pick(5_000),
    quantity: 1,
    included: pick(4) === 0,
    collectedBy: ([null, 'property', 'channel'] as const)[pick(3)]!,
  }));
}

const collector = (pick: Pick): Collector | null => ([null, 'property', 'channel'] as const)[pick(3)]!;

async function step(world: PropertyFixture, ids: number[], pick: Pick): Promise<unknown> {
  const checkin = TODAY.add({ days: pick(10) });
  const checkout = checkin.add({ days: 1 + pick(5) });
  const roomId = world.rooms[pick(world.rooms.length)]!;
  const reservationId = ids[pick(Math.max(1, ids.length))];
  if (reservationId === undefined || pick(6) === 0) {
    const stay = { roomId, checkin, checkout, priceMinor: pick(50_000) };
    const [collectedBy, charges] = [collector(pick), reportedCharges(pick)];
    const booked = await (pick(2) === 0
      ? world.book(stay)
      : world.accept({ ...stay, collectedBy, ...(charges && { charges }) }));
    return ids.push(booked.reservationId);
  }
  const fact = (patch: object) =>
    world.change((tx) => changeReservation(tx, { reservationId, patch, today: TODAY, taking: 'fact' }));
  const pay = (type: string, amountMinor: number) =>
    world.change((tx) =>
      postEntry(tx, {
        ...{
          ...NO_ENTRY_DETAILS,
          code: defaultCode(type),
          type,
          amountMinor,
          currency: 'EUR',
          description: '',
        },
        ...{ roomId: null, reservationId, date: TODAY, collectedBy: collector(pick) },
      }),
    );
  switch (pick(10)) {
    case 0:
      return fact({ checkin, checkout, roomId });
    case 1:
      return fact({ priceMinor: pick(50_000) });
    case 2:
      return fact({ charges: reportedCharges(pick), collectedBy: collector(pick) });
    case 3:
      return world.cancel(reservationId, checkin);
    case 4:
      return world.patch(
        reservationId,
        { status: (['checked_in', 'checked_out', 'no_show'] as const)[pick(3)]! },
        true,
      );
    case 5:
      return fact({ currency: pick(2) === 0 ? 'USD' : 'EUR', priceMinor: pick(50_000) });
    case 6:
      return pay('refund', -pick(10_000));
    case 7:
      return pay('charge', pick(4_000) - 2_000);
    case 8: {
      const entries = await listEntries(world.db, world.hotelId, {}, ALL);
      const { entryId } = entries[pick(entries.length)]!;
      return world.change((tx) => reverseEntry(tx, entryId, { date: null, today: TODAY, description: null }));
    }
    default:
      return pay('payment', pick(30_000));
  }
}

const charges = ({ type }: { type: string }) => ['income', 'adjustment', 'reversal', 'charge'].includes(type);
const pays = ({ type }: { type: string }) => ['payment', 'refund'].includes(type);
const sum = (entries: readonly { amountMinor: number }[]) =>
  entries.reduce((total, { amountMinor }) => total + amountMinor, 0);

/** Expects of each booking that `total` and `paid` are those of its entries, and that its last event has them. */
async function expectLawful(world: PropertyFixture, ids: readonly number[]): Promise<void> {
  await expectConsistent(world.db, world.hotelId, TODAY);
  for (const reservationId of ids) {
    const booking = await requireReservation(world.db, world.hotelId, reservationId);
    const entries = await listEntries(world.db, world.hotelId, { reservationId }, ALL);
    const own = entries.filter(({ currency }) => currency === booking.currency);
    expect({ total: booking.totalMinor, paid: booking.paidMinor }).toEqual({
      total: sum(own.filter(charges)),
      // What the channel collects is paid to it; its payouts are between it and the property.
      paid:
        sum(own.filter((entry) => charges(entry) && entry.collectedBy === 'channel')) +
        sum(own.filter((entry) => pays(entry) && entry.collectedBy !== 'channel')),
    });
    // An event has the sums of its moment: later payments and charges are events of their own.
    if (own.some(({ type }) => !['income', 'adjustment', 'reversal'].includes(type))) continue;
    const [last] = await world.db.query<{ data: { totalMinor: number; paidMinor: number } }>(
      `select data from events where hotel_id = $1 and subject = $2 and kind <> 'booking.conflict'
       order by seq desc limit 1`,
      [world.hotelId, `booking/${reservationId}`],
    );
    const { totalMinor, paidMinor } = booking;
    expect(last!.data).toMatchObject({ totalMinor, paidMinor });
  }
}

/** A sequence of choices; it is shortened and made smaller when it finds a violation. */
const choices = fc.array(fc.nat({ max: 1_000_000 }), { minLength: STEPS, maxLength: STEPS * 12 });

/** Returns a `Pick` from these choices, which are used again and again. */
function from(numbers: readonly number[]): Pick {
  let next = 0;
  return (bound) => numbers[next++ % numbers.length]! % bound;
}

test('hold through random sequences', async () => {
  await fc.assert(
    fc.asyncProperty(choices, async (numbers) => {
      const world = await createPropertyFixture(database.db, [{ units: 3 }, { units: 3 }]);
      const pick = from(numbers);
      const ids: number[] = [];
      for (let n = 0; n < STEPS; n += 1) await outcomeOf(step(world, ids, pick));
      await expectLawful(world, ids);
    }),
    randomly(6, 'slow'),
  );
});

test('hold for one booking that is paid, changed and reversed by many at the same time', async () => {
  const world = await createPropertyFixture(database.db, [{ units: 3 }, { units: 3 }]);
  const pick = dice(SEED);
  const stay = {
    roomId: world.room,
    checkin: TODAY,
    checkout: TODAY.add({ days: 3 }),
    collectedBy: 'channel' as const,
  };
  const ids = [(await world.accept(stay)).reservationId];
  for (let n = 0; n < 3; n += 1)
    await Promise.all(Array.from({ length: 20 }, () => outcomeOf(step(world, ids, pick))));
  await expectLawful(world, ids);
});
