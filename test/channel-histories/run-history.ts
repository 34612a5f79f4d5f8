// Runs a history: a property with hotels at all channels, and the steps of people, guests and faults.
import { expect } from 'vitest';
import type { OtaReservation } from '../../simulator/book.ts';
import { SELLERS } from '../../simulator/channex/context.ts';
import { NotSellableError } from '../../simulator/sales.ts';
import type { Queryable } from '../../src/db/database.ts';
import type { Api, TestProperty } from '../harness/api.ts';
import {
  CHANNELS,
  type Channel,
  type ChannelEnvironment,
  type Connected,
} from '../harness/channel-environment.ts';
import { type Corrected, DAYS, type EarlierBooking, type HistoryStay, type Step } from './history.ts';

/** Where a history runs: innwire within the test, or in processes of its own. */
export type HistoryHost = Pick<
  ChannelEnvironment,
  'day' | 'stop' | 'start' | 'skipMinutes' | 'differences'
> & {
  /** lets so many milliseconds pass */
  pass(ms: number): Promise<unknown>;
  api: Pick<Api, 'get' | 'post' | 'delete' | 'operator'> & { db: Queryable };
};

export type HistoryProperty = Pick<TestProperty, 'hotelId' | 'token' | 'rooms'>;

export type HistoryRun = {
  environment: HistoryHost;
  property: HistoryProperty;
  connected: Connected[];
  direct: { id: number; checkin: string }[];
  /** how many bookings of an OTA's order people here have cancelled, by its reference */
  cancelledHere: Map<string, number>;
  /** orders to which the OTA has given another room or other dates: they may be booked anew after people here cancelled them */
  movedThere: Set<string>;
  /** references of requests whose acceptance was lost: the OTA has not sold, and does not report that */
  lostAcceptances: Set<string>;
  /** messages of guests, and replies, by order */
  written: { channel: Channel; reference: string; text: string }[];
  replies: { channel: Channel; reference: string; text: string }[];
  /** what people here have corrected, by booking and member: several values where two did at once, or an answer was lost */
  corrected: Map<string, { values: string[]; underWay: number; isAnswered: boolean }>;
  /** nights that people here have added to an OTA's stay, by booking */
  ownNights: Map<number, Set<string>>;
  /** the last step that adds nights to a stay: two at once would each replace the dates of the other */
  prolonging: Promise<unknown>;
  /** number of steps so far, used to make texts and references unique */
  acts: number;
};

/** Connects a new property to new hotels at all channels; some of them have sold before (`earlier`). */
export async function startHistory(
  environment: ChannelEnvironment,
  earlier: readonly EarlierBooking[] = [],
): Promise<HistoryRun> {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 3 },
      { price: 80, units: 1 },
    ],
  });
  const account = `of property ${property.hotelId}`;
  const connected: Connected[] = [];
  for (const channel of CHANNELS) {
    const bookings = earlier.filter((one) => one.channel === channel);
    if (bookings.length === 0)
      connected.push(...(await environment.connect(property, [channel], { account })));
    else connected.push(await connectSelling(environment, property, { channel, bookings }));
  }
  await environment.start();
  await environment.settled(connected);
  return newHistoryRun(environment, property, connected);
}

/** Connects a hotel that has sold; another system has acknowledged some of its bookings. */
async function connectSelling(
  environment: ChannelEnvironment,
  property: TestProperty,
  { channel, bookings }: { channel: Channel; bookings: readonly EarlierBooking[] },
): Promise<Connected> {
  const { ota, hotel, credentials } = environment.listHotel(property, channel);
  const place = ({ room, from, nights }: HistoryStay) => ({
    room: hotel.rooms[room]!.id,
    arrival: environment.day(from),
    departure: environment.day(from + nights),
    price: 90,
    force: true,
  });
  for (const { acknowledged, change, ...stay } of bookings.toSorted(acknowledgedFirst)) {
    const { reference } = await ota.sell({ hotel: hotel.id, ...place(stay) });
    if (change === 'cancelled') await ota.cancel(reference);
    else if (change) await ota.modify(reference, place(change));
    if (acknowledged) ota.acknowledgeElsewhere(hotel.id);
  }
  return environment.connectHotel(property, channel, { hotel, credentials });
}

/** Sort order: an acknowledgement by another system is of all bookings that wait at that moment. */
function acknowledgedFirst(one: EarlierBooking, other: EarlierBooking): number {
  return Number(other.acknowledged) - Number(one.acknowledged);
}

