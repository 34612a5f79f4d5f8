// Requests of the public and the operator's API that a client of release 0.2.0 may send, in the order in which they
// were recorded. Later requests use what earlier ones created.

export type RecordedRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** {hotel}, {token}, {room}, {room2}, {order}, {order2} … stand for values of earlier answers (`keep`) */
  path: string;
  body?: unknown;
  /** members of the answer to keep for later paths, by the name used there: `order` → `order_id` */
  keep?: Record<string, string>;
  /** sent with the operator's key */
  operator?: boolean;
};

const STAY = { name: 'Ada Lovelace', checkin: '2027-03-01', checkout: '2027-03-04' };

/** A property with two rooms, bookings in every state, its ledger, tasks, nights, calendar links and refusals. */
export const REQUESTS: readonly RecordedRequest[] = [
  operator(
    'POST',
    '/properties',
    {
      name: 'Quinta',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      settings: { language: 'pt', horizon_days: 30 },
    },
    { hotel: 'hotel_id', token: 'api_token' },
  ),
  operator('GET', '/properties/{hotel}'),
  operator(
    'POST',
    '/properties/{hotel}/rooms',
    { name: 'Garden', capacity: 2, price: 120 },
    { room: 'room_id' },
  ),
  operator(
    'POST',
    '/properties/{hotel}/rooms',
    { name: 'Loft', capacity: 4, price: 200, units: 3, min_stay: 2 },
    { room2: 'room_id' },
  ),
  operator('GET', '/properties/{hotel}/rooms'),
  operator('PATCH', '/properties/{hotel}/rooms/{room2}', { price: 210 }),
  request('GET', '/api/hotels/{token}'),
  request('GET', '/api/rentals/{token}'),
  request('POST', '/api/availability/{token}', [
    { room_id: '{room}', date: '2027-03-01', price: 150, min_stay: 2 },
    { room_id: '{room}', date: '2027-03-10', price: 150, available: 0 },
    { room_id: '{room2}', date: '2027-03-10', price: 210, closed_to_arrival: true },
  ]),
  request('POST', '/api/availability/{token}?dry_run=true', {
    room_id: '{room2}',
    date: '2027-03-11',
    price: 1,
  }),
  request('POST', '/api/availability/{token}', { room_id: '{room2}', date: '2027-03-11', price: -1 }),
  request('GET', '/api/availability/{token}?room_id={room}&fromdate=2027-02-27&todate=2027-03-03'),
  request('GET', '/api/offers/{token}?checkin=2027-03-01&checkout=2027-03-04'),
  request(
    'POST',
    '/api/bookings/{token}',
    { ...STAY, room_id: '{room}', email: 'ada@example.com', phone: '+351 910 000 000', price: 450 },
    { order: 'order_id' },
  ),
  request('POST', '/api/bookings/{token}', { ...STAY, room_id: '{room}', price: 450 }),
  request('POST', '/api/bookings/{token}', {
    ...STAY,
    room_id: '{room}',
    checkout: '2027-02-01',
    price: 450,
  }),
  request('POST', '/api/bookings/{token}', { room_id: '{room}' }),
  request(
    'POST',
    '/api/bookings/{token}',
    { ...STAY, name: 'Grace Hopper', room_id: '{room2}', price: 600 },
    { order2: 'order_id' },
  ),
  request(
    'POST',
    '/api/bookings/{token}',
    { name: 'Ida Rhodes', checkin: '2026-06-15', checkout: '2026-06-18', room_id: '{room2}', price: 600 },
    { order3: 'order_id' },
  ),
  request('GET', '/api/bookings/{token}'),
  request('GET', '/api/bookings/{token}?order_id={order}'),
  request('GET', '/api/bookings/{token}?limit=1'),
  request('GET', '/api/bookings/{token}?status=confirmed&room_id={room2}'),
  request('GET', '/api/bookings/{token}?fromdate=2027-02-30'),
  request('PATCH', '/api/bookings/{token}?order_id={order}', { checkout: '2027-03-05', price: 600 }),
  request('PATCH', '/api/bookings/{token}?order_id={order2}', { room_id: '{room}' }),
  request('PATCH', '/api/bookings/{token}?order_id={order2}', { referral_order_id: 'R-1' }),
  request('DELETE', '/api/bookings/{token}?order_id={order2}&date=2026-06-15'),
  request('DELETE', '/api/bookings/{token}?order_id={order2}&date=2026-06-15'),
  operator('PATCH', '/properties/{hotel}/bookings/{order3}', { status: 'checked_in' }),
  operator('PATCH', '/properties/{hotel}/bookings/{order3}', { status: 'checked_out' }),
  operator('GET', '/properties/{hotel}/bookings'),
  request('GET', '/api/accounting/{token}'),
  request('GET', '/api/accounting/{token}?room_id={room}&fromdate=2026-01-01'),
  operator('POST', '/properties/{hotel}/accounting', {
    amount: -20,
    type: 'expense',
    description: 'Light bulbs',
    date: '2027-01-10',
  }),
  operator('POST', '/properties/{hotel}/accounting', {
    amount: 100,
    type: 'payment',
    description: 'Deposit',
    date: '2027-01-10',
    order_id: '{order}',
  }),
  operator('GET', '/properties/{hotel}/accounting'),
  request('GET', '/api/tasks/{token}', undefined, { task: '0.task_id' }),
  operator('PATCH', '/properties/{hotel}/tasks/{task}', { status: 'in_progress', assignee: 'Marta' }),
  operator('PATCH', '/properties/{hotel}/tasks/{task}', { status: 'done' }),
  operator('POST', '/properties/{hotel}/tasks', {
    room_id: '{room}',
    task_name: 'Light bulb',
    date: '2027-03-01',
  }),
  request('GET', '/api/tasks/{token}?status=pending'),
  request('GET', '/api/messages/{token}'),
  request('POST', '/api/messages/{token}', { rid: '{order}', reply: 'Welcome' }),
  request('GET', '/api/messages/{token}?rid={order}'),
  request('GET', '/api/inquiries/{token}'),
  request('GET', '/api/reviews/{token}'),
  request('GET', '/api/ical/{token}'),
  request('GET', '/api/status/{token}'),
  request('GET', '/api/events/{token}'),
  request('GET', '/api/events/{token}?kinds=booking.created&limit=1'),
  request('GET', '/api/bookings/{token}?order_id=999999'),
  request('GET', '/api/bookings/not_a_token'),
  request('GET', '/api/nothing/{token}'),
  request('PATCH', '/api/bookings/{token}?order_id={order}', { checkouts: '2027-03-05' }),
];

function request(
  method: RecordedRequest['method'],
  path: string,
  body?: unknown,
  keep?: Record<string, string>,
): RecordedRequest {
  return { method, path, ...(body !== undefined && { body }), ...(keep && { keep }) };
}

function operator(...parts: Parameters<typeof request>): RecordedRequest {
  return { ...request(...parts), operator: true };
}
