// Airbnb asks our side before it books and before it alters, and notifies it of everything else.
import { acknowledge } from '../acknowledge.ts';
import type { Reservation } from '../book.ts';
import { callOut } from '../calling.ts';
import type { Message } from '../conversations.ts';
import { daysBetween } from '../dates.ts';
import { json } from '../json.ts';
import { NotSellable } from '../market.ts';
import type { Target } from '../ota.ts';
import type { ChangeWish } from '../wishes.ts';
import type { Airbnb } from './here.ts';
import { idOf, writeMessage, writeReservation, writeThread } from './reservations.ts';

/** Throws when our side does not let the booking through; silence is a no. */
export async function askForBooking(here: Airbnb, one: Reservation): Promise<void> {
  const target = here.targets.of(one.hotel);
  if (!target) return;
  const { room, arrival, departure, adults, children } = one.stays[0]!;
  const nights = daysBetween(arrival, departure);
  const query = new URLSearchParams({
    action: 'check_availability',
    listing_id: room,
    start_date: arrival,
    nights: String(nights),
  });
  const checked = await callOut(here.core, {
    kind: 'check_availability',
    method: 'GET',
    url: `${target.url}?${query}`,
    headers: headersFor(target),
  });
  const free = json(checked?.text ?? '');
  if (free?.['available'] !== true)
    throw new NotSellable(`not available: ${String(free?.['failure_code'] ?? 'no answer')}`);
  const { guest_id, guest_details, number_of_guests } = writeReservation(here, one);
  const made = await callOut(here.core, {
    kind: 'make_reservation',
    method: 'POST',
    url: target.url,
    headers: headersFor(target),
    body: JSON.stringify({
      confirmation_code: one.reference,
      ...idOf('listing_id', room),
      start_date: arrival,
      nights,
      number_of_guests,
      listing_base_price: Math.round(one.stays[0]!.prices.reduce((sum, { price }) => sum + price, 0)),
      guest_id,
      guest_details: { ...(guest_details as object), number_of_adults: adults, number_of_children: children },
    }),
  });
  const answer = json(made?.text ?? '');
  if (answer?.['succeed'] !== true)
    throw new NotSellable(`refused: ${String(answer?.['failure_code'] ?? 'no answer')}`);
}

export async function askForAlteration(
  here: Airbnb,
  one: Reservation,
  { arrival, departure, nights }: Pick<ChangeWish, 'arrival' | 'departure' | 'nights'>,
): Promise<void> {
  const target = here.targets.of(one.hotel);
  if (!target) return;
  const [stay] = one.stays;
  const start = arrival ?? stay!.arrival;
  const { guest_id, guest_details, number_of_guests } = writeReservation(here, one);
  const answered = await callOut(here.core, {
    kind: 'check_alteration',
    method: 'PUT',
    url: `${target.url}/${one.reference}`,
    headers: headersFor(target),
    body: JSON.stringify({
      confirmation_code: one.reference,
      ...idOf('listing_id', stay!.room),
      start_date: start,
      nights: nights ?? daysBetween(start, departure ?? stay!.departure),
      number_of_guests,
      guest_id,
      guest_details,
    }),
  });
  const answer = json(answered?.text ?? '');
  if (answer?.['succeed'] !== true)
    throw new NotSellable(`refused: ${String(answer?.['failure_code'] ?? 'no answer')}`);
}

const ACTIONS = {
  new: 'reservation_acceptance_confirmation',
  modified: 'reservation_alteration_confirmation',
  cancelled: 'reservation_cancellation_confirmation',
} as const;

/** Queues the notification of a reservation's last revision. */
export function notifyReservation(here: Airbnb, one: Reservation): void {
  const revision = one.revisions.at(-1)!;
  const body = { action: ACTIONS[revision.kind], reservation: writeReservation(here, one) };
  const sending = () => {
    revision.delivered += 1;
    return () => acknowledge(here.core, { ...one, revisions: [revision] }, revision.revision);
  };
  notify(here, one.hotel, { body, sending, needless: () => revision.acknowledged });
}

export function notifyMessage(here: Airbnb, message: Message): void {
  const { messages: _messages, ...thread } = writeThread(here, message.thread);
  const sending = () => {
    here.core.talk.delivered(message.id);
    return () => undefined;
  };
  notify(here, message.hotel, {
    body: { action: 'message_added', message: writeMessage(here, message), thread },
    sending,
  });
}

export function notifyTest(here: Airbnb, hotel: string): void {
  notify(here, hotel, { body: { action: 'test_notification' }, sending: () => () => undefined });
}

type Notification = {
  body: Record<string, unknown>;
  /** it goes out; returns what to do when it was taken */
  sending(): () => void;
  /** another system has it already */
  needless?(): boolean;
};

function notify(here: Airbnb, hotel: string, { body, sending, needless }: Notification): void {
  here.lanes.add(hotel, {
    run: async () => {
      if (needless?.()) return true;
      const target = here.targets.of(hotel);
      if (!target) return false;
      const taken = sending();
      const answered = await callOut(here.core, {
        kind: 'deliver',
        method: 'POST',
        url: `${target.url}/notification`,
        headers: headersFor(target),
        body: JSON.stringify(body),
      });
      if (json(answered?.text ?? '')?.['succeed'] !== true) return false;
      taken();
      return true;
    },
  });
}

/** A signature is described by one source, and there as unused. */
function headersFor({ credentials }: Target): Record<string, string> {
  const { authorization } = credentials;
  return { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
}
