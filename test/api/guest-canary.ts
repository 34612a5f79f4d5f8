// A property in which every text about or of a guest, and no other, says "canary".
import { INNWIRE } from '../../src/model/actor.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import type { Api, TestProperty } from '../harness/api.ts';
import { guestHasReviewed, guestReviews, guestWrites, otaSells, sendInquiry } from './outside-events.ts';

export type CanaryProperty = TestProperty & { order: number; guest: number };

/** Whether a text has personal data of the guests of `populateWithCanary`. */
export function holdsCanary(text: string): boolean {
  return /canary/i.test(text);
}

/** Creates a property with guests, messages, an inquiry and reviews. */
export async function populateWithCanary(api: Api): Promise<CanaryProperty> {
  const property = await api.property({ rooms: [{ units: 9 }, {}], settings: { horizon_days: 30 } });
  const { hotelId, token, room } = property;
  const booked = await api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Canary Direct',
    email: 'canary@example.com',
    phone: '+351 910 000 000',
    notes: 'canary seed, please',
    arrival_time: '18:00',
    adults: 2,
    language: 'en',
    country: 'PT',
    companions: [{ name: 'Canary Egg' }],
    checkin: '2026-12-01',
    checkout: '2026-12-04',
    price: 360.5,
  });
  const { order_id: order, guest_id: guest } = booked.body;
  await api.db.query(
    `update reservations set
       differences = '[{"since": "2026-06-01T10:00:00Z", "value": "Canary Elsewhere", "member": "guestName"}]'
     where hotel_id = $1 and reservation_id = $2`,
    [hotelId, order],
  );
  const group = await api.post(`/api/groups/${token}`, {
    name: 'Canary Group',
    email: 'canary@example.com',
    checkin: '2026-12-10',
    checkout: '2026-12-12',
    reference: 'Canary wedding',
    rooms: [
      { room_id: room, price: 200, companions: [{ name: 'Canary Fledgling', age: 1 }] },
      { room_id: room, price: 210 },
    ],
  });
  if (group.status !== 200) throw new Error(group.text);
  await api.operator('POST', `/properties/${hotelId}/units`, { room_id: room, names: ['1', '2', '3'] });
  const sold = await otaSells(api, property, { name: 'Canary Sold', email: 'canary-sold@example.com' });
  await api.operator('PATCH', `/properties/${hotelId}/bookings/${order}`, {
    name: 'Canary Corrected',
    notes: 'canary seed and water',
    companions: [{ name: 'Canary Chick', age: 6 }],
  });
  await api.operator('PATCH', `/properties/${hotelId}/guests/${guest}`, {
    notes: 'canary person',
    tags: ['canary'],
    company: 'Canary Ltd',
    address: 'Canary Wharf',
    vat_id: 'CANARY1',
  });
  await guestWrites(api, property, { rid: order, text: 'Canary asks', channel: 'direct' });
  await guestWrites(api, property, { rid: sold.reservationId, text: 'Canary sings', channel: 'booking_com' });
  await api.post(`/api/messages/${token}`, { rid: order, reply: 'Dear Canary' });
  await sendInquiry(api, property, {
    text: 'Is the canary allowed?',
    name: 'Canary Inquiring',
    channel: 'airbnb',
  });
  const review = { score: 8.5, at: '2026-06-02T08:00:00Z', room, rid: order, title: 'Canary house' };
  await guestReviews(api, property, review);
  await inPropertyTransaction(api.db, { hotelId, now: api.clock!, actor: INNWIRE }, async (tx) => {
    await tx.query(
      `update reviews set guest_name = 'Canary', negative = 'Canary unhappy' where hotel_id = $1`,
      [hotelId],
    );
  });
  const written = await api.operator('POST', `/properties/${hotelId}/guest_reviews`, {
    guest_review_id: await guestHasReviewed(api, property, order),
    respect_house_rules: 5,
    communication: 5,
    cleanliness: 5,
    recommended: true,
    public_review: 'The canary was quiet',
    private_review: 'Dear Canary, come again',
  });
  if (written.status !== 200) throw new Error(written.text);
  await api.operator('POST', `/properties/${hotelId}/accounting`, {
    amount: 12.5,
    type: 'payment',
    description: 'Paid at the desk',
    order_id: order,
  });
  await api.operator('POST', `/properties/${hotelId}/closures`, {
    unit_id: (await api.get(`/api/units/${token}`)).body[2].unit_id,
    kind: 'out_of_service',
    fromdate: '2026-11-01',
    todate: '2026-11-05',
  });
  return { ...property, order, guest };
}
