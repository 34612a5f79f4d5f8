// Each member of a booking reaches everybody who reads bookings: events name and show it as lists do, and agents
// see it, unless it is left out on purpose.
import { expect, test } from 'vitest';
import { agentBookingSchema } from '../../src/api/agent/records.ts';
import { presentBooking } from '../../src/api/present.ts';
import { presentEvent } from '../../src/api/present-event.ts';
import { bookingSchema } from '../../src/api/records.ts';
import { KEEP_ALL, type Property } from '../../src/model/property.ts';
import type { Reservation } from '../../src/model/reservation.ts';

/** Members that agents see under another name. */
const OTHER_NAMES = {
  adults: 'guests',
  children: 'guests',
  notes: 'guest_notes',
  charges: 'charges_not_included',
};

/** Members that agents do not see. */
const OMITTED = [
  'hotel_id', // an agent works for one property
  'virtual_card',
  'commission',
  'unit_pinned',
  'unit_nights',
  'connection', // a refusal says what the channel owns
  'differences', // for people to decide
  'channel_checkin', // a refusal names them
  'channel_checkout',
];

test('agents see each member of a booking that is not left out on purpose', () => {
  const members = Object.keys(bookingSchema.properties);
  const agentMembers = Object.keys(agentBookingSchema.properties);
  const names = members.map((member) => OTHER_NAMES[member as keyof typeof OTHER_NAMES] ?? member);
  expect(names.filter((name) => !agentMembers.includes(name)).sort()).toEqual([...OMITTED].sort());
});

const RESERVATION: Reservation = {
  reservationId: 10001,
  hotelId: 1001,
  roomId: 101,
  status: 'confirmed',
  channel: 'booking_com',
  channelReference: '4000000001',
  connection: 'channex',
  orderReference: 'booking_com/4000000001',
  channelCheckin: Temporal.PlainDate.from('2027-03-01'),
  channelCheckout: Temporal.PlainDate.from('2027-03-03'),
  guestName: 'Ada',
  guestEmail: 'ada@example.com',
  guestPhone: '+351 910 000 000',
  checkin: Temporal.PlainDate.from('2027-03-01'),
  checkout: Temporal.PlainDate.from('2027-03-04'),
  priceMinor: 36_050,
  currency: 'EUR',
  totalMinor: 37_250,
  paidMinor: 10_000,
  conflict: 'overbooked on 2027-03-01',
  conflictKind: 'overbooked',
  heldUntil: Temporal.Instant.from('2026-12-01T10:30:00Z'),
  createdAt: Temporal.Instant.from('2026-12-01T10:00:00Z'),
  updatedAt: Temporal.Instant.from('2026-12-02T11:30:00Z'),
  guestId: 7,
  adults: 2,
  children: [6, null],
  notes: 'Late arrival',
  arrivalTime: '18:00',
  language: 'pt-BR',
  country: 'PT',
  meal: 'breakfast',
  collectedBy: 'channel',
  virtualCard: { activeFrom: '2027-03-01', activeUntil: '2027-06-01', amountMinor: 30_642 },
  commissionMinor: 5_408,
  charges: [
    {
      kind: 'tax',
      description: 'City tax',
      amountMinor: 1_200,
      quantity: null,
      included: false,
      collectedBy: 'property',
    },
  ],
  unitNights: [
    { from: '2027-03-01', name: '204', until: '2027-03-02', unitId: 7 },
    { from: '2027-03-02', name: '205', until: '2027-03-04', unitId: 8 },
  ],
  unitPinned: true,
  groupId: 7,
  companions: [{ name: 'Bo Example', age: 6 }],
  earlierRooms: [{ from: '2027-03-01', until: '2027-03-02', roomId: 102 }],
  differences: [
    { since: '2026-12-02T11:30:00Z', value: '+351 920 000 000', member: 'guestPhone' },
    { since: '2026-12-02T11:30:00Z', value: 40_000, member: 'priceMinor', currency: 'EUR' },
  ],
};

const PROPERTY: Property = {
  hotelId: 1001,
  name: 'Casa',
  currency: 'EUR',
  address: '',
  timezone: 'Europe/Lisbon',
  settings: {
    checkinTime: '15:00',
    checkoutTime: '11:00',
    language: 'en',
    email: null,
    phone: null,
    website: null,
    horizonDays: 500,
    inspectsUnits: false,
    booksClosedUntil: null,
    infantsUnderAge: 2,
  },
  retention: KEEP_ALL,
  subscription: { plan: 'basic', status: 'active', renewsAt: null },
  sandboxAt: null,
  testUntil: null,
  archivedAt: null,
  lastSeq: 0,
};

/** The booking as lists show it, and its conflict, which events add. */
const LISTED: Record<string, unknown> = {
  ...presentBooking(RESERVATION, PROPERTY, Temporal.PlainDate.from('2026-12-02')),
  conflict: RESERVATION.conflict,
};

test('the event of a booking has each of its members as lists have them', () => {
  const members = Object.keys(bookingSchema.properties);
  expect(Object.keys(LISTED).sort()).toEqual([...members, 'conflict'].sort());
  expect(dataOf({})).toEqual(LISTED);
});

/** Members that say nothing about a change, or change with another. */
const NOT_REPORTED = new Set(['hotelId', 'createdAt', 'updatedAt', 'conflictKind', 'orderReference']);

test.each(
  Object.keys(RESERVATION).filter((member) => !NOT_REPORTED.has(member)),
)('a change of %s has the name and the earlier value that lists have', (member) => {
  const before = { [member]: RESERVATION[member as keyof Reservation] };
  const data = dataOf({ changed: [member], before });
  const [name] = data['changed'] as [string];
  expect(Object.keys(LISTED)).toContain(name);
  expect(data['before']).toEqual({ [name]: LISTED[name] });
});

function dataOf(changes: object): Record<string, unknown> {
  const data = JSON.parse(JSON.stringify({ ...RESERVATION, ...changes })) as Record<string, unknown>;
  const at = RESERVATION.updatedAt;
  const { hotelId } = PROPERTY;
  return presentEvent(
    { hotelId, seq: 1, kind: 'booking.modified', subject: 'booking/10001', at, data, actor: null },
    PROPERTY,
  ).data as Record<string, unknown>;
}
