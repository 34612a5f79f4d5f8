// A channel reinstates an order after its cancellation: there is one booking of each current room, whatever
// came before.
import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';

const api = useApi();
const KEY = 'a key that both know';

beforeAll(() => {
  api.clock = Temporal.Instant.from('2027-03-02T12:00:00Z');
});

test('rooms released by earlier versions stay released, and repeated earlier versions change nothing', async () => {
  const property = await api.property({ currency: 'EUR', rooms: [{ units: 2 }] });
  const connected = await api.operator('PUT', `/properties/${property.hotelId}/channels/partner`, {
    protocol: 'open_channel',
    url: 'https://partner.example',
    settings: { hotel_code: 'H' },
    credentials: { api_key: KEY },
    rooms: [{ room_id: property.room, external_room: 'garden' }],
  });
  expect(connected.status, connected.text).toBe(200);
  const send = async (hour: number, status: string, rooms: number[]) => {
    const body = {
      hotel_code: 'H',
      reservation_id: 'R-1',
      revision: String(hour),
      status,
      updated_at: `2027-03-02T${hour}:00:00Z`,
      currency: 'EUR',
      arrival_date: '2027-04-20',
      departure_date: '2027-04-22',
      customer: { name: 'Ada' },
      rooms: rooms.map((index) => ({ index, room_type_code: 'garden', total_price: 100 })),
    };
    const answer = await api.request('POST', `${new URL(connected.body.inbound_url).pathname}/new_booking`, {
      raw: JSON.stringify({ booking: body }),
      headers: { 'content-type': 'application/json', 'api-key': KEY },
    });
    expect(answer.status, answer.text).toBe(200);
  };
  const states = async () =>
    (await api.get(`/api/bookings/${property.token}`)).body
      .map((one: { status: string }) => one.status)
      .sort();

  await send(10, 'new', [0, 1]);
  await send(11, 'modified', [1]);
  await send(12, 'cancelled', []);
  expect(await states()).toEqual(['cancelled', 'cancelled']);
  await send(13, 'modified', [1]);
  await send(10, 'new', [0, 1]);
  await send(12, 'cancelled', []);
  expect(await states()).toEqual(['cancelled', 'cancelled', 'confirmed']);
  const nights = await api.get(`/api/availability/${property.token}?fromdate=2027-04-20&todate=2027-04-20`);
  expect(nights.body).toMatchObject([{ available: 1 }]);
});
