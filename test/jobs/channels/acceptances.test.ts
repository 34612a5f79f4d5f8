// Our acceptance of a request is lost: its nights are released, or the booking is flagged.
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import type { TestProperty } from '../../harness/api.ts';
import { type Channel, useChannelEnvironment } from '../../harness/channel-environment.ts';
import { untilLockIsAwaited } from '../../harness/lock-awaited.ts';

const DAYS = 30;
const environment = useChannelEnvironment();

const connect = (channel: Channel) => environment.connectOneRoom(channel, { days: DAYS });

async function statuses(property: TestProperty): Promise<string[]> {
  return (await environment.bookings(property)).map(({ status }) => status).sort();
}

async function available({ token }: TestProperty, plus: number): Promise<number> {
  const day = environment.day(plus);
  return (await environment.api.get(`/api/availability/${token}?fromdate=${day}&todate=${day}`)).body[0]
    .available;
}

async function conflicts({ hotelId }: TestProperty): Promise<string[]> {
  const { body } = await environment.api.operator('GET', `/properties/${hotelId}/conflicts`);
  return body.map((one: any) => one.conflict);
}

async function unconfirmed({ hotelId }: TestProperty): Promise<number> {
  const [row] = await environment.api.db.query<{ count: number }>(
    'select count(*)::int as count from channel_stays where hotel_id = $1 and accepted_at is not null',
    [hotelId],
  );
  return row!.count;
}

async function log({ hotelId }: TestProperty): Promise<string[]> {
  const rows = await environment.api.db.query<{ summary: string }>(
    `select summary from activity where hotel_id = $1 and kind = 'sync'`,
    [hotelId],
  );
  return rows.map(({ summary }) => summary);
}

