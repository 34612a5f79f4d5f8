// What a channel says that a cancellation costs is charged: once, whatever is repeated, as long as the channel says it.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelCharge } from '../../src/model/channel-records.ts';
import { cancelReservation } from '../../src/pms/reservations/cancel.ts';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { patchReservation } from '../../src/pms/reservations/patch.ts';
import { useDatabase } from '../harness/database.ts';
import { connectOrders, type Version } from './channel-orders.ts';
import { expectConsistent } from './invariants.ts';
import { createPropertyFixture, date, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;
let receive: Awaited<ReturnType<typeof connectOrders>>;
const TODAY = date('2027-03-01');

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{ units: 9 }]);
  receive = await connectOrders(environment, 'channex', 'booking_com');
});

const FEE: ChannelCharge = {
  kind: 'fee',
  description: 'Cancellation Fee',
  amount: '76.50',
  quantity: 1,
  included: false,
  collectedBy: null,
  ofCancellation: true,
};
const TAX: ChannelCharge = { ...FEE, kind: 'tax', description: 'City tax', amount: '6.00' };
delete TAX.ofCancellation;

const sold = async (version: Version = {}) =>
  (await receive({ rooms: [{ checkin: date('2027-03-10'), checkout: date('2027-03-12') }], ...version }))
    .reservationIds;
const cancel = (version: Version = {}) => receive({ status: 'cancelled', rooms: [], ...version });
const stored = (id: number) => requireReservation(environment.db, environment.hotelId, id);

/** What the ledger charges for a booking, by what it is of and who collects it. */
async function charged(id: number) {
  const rows = await environment.db.query<{ code: string; collected_by: string | null; sum: number }>(
    `select code, collected_by, sum(amount_minor)::int as sum from ledger_entries
     where hotel_id = $1 and reservation_id = $2 and type in ('income', 'adjustment', 'reversal')
     group by 1, 2 having sum(amount_minor) <> 0 order by 1`,
    [environment.hotelId, id],
  );
  return rows.map(({ code, collected_by, sum }) => [code, collected_by, sum]);
}

describe('a fee of a cancellation', () => {
  test('is charged once, whoever collects it, however often the cancellation comes', async () => {
    const [id] = await sold({ charges: [TAX] });
    for (let times = 0; times < 3; times += 1) {
      await cancel({ charges: [FEE], collectedBy: 'channel' });
      expect(await stored(id!)).toMatchObject({ status: 'cancelled', totalMinor: 7_650 });
    }
    expect((await stored(id!)).charges).toMatchObject([{ kind: 'tax' }, { kind: 'fee', amountMinor: 7_650 }]);
    expect(await charged(id!)).toEqual([['fee', 'channel', 7_650]]);
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('changes and goes with what the channel says later', async () => {
    const [id] = await sold();
    await cancel({ charges: [FEE] });
    await cancel({ charges: [{ ...FEE, amount: '50.00' }] });
    expect(await stored(id!)).toMatchObject({ totalMinor: 5_000 });
    await cancel();
    expect(await stored(id!)).toMatchObject({ totalMinor: 0, charges: null });
    expect(await charged(id!)).toEqual([]);
    await expectConsistent(environment.db, environment.hotelId, TODAY);
  });

  test('is on the first booking of an order of several rooms', async () => {
    const stay = { checkin: date('2027-03-10'), checkout: date('2027-03-12') };
    const [one, two] = await sold({ rooms: [stay, stay] });
    await cancel({ charges: [FEE] });
    await cancel({ charges: [FEE] });
    expect([(await stored(one!)).totalMinor, (await stored(two!)).totalMinor]).toEqual([7_650, 0]);
  });

  test('of a stay that was cancelled here before is charged as well', async () => {
    const [id] = await sold();
    await environment.change((tx) =>
      cancelReservation(tx, { reservationId: id!, date: TODAY, today: TODAY }),
    );
    await cancel({ charges: [FEE] });
    expect(await stored(id!)).toMatchObject({ status: 'cancelled', totalMinor: 7_650 });
  });

  test('is not charged to a guest in the house', async () => {
    const [here] = await sold({ rooms: [{}] });
    const how = { today: TODAY, early: true, updateGuest: false };
    await environment.change(async (tx) =>
      patchReservation(tx, await lockReservation(tx, here!), { status: 'checked_in' }, how),
    );
    await cancel({ charges: [FEE] });
    expect(await stored(here!)).toMatchObject({ status: 'checked_in', totalMinor: 30_000 });
  });

  test('in another currency than the stay is not charged', async () => {
    const [id] = await sold();
    await cancel({ charges: [FEE], currency: 'USD' });
    expect(await stored(id!)).toMatchObject({ status: 'cancelled', totalMinor: 0, charges: null });
  });
});
