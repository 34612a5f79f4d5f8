// A stop of sale is a room's, whatever rates it is sold at; and restrictions that are told say all that holds for the night.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();
const DAYS = 20;

const connectedTo = (channel: Channel, rates: number) =>
  world.connectOneRoom(channel, {
    days: DAYS,
    room: { price: 120, units: 3 },
    there: { rates: Array.from({ length: rates }, () => ({})) },
  });

/** Another system keeps the room's second rate open, with a price of its own. */
async function keepSecondRate({ channel, ota, hotel }: Connected, day: number): Promise<string> {
  const { id: room, rates } = hotel.rooms[0]!;
  const where = { date_from: world.day(day), date_to: world.day(day) };
  const rate = rates[1]!.id;
  const [url, body] =
    channel === 'channex'
      ? [
          `${ota.url}/api/v1/restrictions`,
          {
            values: [
              { property_id: hotel.id, rate_plan_id: rate, ...where, rate: '99.00', stop_sell: false },
            ],
          },
        ]
      : [
          `${ota.url}/changes/`,
          {
            data: [
              {
                type: 'changes_notification',
                attributes: {
                  request_id: randomUUID(),
                  hotel_code: hotel.id,
                  changes: [
                    {
                      type: 'restriction_changes',
                      attributes: {
                        room_type_id: room,
                        rate_plan_id: rate,
                        ...where,
                        rates: [{ rate: '99.00', currency: 'EUR', fraction_size: 2, occupancy: 2 }],
                        stop_sell: false,
                      },
                    },
                  ],
                },
              },
            ],
          },
        ];
  const key = ota.credentials['api_key']!;
  const answer = await fetch(url as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-api-key': key, 'api-key': key },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return rate;
}

test.each([
  'channex',
  'open_channel',
] as const)('%s: a stop of sale closes the room type at its other rates too, and its end restores the count', async (channel) => {
  const { property, there } = await connectedTo(channel, 2);
  const { ota, hotel } = there;
  const rate = await keepSecondRate(there, 5);
  const room = hotel.rooms[0]!.id;
  const stay = { hotel: hotel.id, room, rate, arrival: world.day(5), nights: 1 };
  await world.setNight(property, 5, { stop_sell: true });
  await world.settled([there]);
  await expect(ota.sell(stay)).rejects.toThrow(/no unit is free/);
  // While sales are stopped, the count changes without being told.
  await world.setNight(property, 5, { available: 2, price: 120 });
  await world.settled([there]);
  await expect(ota.sell(stay)).rejects.toThrow(/no unit is free/);
  await world.setNight(property, 5, { stop_sell: false });
  await world.settled([there]);
  const night = ota.calendar(hotel.id).find((one) => one.date === world.day(5));
  expect(night).toMatchObject({ available: 2, stopSell: false });
  expect(await ota.sell(stay)).toMatchObject({ status: 'booked' });
});

test('expedia keeps both limits of the stay when a night is closed to arrival or departure', async () => {
  const { property, there } = await connectedTo('expedia', 1);
  await world.setNight(property, 5, { min_stay: 3, max_stay: 7 });
  await world.settled([there]);
  await world.setNight(property, 5, { closed_to_arrival: true });
  await world.settled([there]);
  await world.setNight(property, 5, { closed_to_departure: true });
  await world.settled([there]);
  const night = there.ota.calendar(there.hotel.id).find((one) => one.date === world.day(5));
  expect(night).toMatchObject({ minStay: 3, maxStay: 7, closedToArrival: true, closedToDeparture: true });
});
