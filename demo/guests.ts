// Random actions of the demo: guests at the OTAs, direct bookings over the API, and double sales.

import { inventPerson } from '../sample-people/people.ts';
import { Random } from '../sample-people/random.ts';
import { inventDetails } from '../simulator/order-details.ts';
import { NotSellableError } from '../simulator/sales.ts';
import type { DemoConnection } from './connections.ts';
import { type DemoEnvironment, HORIZON_DAYS } from './environment.ts';
import type { DemoNight } from './push-latency.ts';

export type Guests = { stop(): Promise<void> };

type Act = (environment: DemoEnvironment, random: Random) => Promise<unknown>;

/** Actions with their shares in percent. */
const SHARES: readonly [share: number, act: Act][] = [
  [24, bookDirectly],
  [32, sellAtOta],
  [7, cancelDirectly],
  [10, cancelAtOta],
  [8, changeAtOta],
  [11, writeAtOta],
  [3, reviewAtOta],
  [5, sellTwice],
];
const PAUSE_MS = { least: 300, most: 1_500 };

/** Starts random actions, one after the other. `stop` waits for the present one. */
export function startGuests(environment: DemoEnvironment, seed: number): Guests {
  const random = new Random(seed).branch('demo');
  let stopped = false;
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopped) {
      await act(environment, random).catch((error) => {
        // Nothing is free, or innwire refused an OTA's request.
        if (!(error instanceof NotSellableError)) throw error;
      });
      await pause(random.between(PAUSE_MS.least, PAUSE_MS.most), stopping.signal);
    }
  })();
  running.catch((error) => console.error(error));
  return {
    stop: async () => {
      stopped = true;
      stopping.abort();
      await running;
    },
  };
}

async function act(environment: DemoEnvironment, random: Random): Promise<void> {
  let rest = random.between(0, 99);
  const [, chosen] = SHARES.find(([share]) => {
    rest -= share;
    return rest < 0;
  })!;
  await chosen(environment, random);
}

async function bookDirectly(environment: DemoEnvironment, random: Random): Promise<void> {
  const arrival = random.between(0, HORIZON_DAYS - 6);
  const nights = random.between(1, 4);
  const { id } = random.pick(environment.property.rooms);
  await book(environment, random, {
    room: id,
    checkin: environment.day(arrival),
    checkout: environment.day(arrival + nights),
  });
}

type Stay = { room: number; checkin: string; checkout: string };

async function book(
  environment: DemoEnvironment,
  random: Random,
  { room, checkin, checkout }: Stay,
): Promise<void> {
  const { givenName, surname, email } = inventPerson(random);
  const body = { room_id: room, name: `${givenName} ${surname}`, email, checkin, checkout, price: 300 };
  // A refusal because the room is full is expected.
  await environment.api('POST', 'bookings', { body });
}

async function sellAtOta(environment: DemoEnvironment, random: Random): Promise<void> {
  const { ota, hotel } = random.pick(environment.connected);
  await ota.sell({ hotel: hotel.id, details: inventDetails(random) });
}

async function cancelDirectly(environment: DemoEnvironment, random: Random): Promise<void> {
  const { body } = await environment.api('GET', 'bookings', { path: '?channel=direct&status=confirmed' });
  const bookings = body as { order_id: number }[];
  if (bookings.length === 0) return;
  await environment.api('DELETE', 'bookings', { path: `?order_id=${random.pick(bookings).order_id}` });
}

/** Channels without cancellations, changes and messages here: Vrbo sends changes by e-mail only. */
const UNSUPPORTED: readonly string[] = ['vrbo'];

async function cancelAtOta(environment: DemoEnvironment, random: Random): Promise<void> {
  await withBooked(environment, random, ({ ota, reference }) => ota.cancel(reference));
}

async function changeAtOta(environment: DemoEnvironment, random: Random): Promise<void> {
  await withBooked(environment, random, async ({ channel, ota, reference }) => {
    // innwire refuses alterations from Airbnb unless a setting allows them.
    if (channel !== 'airbnb') await ota.modify(reference, { nights: random.between(1, 5) });
  });
}

async function writeAtOta(environment: DemoEnvironment, random: Random): Promise<void> {
  await withBooked(environment, random, ({ ota, reference }) => ota.write(reference));
}

async function reviewAtOta(environment: DemoEnvironment, random: Random): Promise<void> {
  await withBooked(environment, random, ({ ota, reference }) => ota.review(reference));
}

async function withBooked(
  environment: DemoEnvironment,
  random: Random,
  act: (found: DemoConnection & { reference: string }) => Promise<unknown>,
): Promise<void> {
  const found = environment.connected
    .filter(({ channel }) => !UNSUPPORTED.includes(channel))
    .flatMap((one) =>
      one.ota
        .reservations(one.hotel.id)
        .filter(({ status }) => status === 'booked')
        .map(({ reference }) => ({ ...one, reference })),
    );
  if (found.length > 0) await act(random.pick(found));
}

/** Sells the last unit of a night at an OTA that is only polled, and directly at the same time. */
async function sellTwice(environment: DemoEnvironment, random: Random): Promise<void> {
  const polled = environment.connected.filter(
    ({ channel }) => channel === 'booking_com' || channel === 'expedia',
  );
  const { ota, hotel, rooms } = random.pick(polled);
  const { body } = await environment.api('GET', 'availability');
  const last = (body as DemoNight[]).filter(({ available }) => available === 1);
  if (last.length === 0) return;
  const { room_id: room, date } = random.pick(last);
  const [checkin, checkout] = [date.slice(0, 10), environment.day(daysUntil(environment, date) + 1)];
  await ota.sell({ hotel: hotel.id, room: rooms.get(room)!, arrival: checkin, departure: checkout });
  await book(environment, random, { room, checkin, checkout });
}

function daysUntil(environment: DemoEnvironment, date: string): number {
  return Temporal.PlainDate.from(environment.day(0)).until(date.slice(0, 10), { largestUnit: 'day' }).days;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