export function newHistoryRun(
  environment: HistoryHost,
  property: HistoryProperty,
  connected: Connected[],
): HistoryRun {
  return {
    environment,
    property,
    connected,
    direct: [],
    cancelledHere: new Map(),
    movedThere: new Set(),
    lostAcceptances: new Set(),
    written: [],
    replies: [],
    corrected: new Map(),
    ownNights: new Map(),
    prolonging: Promise.resolve(),
    acts: 0,
  };
}

export async function endHistory({ environment, property, connected }: HistoryRun): Promise<void> {
  await environment.stop();
  for (const { channel, ota } of connected) {
    ota.faults.clear();
    ota.forgetRequests();
    await environment.api.operator('DELETE', `/properties/${property.hotelId}/channels/${channel}`);
  }
}

export async function applyStep(run: HistoryRun, one: Step): Promise<void> {
  const { environment, connected } = run;
  switch (one.kind) {
    case 'book':
      return book(run, one);
    case 'cancel':
    case 'move':
      return changeDirect(run, one);
    case 'cancel theirs':
      return cancelSoldByOta(run, one.which);
    case 'set':
      return setNights(run, one);
    case 'sell':
      return sell(run, at(run, one.channel), one);
    case 'ota cancels':
    case 'ota modifies':
      return changeAtOta(run, at(run, one.channel), one);
    case 'house prolongs':
      return prolong(run, one);
    case 'house corrects':
      return correctHere(run, one);
    case 'ota corrects':
      return correctAtOta(run, at(run, one.channel), one);
    case 'guest writes':
      return write(run, at(run, one.channel), one.which);
    case 'we reply':
      return reply(run, one.which);
    case 'fault':
      connected
        .find(({ channel }) => channel === one.channel)!
        .ota.faults.add({ kind: one.fault, count: one.count, retryAfterSeconds: 5, delayMs: 50 });
      return;
    case 'restart':
      await environment.stop(one.hard ? 'hard' : undefined);
      return environment.start();
    case 'silence':
      return beSilent(run, one);
    case 'wait':
      await environment.pass(one.ms);
  }
}

const SILENCE_MINUTES = 45;

/** Stops the workers until queues lose orders: a channel sells meanwhile, and may cancel another order. */
async function beSilent(run: HistoryRun, one: Step & { kind: 'silence' }): Promise<void> {
  const { environment } = run;
  const partner = at(run, one.channel);
  await environment.stop('hard');
  await sell(run, partner, { ...one, kind: 'sell', force: true, second: undefined });
  if (one.cancels && partner.channel !== 'vrbo')
    await changeAtOta(run, partner, { ...one, kind: 'ota cancels', channel: partner.channel as 'channex' });
  environment.skipMinutes(SILENCE_MINUTES);
  await environment.start();
}

function at({ connected }: HistoryRun, channel: Channel): Connected {
  return connected.find((one) => one.channel === channel)!;
}

async function book({ environment, property, direct }: HistoryRun, stay: HistoryStay): Promise<void> {
  const dates = { checkin: environment.day(stay.from), checkout: environment.day(stay.from + stay.nights) };
  const body = { room_id: property.rooms[stay.room], name: 'Ada', price: 100, ...dates };
  const answer = await environment.api.post(`/api/bookings/${property.token}`, body);
  if (answer.status === 200) direct.push({ id: answer.body.order_id, checkin: dates.checkin });
  else expect(NOT_FREE).toContain(answer.body.code);
}

const NOT_FREE = [
  'room_unavailable',
  'stop_sell',
  'min_stay_not_met',
  'max_stay_exceeded',
  'closed_to_arrival',
  'closed_to_departure',
];

async function changeDirect(
  { environment, property, direct }: HistoryRun,
  one: Step & { kind: 'cancel' | 'move' },
): Promise<void> {
  const { api } = environment;
  const booking = pick(direct, one.which);
  if (!booking) return;
  if (one.kind === 'cancel') {
    await api.delete(`/api/bookings/${property.token}?order_id=${booking.id}&date=${booking.checkin}`);
    return;
  }
  const dates = { checkin: environment.day(one.from), checkout: environment.day(one.from + one.nights) };
  const path = `/properties/${property.hotelId}/bookings/${booking.id}`;
  const answer = await api.operator('PATCH', path, { room_id: property.rooms[one.room], ...dates });
  if (answer.status === 200) booking.checkin = dates.checkin;
  else expect([...NOT_FREE, 'invalid_transition']).toContain(answer.body.code);
}

