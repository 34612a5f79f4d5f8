// Case 11: a booking is made, changed and cancelled at Channex and arrives at innwire. Done through Channex's
// Booking CRS where the account has access, otherwise by a person.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CaseFindings } from '../report.ts';
import { dayOf } from './cases.ts';
import { ChannexError } from './client.ts';
import type { CertificationEnvironment } from './environment.ts';
import { CURRENCY } from './property.ts';

type CaseOutcome = { result: CaseFindings };
type Options = { bookings: boolean; waitMinutes: number; signal: AbortSignal; say(line: string): void };
type Booking = {
  order_id: number;
  referral_order_id: string | null;
  channel: string;
  room_id: number;
  checkin: string;
  checkout: string;
  status: string;
};

const POLL_INTERVAL_MS = 1_000;
/** Time within which a booking arrives; innwire polls the feed every 30 seconds. */
const ARRIVES_WITHIN_MS = 120_000;

export async function bookingCase(
  environment: CertificationEnvironment,
  options: Options,
): Promise<CaseOutcome> {
  if (!options.bookings) {
    return result('skipped', { remarks: ['left out with --no-bookings'] });
  }
  const reference = `CERT-${Date.now().toString(36).toUpperCase()}`;
  try {
    await environment.client.installApplication(environment.property.id, 'booking_crs');
    return await withBookingCrs(environment, reference);
  } catch (error) {
    // The application cannot be installed, or this account has no access to its API.
    if (!(error instanceof ChannexError && [400, 402, 403, 404, 422].includes(error.status))) throw error;
    return withPerson(environment, options, error.message);
  }
}

async function withBookingCrs(
  environment: CertificationEnvironment,
  reference: string,
): Promise<CaseOutcome> {
  const { client, month, property } = environment;
  const [first, second, third] = [26, 27, 28].map((day) => dayOf(month, day)) as [string, string, string];
  const booking = (nights: string[], status: string) => ({
    status,
    property_id: property.id,
    ota_reservation_code: reference,
    ota_name: 'Offline',
    arrival_date: nights[0],
    departure_date: Temporal.PlainDate.from(nights.at(-1)!).add({ days: 1 }).toString(),
    currency: CURRENCY,
    payment_collect: 'property',
    customer: { name: 'Grace', surname: 'Hopper', mail: 'grace@example.com' },
    rooms: [
      {
        room_type_id: property.rooms[0]!.id,
        rate_plan_id: property.rooms[0]!.plans.bar,
        days: Object.fromEntries(nights.map((night) => [night, '150.00'])),
        occupancy: { adults: 2, children: 0, infants: 0 },
      },
    ],
  });
  const id = await client.enterBooking(booking([first, second], 'new'));
  const made = await waitForBooking(environment, reference, (one) => one.status === 'confirmed');
  await client.changeBooking(id, booking([first, second, third], 'modified'));
  await waitForBooking(
    environment,
    reference,
    (one) => one.checkout.slice(0, 10) > made.checkout.slice(0, 10) && one.status === 'confirmed',
  );
  await client.changeBooking(id, booking([first, second, third], 'cancelled'));
  await waitForBooking(environment, reference, (one) => one.status === 'cancelled');
  await waitForAcknowledgements(environment);
  return result('passed', {
    done: [
      `booking ${reference} of two nights, extended by one, cancelled: each arrived and was acknowledged`,
    ],
    tasks: [{ kind: 'booking', id }],
    remarks: [
      `The form also asks for screenshots: order ${made.order_id} as \`innwire booking show\` prints it`,
    ],
  });
}

async function withPerson(
  environment: CertificationEnvironment,
  options: Options,
  why: string,
): Promise<CaseOutcome> {
  const { property } = environment;
  options.say(
    [
      '',
      `Channex does not let this key enter bookings (${why}).`,
      `Please do so by hand: Applications, add "Booking CRS" to the property ${property.title}; then Bookings, Create:`,
      `a booking of the ${property.rooms[0]!.title}, then change its dates, then cancel it. Waiting ${options.waitMinutes} minutes; --no-bookings leaves this out.`,
    ].join('\n'),
  );
  const end = performance.now() + options.waitMinutes * 60_000;
  const seen = new Map<string, string>();
  const steps: string[] = [];
  while (performance.now() < end) {
    for (const one of await readBookings(environment)) {
      const key = String(one.referral_order_id);
      const now = `${one.status} ${one.checkin.slice(0, 10)} to ${one.checkout.slice(0, 10)}`;
      if (seen.get(key) === now) continue;
      steps.push(`${key}: ${now}`);
      options.say(`    received  ${key}: ${now}`);
      seen.set(key, now);
    }
    if (steps.length >= 3 && steps.some((step) => step.includes('cancelled'))) {
      await waitForAcknowledgements(environment);
      return result('passed', { done: steps });
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal: options.signal });
  }
  return result('person', {
    done: steps,
    remarks: [
      'Make, change and cancel a booking at Channex (application "Booking CRS", or the test account of Booking.com) and run this again.',
    ],
  });
}

function result(outcome: CaseFindings['outcome'], more: Partial<CaseFindings>): CaseOutcome {
  return { result: { outcome, done: [], tasks: [], remarks: [], ...more } };
}

/** Returns the bookings from channels. */
async function readBookings({ innwire }: CertificationEnvironment): Promise<Booking[]> {
  return (await innwire.api<Booking[]>('GET', 'bookings')).filter(({ channel }) => channel !== 'direct');
}

async function waitForBooking(
  environment: CertificationEnvironment,
  reference: string,
  good: (one: Booking) => boolean,
): Promise<Booking> {
  const end = performance.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    const found = (await readBookings(environment)).find((one) => one.referral_order_id?.endsWith(reference));
    if (found && good(found)) return found;
    if (performance.now() > end) {
      throw new Error(
        found
          ? `the booking ${reference} is ${found.status}, ${found.checkin.slice(0, 10)} to ${found.checkout.slice(0, 10)}: its change did not arrive`
          : `the booking ${reference} did not arrive within ${ARRIVES_WITHIN_MS / 1_000} s`,
      );
    }
    await sleep(POLL_INTERVAL_MS, undefined, { signal: environment.innwire.signal });
  }
}

async function waitForAcknowledgements({
  client,
  innwire,
  property,
}: CertificationEnvironment): Promise<void> {
  const end = performance.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    const waiting = await client.countUnacknowledged(property.id);
    if (waiting === 0) return;
    if (performance.now() > end) throw new Error(`${waiting} revisions are not acknowledged at Channex`);
    await sleep(POLL_INTERVAL_MS, undefined, { signal: innwire.signal });
  }
}
