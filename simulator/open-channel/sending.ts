// Calls of the open channel partner to innwire: whole reservations, requests for a full push, and
// notifications of new messages and reviews.

import { type OtaReservation, type OtaService, orderTotal, type Revision, type Stay } from '../book.ts';
import { json } from '../json.ts';
import { acknowledge } from '../mark-acknowledged.ts';
import {
  COMPANY_ADDRESS,
  cardWindow,
  includedIn,
  type OrderDetails,
  type OtaTax,
  sumOf,
  TEST_CARD,
} from '../order-details.ts';
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
    payment_collect: reservation.details.collect,
    payment_type: 'credit_card',
    customer: writeCustomer(reservation),
    notes: [revision.notes, ...revision.requests].filter((text) => text !== '').join('\n'),
    guarantee: writeGuarantee(reservation, revision),
    rooms: stays.map((stay, i) => writeRoom(stay, i === 0 ? reservation.details.companions : [])),
    services: [
      ...revision.services.map((service) => writeService(service, null)),
      ...stays.flatMap((stay) =>
        [...stay.services, ...reservation.details.taxes.map(asService)].map((service) =>
          writeService(service, stay.index - 1),
        ),
      ),
    ],
    deposits: [],
    meta: {},
  };
}

function writeCustomer({ guest, details }: OtaReservation): Record<string, unknown> {
  return {
    name: guest.givenName,
    surname: guest.surname,
    country: guest.country,
    city: COMPANY_ADDRESS.city,
    address: COMPANY_ADDRESS.street,
    zip: COMPANY_ADDRESS.postalCode,
    mail: guest.email,
    phone: guest.phone,
    language: guest.language,
    ...(details.company !== null && {
      company: { title: details.company, number: '1123331', number_type: 'VAT' },
    }),
    meta: {},
  };
}

/**
 * Returns the card, with a public test number: the guest's, or the partner's virtual one, which has the whole price of
 * the order.
 */
function writeGuarantee(
  { guest, currency, details }: OtaReservation,
  { stays, services }: Revision,
): Record<string, unknown> {
  const card = { card_number: TEST_CARD, expiration_date: '12/2030', cvv: '123' };
  if (details.collect === 'property') return { ...card, card_type: 'VI', cardholder_name: guest.surname };
  const window = cardWindow(stays.map(({ arrival }) => arrival).sort()[0] ?? '2030-01-01');
  const total = orderTotal({ stays, services }) + stays.length * sumOf(includedIn(details));
  return {
    ...card,
    card_type: 'MC',
    cardholder_name: 'Sample Agent',
    meta: {
      virtual_card_currency_code: currency,
      virtual_card_current_balance: Math.round(total * 100),
      virtual_card_decimal_places: 2,
      virtual_card_effective_date: window.from,
      virtual_card_expiration_date: window.until,
    },
  };
}

/** A tax or fee as the format has it: a service; one that the total does not have is `excluded`. */
function asService({ name, price, included }: OtaTax): OtaService {
  return { name, price, excluded: !included };
}

function writeRoom(stay: Stay, companions: OrderDetails['companions']): Record<string, unknown> {
  const { index, room, rate, adults, children, guest, prices } = stay;
  return {
    index: index - 1,
    room_type_code: room,
    occupancy: { adults, children, infants: 0 },
    guests: [guest, ...companions.map((one) => one.guest)].map(({ givenName, surname }) => ({
      name: givenName,
      surname,
    })),
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
