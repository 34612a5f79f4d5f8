// A channel's price of each night is stored as reported, and an early departure earns it.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

test('a stay costs each night what its channel says, also after a change there', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: 20 },
    rooms: [{ price: 100, units: 1 }],
  });
  const [partner] = await environment.connect(property, ['open_channel']);
  await environment.settled([partner!]);
  const { body: connection } = await environment.api.operator(
    'GET',
    `/properties/${property.hotelId}/channels/open_channel`,
  );
  const room = partner!.hotel.rooms[0]!;
  const send = (revision: string, prices: string[]) =>
    fetch(`${connection.inbound_url}/new_booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': partner!.ota.credentials['api_key']! },
      body: JSON.stringify({
        booking: {
          status: revision === '1' ? 'new' : 'modified',
          hotel_code: partner!.hotel.id,
          reservation_id: 'R-nights',
          revision,
          arrival_date: environment.day(4),
          departure_date: environment.day(4 + prices.length),
          currency: 'EUR',
          customer: { name: 'Ada', surname: 'Example' },
          rooms: [
            {
              index: 0,
              room_type_code: room.id,
              days: prices.map((price, i) => ({
                date: environment.day(4 + i),
                price,
                rate_plan_code: room.rates[0]!.id,
              })),
            },
          ],
        },
      }),
    });
  const nights = async () =>
    (
      await environment.api.db.query<{ price_minor: number }>(
        `select price_minor from reservation_nights where hotel_id = $1 and released_at is null order by date`,
        [property.hotelId],
      )
    ).map((night) => night.price_minor);
  expect((await send('1', ['50.00', '80.50', '120.00'])).status).toBe(200);
  expect(await nights()).toEqual([5_000, 8_050, 12_000]);
  expect((await send('2', ['60.00', '10.00'])).status).toBe(200);
  expect(await nights()).toEqual([6_000, 1_000]);
  expect((await send('3', ['60.00', '10.00', '99.99'])).status).toBe(200);
  expect(await nights()).toEqual([6_000, 1_000, 9_999]);
});
