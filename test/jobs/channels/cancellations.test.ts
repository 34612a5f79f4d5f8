// Cancellations of Booking.com in each documented form and in both queues: the stay ends, and nothing is booked by one.
import { expect, test } from 'vitest';
import type { FaultKind } from '../../../simulator/faults.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const environment = useChannelEnvironment();

/** How the channel writes a cancellation, and into which queue one that comes before the acknowledgement. */
const FORMS: [string, FaultKind[]][] = [
  ['with a status', []],
  ['without rooms', ['no_rooms']],
  ['with a status, among the new ones', ['cancelled_as_new']],
  ['without rooms, among the new ones', ['cancelled_as_new', 'no_rooms']],
];

async function connected(forms: readonly FaultKind[]) {
  const { property, there } = await environment.connectOneRoom('booking_com', {
    days: DAYS,
    ownAccount: true,
  });
  for (const kind of forms) there.ota.faults.add({ kind, on: 'reservations' });
  const sell = () => there.ota.sell({ hotel: there.hotel.id, arrival: environment.day(3), nights: 2 });
  return { property, there, sell, bookings: () => environment.bookings(property) };
}

/** Expects that all nights are free, here and there, and that nothing is left in the queue. */
async function expectFree({
  property,
  there,
}: Pick<Awaited<ReturnType<typeof connected>>, 'property' | 'there'>) {
  await environment.settled([there]);
  expect(await environment.differences(property, [there], DAYS)).toEqual([]);
  const { body: nights } = await environment.api.get(
    `/api/availability/${property.token}?fromdate=${environment.day(3)}&todate=${environment.day(4)}`,
  );
  expect(nights.map((night: { available: number }) => night.available)).toEqual([1, 1]);
  expect(await environment.connection(property, 'booking_com')).toMatchObject({
    state: 'connected',
    last_error: null,
  });
}

test.each(FORMS)('a stay ends by a cancellation %s', async (_, forms) => {
  const { property, there, sell, bookings } = await connected(forms);
  const { reference } = await sell();
  await environment.settled([there]);
  expect(await bookings()).toMatchObject([{ referral_order_id: reference, status: 'confirmed' }]);
  await there.ota.cancel(reference);
  await environment
    .pollWithin(30, bookings)
    .toMatchObject([{ referral_order_id: reference, status: 'cancelled' }]);
  await expectFree({ property, there });
});

test.each(FORMS)('a stay whose acknowledgement was lost ends by a cancellation %s', async (_, forms) => {
  const { property, there, sell, bookings } = await connected(forms);
  there.ota.faults.add({ kind: 'lost_acknowledgement', on: 'acknowledge', count: 1 });
  const { reference } = await sell();
  await environment.pollWithin(30, bookings).toHaveLength(1);
  await there.ota.cancel(reference);
  await environment
    .pollWithin(60, bookings)
    .toMatchObject([{ referral_order_id: reference, status: 'cancelled' }]);
  await expectFree({ property, there });
});

test.each(
  FORMS,
)('a reservation that was cancelled before it was read makes no booking, %s', async (_, forms) => {
  const { property, there, sell, bookings } = await connected(forms);
  const { reference } = await sell();
  await there.ota.cancel(reference);
  await environment.pass(60_000);
  expect((await bookings()).filter(({ status }) => status !== 'cancelled')).toEqual([]);
  await expectFree({ property, there });
});
