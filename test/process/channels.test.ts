// kill -9 in the middle of sales on all sides: after the next start every channel's calendar is ours again, with no help.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Hotel } from '../../simulator/hotel.ts';
import { NotSellable } from '../../simulator/market.ts';
import type { Ota } from '../../simulator/ota.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import {
  ask,
  type House,
  type Innwire,
  makeHouse,
  newPath,
  operate,
  startInnwire,
} from '../harness/process.ts';

const DAYS = 30;
const KILLS = 2;
/** Long enough for several bookings and pushes, short enough that some are under way. */
const LIFE_MS = 1_500;

test('kill -9 while channels and guests book: nothing is lost, and all calendars agree afterwards', {
  timeout: 180_000,
}, async () => {
  const simulator = await startSimulator({ seed: 7, limits: false });
  const dataDir = newPath();
  const start = () => startInnwire({ dataDir, env: { ALLOW_PRIVATE_NETWORK: 'on' } });
  let innwire = await start();
  try {
    const house = await makeHouse(innwire, { rooms: 2, units: 3 });
    await operate(innwire, 'PATCH', `/properties/${house.hotelId}`, { settings: { horizon_days: DAYS } });
    const partner = await connect(innwire, house, simulator.openChannel, { key: 'hotel_code' });
    const booking = await connect(innwire, house, simulator.bookingCom, { key: 'hotel_id' });
    simulator.openChannel.connect(partner.id, {
      url: partner.inbound,
      credentials: simulator.openChannel.credentials,
    });
    await agreed(innwire, house, [partner, booking]);

    const booked: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const storm = sellEverywhere(() => innwire, house, { hotels: [partner, booking], booked, ms: LIFE_MS });
      await sleep(LIFE_MS);
      innwire.signal('SIGKILL');
      await storm;
      await innwire.end();
      innwire = await start();
      simulator.openChannel.connect(partner.id, {
        url: partner.inbound.replace(/^http:\/\/[^/]+/, innwire.url),
        credentials: simulator.openChannel.credentials,
      });
    }
    await agreed(innwire, house, [partner, booking]);
    const { body } = await ask(`${innwire.url}/api/bookings/${house.token}`);
    expect(body.map((one: any) => one.order_id)).toEqual(expect.arrayContaining(booked));
    const orders = [partner, booking].flatMap(({ ota, id }) =>
      ota.reservations(id).map((one) => one.reference),
    );
    expect(body.flatMap((one: any) => one.referral_order_id ?? []).sort()).toEqual(orders.sort());
  } finally {
    innwire.signal('SIGTERM');
    await innwire.end();
    await simulator.close();
  }
});

type Listed = Hotel & { ota: Ota; inbound: string; ours: Map<number, string> };

async function connect(innwire: Innwire, house: House, ota: Ota, { key }: { key: string }): Promise<Listed> {
  const hotel = ota.hotel({ rooms: house.rooms.length, currency: 'EUR' });
  const { client_id, client_secret, api_key } = ota.credentials;
  const answer = await operate(innwire, 'PUT', `/properties/${house.hotelId}/channels/${ota.name}`, {
    protocol: ota.name,
    url: ota.url,
    settings: { [key]: hotel.id },
    credentials: api_key ? { api_key } : { client_id, client_secret },
    rooms: house.rooms.map((room_id, i) => ({
      room_id,
      external_room: hotel.rooms[i]!.id,
      external_rate: hotel.rooms[i]!.rates[0]!.id,
    })),
  });
  expect(answer.status, answer.text).toBe(200);
  return {
    ...hotel,
    ota,
    inbound: answer.body.inbound_url,
    ours: new Map(house.rooms.map((room, i) => [room, hotel.rooms[i]!.id])),
  };
}

async function sellEverywhere(
  innwire: () => Innwire,
  house: House,
  { hotels, booked, ms }: { hotels: Listed[]; booked: number[]; ms: number },
): Promise<void> {
  const until = Date.now() + ms + 300;
  const day = (plus: number) => Temporal.Now.plainDateISO('UTC').add({ days: plus }).toString();
  const guests = async () => {
    while (Date.now() < until) {
      const from = 1 + Math.floor(Math.random() * (DAYS - 4));
      const body = {
        room_id: house.rooms[0],
        name: 'Ada',
        checkin: day(from),
        checkout: day(from + 2),
        price: 200,
      };
      const answer = await ask(`${innwire().url}/api/bookings/${house.token}`, {
        method: 'POST',
        body,
      }).catch(() => null);
      if (answer?.status === 200) booked.push(answer.body.order_id);
      await sleep(20);
    }
  };
  const channel = async ({ ota, id }: Listed) => {
    while (Date.now() < until) {
      await ota.sell({ hotel: id, price: 90 }).catch((error) => {
        if (!(error instanceof NotSellable)) throw error;
      });
      await sleep(120);
    }
  };
  await Promise.all([guests(), guests(), ...hotels.map(channel)]);
}

/** Every count that a channel has is ours, and it waits for nothing from us. */
async function agreed(innwire: Innwire, house: House, hotels: Listed[]): Promise<void> {
  const differing = async () => {
    const { body: nights } = await ask(`${innwire.url}/api/availability/${house.token}`);
    return hotels.flatMap(({ ota, id, ours }) => {
      const believed = new Map(
        ota
          .calendar(id)
          .filter((night) => 'available' in night)
          .map((night) => [`${night.room}/${night.date}`, night.available]),
      );
      const wrong = nights.filter(
        (night: any) =>
          believed.get(`${ours.get(night.room_id)}/${night.date.slice(0, 10)}`) !==
          Math.max(0, night.available),
      );
      return [
        ...wrong.map((night: any) => `${ota.name} ${night.room_id} ${night.date}`),
        ...(ota.outstanding(id) > 0 ? [`${ota.name} waits`] : []),
      ];
    });
  };
  await expect.poll(differing, { timeout: 75_000, interval: 500 }).toEqual([]);
}
