// Commands for bookings, offers, and conversations with guests.
import { pathOf } from './client.ts';
import { dates, listCommand, type OperatorCommand, toNumber } from './operator-command.ts';

const BOOKING_COLUMNS = [
  'order_id',
  'status',
  'room_id',
  'name',
  'checkin',
  'checkout',
  'price',
  'channel',
  'referral_order_id',
];

export const BOOKING_COMMANDS: readonly OperatorCommand[] = [
  listCommand({
    name: 'booking list',
    description: 'list reservations of all channels, by check-in',
    resource: 'bookings',
    options: {
      ...dates('arrivals'),
      room_id: '# only of this room',
      status: 'only confirmed, checked_in, checked_out, no_show or cancelled',
      channel: 'only of this channel; direct = made here',
      order_id: 'only this order, by its id or by its reference at the channel',
      updated_since: 'only what changed at or after this moment, such as 2026-12-01T15:00:00Z',
    },
    columns: BOOKING_COLUMNS,
    empty: 'No bookings.',
  }),
  {
    name: 'booking show',
    description: 'show a booking',
    arguments: [['order', 'its id']],
    ofProperty: true,
    request: ({ property, order }) => ({
      method: 'GET',
      path: pathOf`/properties/${property}/bookings/${order}`,
    }),
  },
  {
    name: 'booking add',
    description: 'book a room; "innwire offer list" says what a stay costs',
    arguments: [['name', 'of the guest']],
    options: {
      room_id: '!# the room',
      checkin: '! first night, yyyy-MM-dd',
      checkout: '! day of departure, yyyy-MM-dd',
      price: '!# total of the stay',
      email: 'guest e-mail',
      phone: 'guest telephone',
      guests: '# how many come',
    },
    ofProperty: true,
    request: ({ property, name }, body) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/bookings`,
      body: { name, ...body },
    }),
  },
  {
    name: 'booking set',
    description: 'check a guest in or out, move, change or cancel a booking',
    arguments: [['order', 'its id']],
    options: {
      status:
        'checked_in, checked_out, no_show; cancelled (alone) releases the whole stay, or what is left of it once the guest has arrived',
      early:
        '? with --status checked_in: the guest is here before the check-in date; the dates stay as they are',
      room_id: '# another room',
      name: 'guest name',
      email: 'guest e-mail',
      phone: 'guest telephone',
      checkin: 'first night, yyyy-MM-dd',
      checkout: 'day of departure, yyyy-MM-dd',
      price: '# total',
      notes: 'requests and comments of the guest',
    },
    ofProperty: true,
    request: ({ property, order }, body) => ({
      method: 'PATCH',
      path: pathOf`/properties/${property}/bookings/${order}`,
      body,
    }),
  },
  {
    name: 'booking cancel',
    description: 'cancel a booking; once the guest has arrived, release the nights that are left',
    arguments: [['order', 'its id']],
    options: {
      date: 'the day from which nights are released once the guest has arrived, yyyy-MM-dd (absent: today)',
    },
    ofProperty: true,
    request: ({ property, order }, { date }) =>
      date === undefined
        ? {
            method: 'PATCH',
            path: pathOf`/properties/${property}/bookings/${order}`,
            body: { status: 'cancelled' },
          }
        : {
            method: 'DELETE',
            path: pathOf`/properties/${property}/bookings`,
            query: { order_id: order, date },
          },
  },
  {
    name: 'booking conflicts',
    description: 'list bookings of OTAs that overlap others or have no room',
    columns: ['order_id', 'room_id', 'name', 'checkin', 'checkout', 'channel', 'conflict'],
    empty: 'No conflicts.',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}/conflicts` }),
  },
  listCommand({
    name: 'offer list',
    description: 'list what a stay costs in each room, and why a room cannot be booked',
    resource: 'offers',
    options: {
      checkin: '! first night, yyyy-MM-dd',
      checkout: '! day of departure, yyyy-MM-dd',
      guests: '# how many come',
    },
    columns: ['room_id', 'name', 'bookable', 'price', 'currency', 'available', 'reasons'],
    empty: 'There is no room yet: make one with "innwire room add".',
  }),
  listCommand({
    name: 'message list',
    description: 'list conversations with guests, oldest first',
    resource: 'messages',
    options: {
      rid: { flag: 'order', description: 'only the conversation of this booking', takes: 'number' },
    },
    asRecords: true,
    empty: 'No messages.',
  }),
  {
    name: 'message reply',
    description: 'write to the guest of a booking, in the chat of the channel or by e-mail',
    arguments: [
      ['order', "the booking's id"],
      ['reply', 'the text'],
    ],
    ofProperty: true,
    request: ({ property, order, reply }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/messages`,
      body: { rid: toNumber(order!), reply },
    }),
  },
  listCommand({
    name: 'inquiry list',
    description: 'list questions of people who have no booking, newest first',
    resource: 'inquiries',
    options: { inquiry_id: { flag: 'inquiry', description: 'only this one', takes: 'number' } },
    asRecords: true,
    empty: 'No inquiries.',
  }),
  {
    name: 'inquiry reply',
    description: 'reply to a question of somebody who has no booking, in the chat of the channel',
    arguments: [
      ['inquiry', 'its id'],
      ['reply', 'the text'],
    ],
    asRecords: true,
    ofProperty: true,
    request: ({ property, inquiry, reply }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/inquiries`,
      body: { inquiry_id: toNumber(inquiry!), reply },
    }),
  },
];