async function cancelSoldByOta(
  { environment, property, cancelledHere }: HistoryRun,
  which: number,
): Promise<void> {
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  const sold = bookings.filter((one: any) => one.channel !== 'direct' && one.status === 'confirmed');
  const booking = pick<any>(sold, which);
  if (!booking) return;
  const reference = booking.referral_order_id;
  cancelledHere.set(reference, cancelledHere.get(reference) ?? 0);
  const query = `order_id=${booking.order_id}&date=${booking.checkin.slice(0, 10)}`;
  const answer = await environment.api.delete(`/api/bookings/${property.token}?${query}`);
  if (answer.status === 200) cancelledHere.set(reference, (cancelledHere.get(reference) ?? 0) + 1);
}

async function setNights({ environment, property }: HistoryRun, one: Step & { kind: 'set' }): Promise<void> {
  const { kind: _, room, from, nights, ...values } = one;
  const body = {
    room_id: property.rooms[room],
    date: environment.day(from),
    todate: environment.day(from + nights),
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
  };
  const answer = await environment.api.post(`/api/availability/${property.token}`, body);
  if (answer.status !== 200) expect(answer.body.code).toBe('exceeds_units');
}

/** Channels that sell one room in an order, and may ask before they sell. */
const ONE_ROOM: readonly Channel[] = ['airbnb', 'vrbo'];

async function sell(run: HistoryRun, partner: Connected, one: Step & { kind: 'sell' }): Promise<void> {
  const { environment, property, lostAcceptances } = run;
  run.acts += 1;
  // The test chooses the reference where the answer may be lost, so that it can recognise the order.
  const asks = ONE_ROOM.includes(partner.channel);
  const reference = asks ? `HM${property.hotelId}X${run.acts}` : undefined;
  const stays = [one, ...(one.second && !asks ? [one.second] : [])].map((stay) =>
    place(environment, partner, stay),
  );
  const input = { hotel: partner.hotel.id, force: one.force, price: 90, ...stays[0]! };
  await partner.ota
    .sell({ ...input, ...(reference && { reference }), ...(stays[1] && { rooms: stays }) })
    .catch((error) => {
      if (!(error instanceof NotSellableError)) throw error;
      if (reference && /no answer/.test(error.message)) lostAcceptances.add(reference);
    });
}

function place(environment: HistoryHost, { hotel, rooms }: Connected, { room, from, nights }: HistoryStay) {
  const id = hotel.rooms[room]?.id ?? [...rooms.values()][room]!;
  return { room: id, arrival: environment.day(from), departure: environment.day(from + nights) };
}

async function changeAtOta(
  { environment, movedThere }: HistoryRun,
  partner: Connected,
  one: Step & { kind: 'ota cancels' | 'ota modifies' },
): Promise<void> {
  const order = pick(alive(partner), one.which);
  if (!order) return;
  const { ota } = partner;
  const { reference } = order;
  if (one.kind === 'ota modifies') movedThere.add(reference);
  const work =
    one.kind === 'ota cancels'
      ? ota.cancel(reference)
      : ota.modify(reference, { force: true, price: 95, ...place(environment, partner, one) });
  await work.catch((error) => {
    if (!(error instanceof NotSellableError)) throw error;
  });
}

function alive({ ota, hotel }: Connected): OtaReservation[] {
  return ota.reservations(hotel.id).filter(({ status }) => status === 'booked');
}

/** Returns a value of a member that nothing else in the history has. */
function newValue(run: HistoryRun, member: Corrected): string {
  run.acts += 1;
  const { acts } = run;
  const values: Record<Corrected, string> = {
    name: `Grace Number${acts}`,
    phone: `+351 910 ${String(100_000 + acts)}`,
    email: `grace${acts}@guest.example`,
    arrival_time: Temporal.PlainTime.from({ hour: 12 }).add({ minutes: acts }).toString().slice(0, 5),
  };
  return values[member];
}

/** People here correct a booking that an OTA has sold. */
async function correctHere(run: HistoryRun, { which, member }: Step & { kind: 'house corrects' }) {
  const { environment, property, corrected } = run;
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  const sold = bookings.filter((one: any) => one.channel !== 'direct' && one.status === 'confirmed');
  const booking = pick<any>(sold, which);
  if (!booking) return;
  const value = newValue(run, member);
  const path = `/properties/${property.hotelId}/bookings/${booking.order_id}`;
  const key = `${booking.order_id} ${member}`;
  const sent = corrected.get(key) ?? { values: [], underWay: 0, isAnswered: false };
  corrected.set(key, sent);
  const isAlone = sent.underWay === 0;
  sent.underWay += 1;
  sent.values.push(value);
  try {
    const answer = await environment.api.operator('PATCH', path, { [member]: value });
    expect(answer.status, answer.text).toBe(200);
    sent.isAnswered = true;
    // Nobody has sent another one meanwhile, and none was under way: this one stays.
    if (isAlone && sent.values.at(-1) === value) sent.values = [value];
  } finally {
    sent.underWay -= 1;
  }
}