test('Airbnb did not get our acceptance and has sold nothing: the nights are released, and the request may be repeated', async () => {
  const { property, there: partner } = await connect('airbnb');
  const { ota, hotel } = partner;
  const stay = { hotel: hotel.id, arrival: environment.day(5), nights: 2, reference: 'HMLOSTYES1' };
  ota.faults.add({ kind: 'cut_after', on: 'make_reservation', count: 1 });
  await expect(ota.sell(stay)).rejects.toThrow('no answer');
  expect(await statuses(property)).toEqual(['confirmed']);
  expect(await available(property, 5)).toBe(0);

  await environment.poll(() => statuses(property)).toEqual(['cancelled']);
  expect(await available(property, 5)).toBe(1);
  await environment
    .poll(() => log(property))
    .toContainEqual(
      expect.stringMatching(
        /^airbnb: booking \d+ released, because airbnb has no such order: our yes to its request/,
      ),
    );
  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);

  await ota.sell(stay);
  await environment.settled([partner]);
  expect(await statuses(property)).toEqual(['cancelled', 'confirmed']);
  expect(await unconfirmed(property)).toBe(0);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test('a request that is repeated after its nights were released and sold to others is refused', async () => {
  const { property, there: partner } = await connect('airbnb');
  const { ota, hotel } = partner;
  const stay = { hotel: hotel.id, arrival: environment.day(5), nights: 2, reference: 'HMLOSTYES2' };
  ota.faults.add({ kind: 'cut_after', on: 'make_reservation', count: 1 });
  await expect(ota.sell(stay)).rejects.toThrow('no answer');
  await environment.poll(() => statuses(property)).toEqual(['cancelled']);
  const dates = { checkin: environment.day(6), checkout: environment.day(7) };
  const direct = { room_id: property.room, name: 'Ada', price: 100, ...dates };
  expect((await environment.api.post(`/api/bookings/${property.token}`, direct)).status).toBe(200);
  // Whoever comes first: we refuse the request, or the partner knows already that the nights are taken.
  await expect(ota.sell(stay)).rejects.toThrow(/not available|refused|no unit is free/);
  expect(await statuses(property)).toEqual(['cancelled', 'confirmed']);
});

test('Airbnb sold what we accepted, but its notification is late: it is asked, and the booking stays', async () => {
  const { property, there: partner } = await connect('airbnb');
  const { ota, hotel } = partner;
  const silence = ota.faults.add({ kind: 'cut_before', on: 'deliver' });
  await ota.sell({ hotel: hotel.id, arrival: environment.day(5), nights: 2 });
  expect(await unconfirmed(property)).toBe(1);
  await environment.poll(() => unconfirmed(property)).toBe(0);
  expect(await statuses(property)).toEqual(['confirmed']);
  expect(await conflicts(property)).toEqual([]);
  ota.faults.remove(silence.id);
  await environment.settled([partner]);
});

test('Vrbo cannot be asked: an acceptance that was sent completely counts, another is flagged until Vrbo reports the booking', async () => {
  const { property, path, reference, unit } = await loseAnswerToVrbo();
  await environment
    .poll(() => conflicts(property))
    .toEqual([expect.stringMatching(/^the answer to this request may not have reached vrbo: look there/)]);
  expect(await statuses(property)).toEqual(['confirmed', 'confirmed']);

  await announceBooking({ url: path, reference, unit });
  expect(await conflicts(property)).toEqual([]);
  expect(await statuses(property)).toEqual(['confirmed', 'confirmed']);
});

test('a booking with another conflict keeps it when nobody can say whether its acceptance arrived', async () => {
  const { property } = await loseAnswerToVrbo();
  await environment.api.db.query(
    `update reservations as reservation set conflict = 'overbooked on a night', conflict_kind = 'overbooked'
     from channel_stays as stay where stay.hotel_id = $1 and stay.accepted_at is not null
       and reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id`,
    [property.hotelId],
  );
  await environment.poll(() => unconfirmed(property)).toBe(0);
  expect(await conflicts(property)).toEqual(['overbooked on a night']);
});

/** Connects Vrbo, which gets our acceptance of one request, and not that of another; returns the second. */
async function loseAnswerToVrbo() {
  const { property, there: partner } = await connect('vrbo');
  const { ota, hotel } = partner;
  await environment.simulator.vrbo.pull(hotel.id);
  const unit = [...partner.rooms.values()][0]!;
  await ota.sell({ hotel: hotel.id, room: unit, arrival: environment.day(3), nights: 2 });
  await environment.poll(() => unconfirmed(property)).toBe(0);

  const asked = ota.requests('deliver').findLast(({ body }) => body?.includes('<bookingRequest'))!;
  const again = asked
    .body!.replaceAll(environment.day(3), environment.day(8))
    .replaceAll(environment.day(5), environment.day(10));
  const reference = 'a-request-whose-answer-was-cut-off';
  await askAndLeave(property, asked.path, again.replace(/<trackingUuid>[^<]*/, `<trackingUuid>${reference}`));
  await environment.poll(async () => (await environment.bookings(property)).length).toBe(2);
  expect(await unconfirmed(property)).toBe(1);
  return { property, path: asked.path, reference, unit };
}

const SIGN_IN = `Basic ${Buffer.from('vrbo:reads-our-feeds').toString('base64')}`;

/** Sends a request to our address and disconnects before the answer: the property is locked until then. */
async function askAndLeave({ hotelId }: TestProperty, url: string, body: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const { app, db } = environment.api;
  const accepted = once(app.server, 'connection') as Promise<[net.Socket]>;
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  const [ofServer] = await accepted;
  await db.transaction(async (tx) => {
    await tx.query('select 1 from log_heads where hotel_id = $1 for update', [hotelId]);
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${SIGN_IN}\r\nContent-Type: application/xml\r\n`;
    socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await untilLockIsAwaited(db);
    socket.destroy();
    await once(ofServer, 'close');
    return { value: null };
  });
}

async function announceBooking({ url, reference, unit }: Record<'url' | 'reference' | 'unit', string>) {
  const details = `<listingExternalId>${unit}</listingExternalId><unitExternalId>${unit}</unitExternalId><externalId>${reference}</externalId>`;
  const dates = `<reservationDates><beginDate>${environment.day(8)}</beginDate><endDate>${environment.day(10)}</endDate></reservationDates>`;
  const body = `<bookingUpdate><documentVersion>1.4</documentVersion><bookingUpdateDetails>${details}<reservation><numberOfAdults>2</numberOfAdults>${dates}</reservation><reservationStatus>CONFIRMED</reservationStatus></bookingUpdateDetails></bookingUpdate>`;
  const headers = { authorization: SIGN_IN, 'content-type': 'application/xml' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(answer.status, await answer.text()).toBe(200);
}
