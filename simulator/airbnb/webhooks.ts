// Airbnb's calls to innwire: checks before a booking or an alteration, and notifications of everything else.

import type { OtaReservation } from '../book.ts';
import type { GuestMessage } from '../conversations.ts';
import { daysBetween } from '../dates.ts';
import { json } from '../json.ts';
import { acknowledge } from '../mark-acknowledged.ts';
import type { Target } from '../ota.ts';
import { callOut } from '../outgoing-calls.ts';
import type { ChangeInput } from '../sale-input.ts';
import { NotSellableError } from '../sales.ts';
import type { Airbnb } from './context.ts';
import { idOf, writeMessage, writeReservation, writeThread } from './reservations.ts';

/** Asks innwire whether a booking is possible. Throws when innwire refuses or does not respond. */
export async function requestBooking(context: Airbnb, one: OtaReservation): Promise<void> {
  const target = context.targets.of(one.hotel);
  if (!target) return;
  const { room, arrival, departure, adults, children } = one.stays[0]!;
  const nights = daysBetween(arrival, departure);
  const query = new URLSearchParams({
    action: 'check_availability',
    listing_id: room,
    start_date: arrival,
    nights: String(nights),
  });
  const checked = await callOut(context.core, {
    kind: 'check_availability',
    method: 'GET',
    url: `${target.url}?${query}`,
    headers: headersFor(target),
  });
  const free = json(checked?.text ?? '');
  if (free?.['available'] !== true)
    throw new NotSellableError(`not available: ${String(free?.['failure_code'] ?? 'no answer')}`);
  const { guest_id, guest_details, number_of_guests } = writeReservation(context, one);
  const made = await callOut(context.core, {
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
    throw new NotSellableError(`refused: ${String(answer?.['failure_code'] ?? 'no answer')}`);
}

export async function requestAlteration(
  context: Airbnb,
  one: OtaReservation,
  { arrival, departure, nights }: Pick<ChangeInput, 'arrival' | 'departure' | 'nights'>,
): Promise<void> {
  const target = context.targets.of(one.hotel);
  if (!target) return;
  const [stay] = one.stays;
  const start = arrival ?? stay!.arrival;
  const { guest_id, guest_details, number_of_guests } = writeReservation(context, one);
  const answered = await callOut(context.core, {
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
    throw new NotSellableError(`refused: ${String(answer?.['failure_code'] ?? 'no answer')}`);
}

const ACTIONS = {
  new: 'reservation_acceptance_confirmation',
  modified: 'reservation_alteration_confirmation',
  cancelled: 'reservation_cancellation_confirmation',
} as const;

/** Queues a notification of a reservation's last revision. */
export function notifyReservation(context: Airbnb, one: OtaReservation): void {
  const revision = one.revisions.at(-1)!;
  const body = { action: ACTIONS[revision.kind], reservation: writeReservation(context, one) };
  const onSend = () => {
    revision.delivered += 1;
    return () => acknowledge(context.core, { ...one, revisions: [revision] }, revision.revision);
  };
  notify(context, one.hotel, { body, onSend, isObsolete: () => revision.acknowledged });
}

export function notifyMessage(context: Airbnb, message: GuestMessage): void {
  const { messages: _messages, ...thread } = writeThread(context, message.thread);
  const onSend = () => {
    context.core.conversations.delivered(message.id);
    return () => undefined;
  };
  notify(context, message.hotel, {
    body: { action: 'message_added', message: writeMessage(context, message), thread },
    onSend,
  });
}

export function notifyTest(context: Airbnb, hotel: string): void {
  notify(context, hotel, { body: { action: 'test_notification' }, onSend: () => () => undefined });
}

type Notification = {
  body: Record<string, unknown>;
  /** called before onSend; returns the callback for acceptance */
  onSend(): () => void;
  /** whether another system has acknowledged it already */
  isObsolete?(): boolean;
};

function notify(context: Airbnb, hotel: string, { body, onSend, isObsolete }: Notification): void {
  context.queues.add(hotel, {
    run: async () => {
      if (isObsolete?.()) return true;
      const target = context.targets.of(hotel);
      if (!target) return false;
      const onAccepted = onSend();
      const answered = await callOut(context.core, {
        kind: 'deliver',
        method: 'POST',
        url: `${target.url}/notification`,
        headers: headersFor(target),
        body: JSON.stringify(body),
      });
      if (json(answered?.text ?? '')?.['succeed'] !== true) return false;
      onAccepted();
      return true;
    },
  });
}

/** Returns the headers of a call, without a signature: the only source that describes one calls it unused. */
function headersFor({ credentials }: Target): Record<string, string> {
  const { authorization } = credentials;
  return { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
}
