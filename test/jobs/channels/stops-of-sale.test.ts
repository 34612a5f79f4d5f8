// A stop of sale applies to all rates of a room; and pushed restrictions are complete for the night.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

const connectedTo = (channel: Channel, rates: number) =>
  environment.connectOneRoom(channel, {
    days: DAYS,
    room: { price: 120, units: 3 },
    there: { rates: Array.from({ length: rates }, () => ({})) },
  });

/** Opens the room's second rate with a price of its own, as another system would. */
async function keepSecondRate({ channel, ota, hotel }: Connected, day: number): Promise<string> {
  const { id: room, rates } = hotel.rooms[0]!;
  const where = { date_from: environment.day(day), date_to: environment.day(day) };
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
  const { property, there: partner } = await connectedTo(channel, 2);
  const { ota, hotel } = partner;
  const rate = await keepSecondRate(partner, 5);
  const room = hotel.rooms[0]!.id;
  const stay = { hotel: hotel.id, room, rate, arrival: environment.day(5), nights: 1 };
  await environment.setNight(property, 5, { stop_sell: true });
  await environment.settled([partner]);
  await expect(ota.sell(stay)).rejects.toThrow(/no unit is free/);
  // While sales are stopped, the count changes without a push.
  await environment.setNight(property, 5, { available: 2, price: 120 });
  await environment.settled([partner]);
  await expect(ota.sell(stay)).rejects.toThrow(/no unit is free/);
  await environment.setNight(property, 5, { stop_sell: false });
  await environment.settled([partner]);
  const night = ota.calendar(hotel.id).find((one) => one.date === environment.day(5));
  expect(night).toMatchObject({ available: 2, stopSell: false });
  expect(await ota.sell(stay)).toMatchObject({ status: 'booked' });
});

test('expedia keeps both limits of the stay when a night is closed to arrival or departure', async () => {
  const { property, there: partner } = await connectedTo('expedia', 1);
  await environment.setNight(property, 5, { min_stay: 3, max_stay: 7 });
  await environment.settled([partner]);
  await environment.setNight(property, 5, { closed_to_arrival: true });
  await environment.settled([partner]);
  await environment.setNight(property, 5, { closed_to_departure: true });
  await environment.settled([partner]);
  const night = partner.ota.calendar(partner.hotel.id).find((one) => one.date === environment.day(5));
  expect(night).toMatchObject({ minStay: 3, maxStay: 7, closedToArrival: true, closedToDeparture: true });
});
