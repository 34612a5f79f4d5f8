// Calls of the open channel partner to innwire: whole reservations, requests for a full push, and
// notifications of new messages and reviews.

import type { OtaReservation, OtaService, Revision, Stay } from '../book.ts';
import { json } from '../json.ts';
import { acknowledge } from '../mark-acknowledged.ts';
import { callOut } from '../outgoing-calls.ts';
import type { OpenChannel } from './context.ts';

/** Sends a reservation. Returns true when innwire accepted it, and marks the revision as acknowledged. */
export async function sendReservation(
  context: OpenChannel,
  reservation: OtaReservation,
  revision: Revision,
): Promise<boolean> {
  if (revision.fellBack) return true;
  revision.delivered += 1;
  const booking = write(context, reservation, revision);
  const taken = await post(context, {
    hotel: reservation.hotel,
    path: '/new_booking',
    kind: 'deliver',
    body: { booking },
  });
  if (taken) acknowledge(context.core, { ...reservation, revisions: [revision] }, revision.revision);
  return taken;
}

export async function sendSyncRequest(context: OpenChannel, hotel: string): Promise<boolean> {
  const body = { provider_code: provider(context), hotel_code: hotel };
  return post(context, { hotel, path: '/request_full_sync', kind: 'request_sync', body });
}

/** Notifies innwire that there are new messages or reviews. Returns whether it was accepted. */
export async function sendNews(context: OpenChannel, hotel: string): Promise<boolean> {
  return post(context, { hotel, path: '/news', kind: 'hint', body: {} });
}

type Post = { hotel: string; path: string; kind: string; body: Record<string, unknown> };

async function post(context: OpenChannel, { hotel, path, kind, body }: Post): Promise<boolean> {
  const target = context.targets.of(hotel);
  if (!target) return false;
  const answered = await callOut(context.core, {
    kind,
    method: 'POST',
    url: `${target.url}${path}`,
    headers: { 'content-type': 'application/json', 'api-key': target.credentials['api_key'] ?? '' },
    body: JSON.stringify(body),
  });
  if (answered === undefined || answered.status < 200 || answered.status > 299) return false;
  return json(answered.text)?.['success'] === true;
}

function provider(context: OpenChannel): string {
  return context.options.providerCode ?? 'OpenChannel';
}

function write(
  context: OpenChannel,
  reservation: OtaReservation,
  revision: Revision,
): Record<string, unknown> {
  const { guest } = reservation;
  const { stays } = revision;
  return {
    status: revision.kind,
    provider_code: provider(context),
    hotel_code: reservation.hotel,
    ota_name: reservation.seller || 'SampleOTA',
    reservation_id: reservation.reference,
    ...(context.options.dated && { revision: String(revision.revision), updated_at: revision.at }),
    arrival_date: stays.map(({ arrival }) => arrival).sort()[0],
    departure_date: stays
      .map(({ departure }) => departure)
      .sort()
      .at(-1),
    ...(revision.arrivalTime !== '' && { arrival_hour: revision.arrivalTime }),
    currency: reservation.currency,
    payment_collect: 'property',
    payment_type: 'credit_card',
    customer: {
      name: guest.givenName,
      surname: guest.surname,
      country: guest.country,
      city: 'Sampletown',
      address: '1 Sample St',
      zip: '0000',
      mail: guest.email,
      phone: guest.phone,
      language: guest.language,
      meta: {},
    },
    notes: [revision.notes, ...revision.requests].filter((text) => text !== '').join('\n'),
    guarantee: {
      card_type: 'VI',
      card_number: '4111111111111111',
      expiration_date: '12/2030',
      cvv: '123',
      cardholder_name: guest.surname,
    },
    rooms: stays.map(writeRoom),
    services: [
      ...revision.services.map((service) => writeService(service, null)),
      ...stays.flatMap(({ services, index }) => services.map((service) => writeService(service, index - 1))),
    ],
    deposits: [],
    meta: {},
  };
}

function writeRoom({ index, room, rate, adults, children, guest, prices }: Stay): Record<string, unknown> {
  return {
    index: index - 1,
    room_type_code: room,
    occupancy: { adults, children, infants: 0 },
    guests: [{ name: guest.givenName, surname: guest.surname }],
    days: prices.map(({ date, price }) => ({ date, price: price.toFixed(2), rate_plan_code: rate })),
    meta: {},
  };
}

function writeService({ name, price, excluded }: OtaService, room: number | null): Record<string, unknown> {
  return {
    type: 'Fee',
    name,
    total_price: price.toFixed(2),
    price_per_unit: price.toFixed(2),
    price_mode: 'Per stay',
    persons: 1,
    nights: 1,
    ...(room !== null && { room_index: room }),
    ...(excluded && { excluded }),
  };
}