/** People here let the guest of an OTA come earlier, or stay longer, one after the other. */
function prolong(run: HistoryRun, step: Step & { kind: 'house prolongs' }): Promise<void> {
  const before = run.prolonging;
  const done = before.then(() => prolongOne(run, step));
  run.prolonging = done.catch(() => {});
  return done;
}

async function prolongOne(
  { environment, property, ownNights }: HistoryRun,
  { which, before, after }: Step & { kind: 'house prolongs' },
) {
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  const sold = bookings.filter((one: any) => one.channel !== 'direct' && one.status === 'confirmed');
  const booking = pick<any>(sold, which);
  if (!booking) return;
  const path = `/properties/${property.hotelId}/bookings/${booking.order_id}`;
  const { body, status } = await environment.api.operator('PATCH', path, {
    checkin: plusDays(booking.checkin, -before),
    checkout: plusDays(booking.checkout, after),
  });
  // The OTA may have moved or cancelled it meanwhile.
  const refusals = [...NOT_FREE, 'invalid_transition', 'owned_by_channel', 'stay_ended', 'past_date'];
  if (status !== 200) return expect(refusals).toContain(body.code);
  const own = ownNights.get(booking.order_id) ?? new Set();
  ownNights.set(booking.order_id, own);
  for (const night of nightsOf(body)) if (!isOfChannel(body, night)) own.add(night);
}

function plusDays(moment: string, days: number): string {
  return Temporal.PlainDate.from(moment.slice(0, 10)).add({ days }).toString();
}

/** Returns the nights of the record of a booking. */
export function nightsOf({ checkin, checkout }: Record<'checkin' | 'checkout', string>): string[] {
  const nights: string[] = [];
  for (let night = checkin.slice(0, 10); night < checkout.slice(0, 10); night = plusDays(night, 1))
    nights.push(night);
  return nights;
}

function isOfChannel(
  booking: Record<'channel_checkin' | 'channel_checkout', string | null>,
  night: string,
): boolean {
  const { channel_checkin: from, channel_checkout: until } = booking;
  return from !== null && from <= night && night < until!;
}

/** A guest corrects an order at the OTA. */
async function correctAtOta(
  run: HistoryRun,
  partner: Connected,
  { which, member }: Step & { kind: 'ota corrects' },
): Promise<void> {
  const order = pick(alive(partner), which);
  if (!order) return;
  const value = newValue(run, member);
  const [givenName, surname] = value.split(' ') as [string, string];
  const changes = {
    name: { guest: { givenName, surname } },
    phone: { guest: { phone: value } },
    email: { guest: { email: value } },
    arrival_time: { arrivalTime: value },
  };
  await partner.ota.modify(order.reference, { force: true, ...changes[member] }).catch((error) => {
    if (!(error instanceof NotSellableError)) throw error;
  });
}

/** A guest writes. Channex carries the messages of some of its OTAs only. */
async function write(run: HistoryRun, partner: Connected, which: number): Promise<void> {
  const order = pick(
    alive(partner).filter(({ seller }) => SELLERS[seller]?.messages ?? true),
    which,
  );
  if (!order) return;
  run.acts += 1;
  const text = `A question, number ${run.acts}`;
  await partner.ota.write(order.reference, text);
  run.written.push({ channel: partner.channel, reference: order.reference, text });
}

/** Replies in a conversation that a guest has begun. */
async function reply(run: HistoryRun, which: number): Promise<void> {
  const { environment, property, written, replies } = run;
  const asked = pick(written, which);
  if (!asked) return;
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  const booking = bookings.find((one: any) => one.referral_order_id === asked.reference);
  if (!booking) return;
  run.acts += 1;
  const text = `An answer, number ${run.acts}`;
  const answer = await environment.api.post(`/api/messages/${property.token}`, {
    rid: booking.order_id,
    reply: text,
  });
  expect(answer.status, answer.text).toBe(200);
  replies.push({ ...asked, text });
}

function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}
