// A channel that counts its own sales and cancellations gets pushes only of uncertain counts.
import { expect, onTestFinished, test } from 'vitest';
import type { Connected } from '../../harness/channel-environment.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;
/** A count confirmed so long ago cannot have crossed with a change that the channel makes now. */
const CERTAIN_MINUTES = 5;
const SOLD = { arrival: () => environment.day(5), departure: () => environment.day(7) };

async function soldAtExpedia(settings: object = { adds_back_cancelled: true }) {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 3 },
      { price: 90, units: 3 },
    ],
  });
  const account = `of ${property.hotelId}`;
  const [partner] = await environment.connect(property, ['expedia'], { account, settings });
  onTestFinished(async () => {
    await environment.api.operator('DELETE', `/properties/${property.hotelId}/channels/expedia`);
  });
  await environment.settled([partner!]);
  const { ota, hotel, rooms } = partner!;
  await untilCertain(partner!);
  const externalRoom = rooms.get(property.rooms[0]!)!;
  const stay = { hotel: hotel.id, room: externalRoom, arrival: SOLD.arrival(), departure: SOLD.departure() };
  const { reference } = await ota.sell(stay);
  const stored = () =>
    environment.api.db.query<{ id: number; status: string; guest: string; room: number }>(
      `select reservation_id as id, status, guest_name as guest, room_id as room
       from reservations where hotel_id = $1 and channel_reference = $2`,
      [property.hotelId, reference],
    );
  await environment.poll(async () => (await stored())[0]?.status).toBe('confirmed');
  await environment.settled([partner!]);
  await untilCertain(partner!);
  ota.forgetRequests();
  return { property, partner: partner!, reference, stored };
}

/** Waits until the queue was read after the last push, and counts were confirmed long enough ago. */
async function untilCertain({ ota }: Connected) {
  const reads = () => ota.requests('reservations').length;
  const before = reads();
  await environment.poll(reads).toBeGreaterThan(before + 1);
  environment.skipMinutes(CERTAIN_MINUTES);
}

const pushed = ({ ota }: Connected) => ota.requests('availability').map(({ body }) => body);

async function agree(property: { token: string }, partner: Connected) {
  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
}

test('no count is pushed to Expedia after its own sale and cancellation, and all counts agree', async () => {
  const { property, partner, reference, stored } = await soldAtExpedia();
  await partner.ota.cancel(reference);
  await environment.poll(async () => (await stored())[0]?.status).toBe('cancelled');
  await agree(property, partner);
  expect(pushed(partner)).toEqual([]);
});

test('expedia gets the count after its cancellation unless it is known to add back what it cancels', async () => {
  const { property, partner, reference, stored } = await soldAtExpedia({});
  await partner.ota.cancel(reference);
  await environment.poll(async () => (await stored())[0]?.status).toBe('cancelled');
  await agree(property, partner);
  expect(pushed(partner)).toEqual([expect.stringContaining('totalInventoryAvailable="3"')]);
});

test('expedia gets the count after a cancellation that came before a push and is read after it', async () => {
  const { property, partner, reference, stored } = await soldAtExpedia();
  const { ota } = partner;
  ota.faults.add({ kind: 'server_error', on: 'reservations' });
  await ota.cancel(reference);
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.rooms[0],
    date: environment.day(5),
    price: 120,
    available: 1,
  });
  await environment.poll(() => pushed(partner)).not.toEqual([]);
  ota.faults.clear();
  await environment.poll(async () => (await stored())[0]?.status).toBe('cancelled');
  await agree(property, partner);
  // The count that was pushed in between was one too low.
  expect(pushed(partner).length).toBeGreaterThan(1);
});

test('counts of both rooms are pushed to Expedia after it cancels a booking that people here have moved', async () => {
  const { property, partner, reference, stored } = await soldAtExpedia();
  const [booking] = await stored();
  const moved = await environment.api.request(
    'PATCH',
    `/api/bookings/${property.token}?order_id=${booking!.id}`,
    {
      body: { room_id: property.rooms[1] },
    },
  );
  expect(moved.status).toBe(200);
  await agree(property, partner);
  await untilCertain(partner);
  partner.ota.forgetRequests();
  await partner.ota.cancel(reference);
  await environment.poll(async () => (await stored())[0]?.status).toBe('cancelled');
  await agree(property, partner);
  const bodies = pushed(partner).join();
  for (const room of partner.rooms.values()) expect(bodies).toContain(`RoomType id="${room}"`);
});

test('expedia gets no counts after a modification of the guest, but after one of the dates', async () => {
  const { property, partner, reference, stored } = await soldAtExpedia();
  await partner.ota.modify(reference, { guest: { surname: 'Hopper' } });
  await environment.poll(async () => (await stored())[0]?.guest).toContain('Hopper');
  await agree(property, partner);
  expect(pushed(partner)).toEqual([]);
  await partner.ota.modify(reference, { departure: environment.day(8) });
  await environment.poll(() => pushed(partner)).not.toEqual([]);
  await agree(property, partner);
});
