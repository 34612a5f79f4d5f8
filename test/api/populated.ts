// Creates a property with records of every kind, and returns their ids.
import type { Api, TestProperty } from '../harness/api.ts';
import { PIXEL } from './images.ts';
import {
  agentProposes,
  guestAsks,
  guestHasReviewed,
  guestReviews,
  guestWrites,
  otaSells,
  sendInquiry,
} from './outside-events.ts';

/** One id of each kind that an operation takes. */
export type Ids = {
  hotel: number;
  room: number;
  /** a booking that can still be changed in every way */
  order: number;
  /** a guest who is not expected: the booking is cancelled */
  guest: number;
  group: number;
  /** another guest, with a booking */
  otherGuest: number;
  task: number;
  photo: number;
  unit: number;
  closure: number;
  template: number;
  /** a guest's text that waits for a reply */
  message: number;
  /** within a message */
  attachment: number;
  inquiry: number;
  /** what a guest asks at the channel, and waits */
  guestRequest: number;
  guestReview: number;
  /** what an agent proposes, which waits */
  proposal: number;
  change: number;
  token: number;
  /** a person with a role at the property alone */
  user: number;
  review: number;
  /** a calendar link */
  link: number;
  webhook: number;
  log: number;
  /** an entry of the ledger that can be reversed */
  posting: number;
  channel: string;
};

export type Populated = TestProperty & { ids: Ids };

/**
 * Populates a property. `name` is part of every text that people wrote, so that tests recognize the
 * property's data.
 */
export async function populate(api: Api, name: string, channel = 'airbnb'): Promise<Populated> {
  const property = await api.property({
    rooms: [{ name, units: 9 }, { name }],
    settings: { horizon_days: 30 },
  });
  const at = (method: string, path: string, body: object) =>
    api.operator(method, `/properties/${property.hotelId}${path}`, body);

  await at('PUT', `/channels/${channel}`, {
    protocol: 'ical',
    settings: { name },
    rooms: [
      { room_id: property.room, ical_url: `https://calendars.example.com/${encodeURIComponent(name)}.ics` },
    ],
  });
  const direct = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name,
    email: 'guest@example.com',
    phone: '+351 1',
    checkin: '2026-12-01',
    checkout: '2026-12-04',
    price: 360.5,
  });
  const order = direct.body.order_id;
  const ota = await otaSells(api, property, { channel, reference: `ref-${name}`, name });
  const cancelled = await otaSells(api, property, { room: property.rooms[1]!, reference: null, name });
  await api.delete(`/api/bookings/${property.token}?order_id=${cancelled.reservationId}&date=2027-03-02`);
  const change = await api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: '2026-12-24',
    price: 300,
    available: 2,
    min_stay: 3,
  });
  const message = await guestWrites(api, property, { rid: ota.reservationId, text: name, channel });
  await guestWrites(api, property, { rid: order, text: name, channel: 'direct' });
  const group = await api.post(`/api/groups/${property.token}`, {
    name,
    checkin: '2027-05-01',
    checkout: '2027-05-02',
    rooms: [{ room_id: property.room, price: 150 }],
  });
  const inquiry = await sendInquiry(api, property, { text: name, name, channel });
  const guestRequest = await guestAsks(api, property, { inquiry, channel });
  await api.post(`/api/messages/${property.token}`, { rid: order, reply: name });
  await api.post(`/api/messages/${property.token}`, { rid: order, reply: `${name} again` });
  const names = Array.from({ length: 9 }, (_, i) => `${name} ${i + 1}`);
  const units = await at('POST', '/units', { room_id: property.room, names });
  const closure = await at('POST', '/closures', {
    unit_id: units.body[8].unit_id,
    kind: 'out_of_order',
    fromdate: '2026-11-01',
    todate: '2026-11-05',
    reason: name,
  });
  const template = await at('POST', '/message_templates', {
    name,
    texts: { en: `${name}, {{ first_name }}` },
  });
  const task = await at('POST', '/tasks', { room_id: property.room, task_name: name, date: '2026-12-01' });
  const photo = await at('POST', `/tasks/${task.body.task_id}/photos`, { image: PIXEL });
  const posting = await at('POST', '/accounting', { amount: -12.5, type: 'expense', description: name });
  const token = await at('POST', '/tokens', { label: name, access: 'read' });
  const proposal = await agentProposes(api, property, token.body.id, {
    rid: order,
    reply: `${name}, a reply`,
  });
  const user = await api.operator('POST', '/users', {
    name: `${name} ${property.hotelId}`,
    role: 'desk',
    hotel_ids: [property.hotelId],
  });
  const webhook = await at('POST', '/webhooks', {
    url: `https://hooks.example.com/${encodeURIComponent(name)}`,
  });
  await guestReviews(api, property, { score: 10, at: '2026-06-01T08:00:00Z' });
  const review = await guestReviews(api, property, {
    score: 8.5,
    at: '2026-06-02T08:00:00Z',
    room: property.room,
    rid: order,
    title: name,
    scores: { clean: 8.5 },
  });
  const guestReview = await guestHasReviewed(api, property, ota.reservationId);
  const [link] = (await api.get(`/api/ical/${property.token}`)).body;
  const [entry] = (await api.get(`/api/logs/${property.token}`)).body;
  return {
    ...property,
    ids: {
      log: entry.id,
      template: template.body.template_id,
      guestRequest,
      guestReview,
      photo: photo.body.photos[0].photo_id,
      posting: posting.body.id,
      hotel: property.hotelId,
      room: property.room,
      order,
      group: group.body.group_id,
      guest: cancelled.guestId!,
      otherGuest: direct.body.guest_id,
      task: task.body.task_id,
      unit: units.body[0].unit_id,
      closure: closure.body.closure_id,
      message,
      attachment: 1,
      inquiry,
      proposal,
      change: Number(change.headers['change-id']),
      token: token.body.id,
      user: user.body.user_id,
      review,
      webhook: webhook.body.id,
      link: link.id,
      channel,
    },
  };
}

/** Properties of one installation: a token of several opens two of them, and not the third. */
export type Portfolio = { own: Populated; second: Populated; other: Populated; token: string };

/** Populates three properties, and makes a token of the first two. */
export async function populatePortfolio(api: Api): Promise<Portfolio> {
  const own = await populate(api, 'Our own');
  const second = await populate(api, 'Our second', 'vrbo');
  const other = await populate(api, 'Of the other', 'vrbo');
  const wanted = { label: 'portfolio', hotel_ids: [own.hotelId, second.hotelId] };
  const { body } = await api.operator('POST', '/tokens', wanted);
  return { own, second, other, token: body.api_token };
}
