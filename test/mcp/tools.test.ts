// The answers of the tools: they match their schemas and agree with REST.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeTool } from '../../src/api/agent/listing.ts';
import { tools } from '../../src/api/agent/tools/index.ts';
import { parseDate } from '../../src/model/night.ts';
import { guestWrites } from '../api/outside-events.ts';
import { type Populated, populate } from '../api/populated.ts';
import type { AnyClient } from './clients.ts';
import { clientKinds } from './clients.ts';
import { useEndpoint } from './endpoint.ts';

const api = useEndpoint();
const NOW = Temporal.Instant.from('2026-11-20T22:30:00Z');
let client: AnyClient;
let property: Populated;

beforeAll(async () => {
  property = await populate(api, 'Ada "Countess" Lovelace');
  api.clock = NOW;
  // East of Greenwich it is already tomorrow, and in UTC check-in is on another date.
  await api.operator('PATCH', `/properties/${property.hotelId}`, {
    timezone: 'Pacific/Auckland',
    settings: { checkin_time: '08:00' },
  });
  client = await api.client(clientKinds()[1]!, property.token);
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addFormat('date', (text) => parseDate(text) !== null);

const call = (name: string, given: object = {}): Promise<any> => answerOf(client, name, given);

async function answerOf(from: AnyClient, name: string, given: object = {}): Promise<any> {
  const answer: any = await from.callTool({ name, arguments: given as Record<string, unknown> });
  expect(answer.isError, answer.content[0].text).toBeUndefined();
  const schema = describeTool(tools.find((tool) => tool.name === name)!, { withToken: false }).outputSchema;
  const validate = ajv.compile(schema);
  validate(answer.structuredContent);
  expect(validate.errors ?? []).toEqual([]);
  expect(JSON.parse(answer.content[0].text)).toEqual(answer.structuredContent);
  return answer.structuredContent;
}

const rest = async (path: string) => (await api.get(`/api/${path.replace('?', `/${property.token}?`)}`)).body;
const all = async (path: string) => (await api.get(`/api/${path}/${property.token}`)).body;

/** Returns a record of REST without its null members and without the property's id. */
const lean = ({ hotel_id: _, ...record }: any) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
/** Returns the property's local date of a moment that REST gives in UTC. */
const localDate = (moment: string) =>
  Temporal.Instant.from(moment).toZonedDateTimeISO('Pacific/Auckland').toPlainDate().toString();
const clock = (moment: string) =>
  `${Temporal.Instant.from(moment).toZonedDateTimeISO('Pacific/Auckland').toString({ timeZoneName: 'never', smallestUnit: 'second' })}`;

const asBooking = (record: any) => {
  const {
    checkin,
    checkout,
    created_at,
    updated_at,
    unit_pinned: _,
    connection: __,
    channel_checkin: ___,
    channel_checkout: ____,
    ...same
  } = lean(record) as any;
  const [from, to] = [localDate(checkin), localDate(checkout)];
  const nights = Temporal.PlainDate.from(from).until(to).days;
  return {
    ...same,
    checkin: from,
    checkout: to,
    nights,
    created_at: clock(created_at),
    updated_at: clock(updated_at),
  };
};

/** Arguments without which a tool refuses a call; get_booking gets the number of a booking. */
const NEEDED: Record<string, object> = {
  check_availability: { checkin: '2026-12-01', checkout: '2026-12-02' },
  list_availability: { fromdate: '2026-12-01', todate: '2026-12-31' },
  get_report: { fromdate: '2026-12-01', todate: '2026-12-31' },
};
const REPORTS = ['occupancy', 'pace', 'bookings', 'charges', 'balances'];

describe('the emptiest answer fits the schema of its tool', () => {
  let empty: AnyClient;
  let bare: number;

  beforeAll(async () => {
    const { token } = await api.property({ rooms: [] });
    empty = await api.client(clientKinds()[1]!, token);
    const other = await api.property();
    const stay = { room_id: other.room, name: 'x', checkin: '2026-12-01', checkout: '2026-12-02', price: 0 };
    bare = (await api.post(`/api/bookings/${other.token}`, stay)).body.order_id;
    const client = await api.client(clientKinds()[1]!, other.token);
    await answerOf(client, 'get_booking', { order_id: String(bare) });
  });

  const reading = tools.filter(({ kind, name }) => kind === 'read' && name !== 'get_booking');

  test.each(reading.map(({ name }) => name))('%s', async (name) => {
    await answerOf(empty, name, NEEDED[name]);
  });

  test.each(REPORTS)('get_report of %s', async (report) => {
    const {
      total = {},
      totals = [],
      ...answer
    } = await answerOf(empty, 'get_report', {
      ...NEEDED['get_report'],
      report,
    });
    expect(answer.report).toBe(report);
    expect(totals).toEqual([]);
    expect(JSON.stringify([answer, total])).not.toContain('null');
  });
});

describe('get_report', () => {
  test.each([
    ['pace', 'reports/pace', { by: 'week' }],
    ['bookings', 'reports/bookings', { by: 'lead_time', dates: 'booking' }],
    ['charges', 'reports/charges', { by: 'month', dates: 'posting' }],
    ['balances', 'reports/balances', { dates: 'departure', open: true }],
    ['occupancy', 'reports', { by: 'room' }],
  ])('of %s returns what REST returns', async (report, path, more) => {
    const range = { fromdate: '2026-01-01', todate: '2027-12-31' };
    const query = new URLSearchParams({ ...range, ...more } as never);
    const expected = await rest(`${path}?${query}`);
    const answer = await call('get_report', { report, ...range, ...more });
    expect(answer.rows).toEqual(expected.rows.map(lean).slice(0, answer.rows.length));
    expect(answer.rows.length + (answer.rows_left_out ?? 0)).toBe(expected.rows.length);
    expect(answer.total).toEqual(expected.total && lean(expected.total));
    expect(answer.totals).toEqual(expected.totals?.map(lean));
  });

  test('refuses what a report does not take, and names what it does', async () => {
    for (const [given, text] of [
      [{ report: 'pace', since: '2026-12-01T00:00:00Z' }, 'since'],
      [{ report: 'charges', by: 'week' }, 'by must be one of code, month'],
      [{ report: 'nights' }, 'report must be one of occupancy, pace'],
      [{ open: true }, 'open'],
    ] as const) {
      const answer: any = await client.callTool({
        name: 'get_report',
        arguments: { ...NEEDED['get_report'], ...given },
      });
      expect(answer.isError).toBe(true);
      expect(answer.content[0].text).toContain('invalid_parameters');
      expect(answer.content[0].text).toContain(text);
    }
  });

  test('leaves out the rows that do not fit into one answer, and says how many', async () => {
    const answer = await call('get_report', { fromdate: '2026-01-01', todate: '2028-12-31', by: 'day' });
    expect(answer.rows.length + answer.rows_left_out).toBe(1_096);
    expect(JSON.stringify(answer).length).toBeLessThan(60_000);
  });
});

describe('tools that read', () => {
  test('get_property returns the profile, and today’s date at the property', async () => {
    const { today, now, ...profile } = await call('get_property');
    const { settings, archived_at: _, ...expected } = await all('hotels');
    expect(profile).toEqual({ ...expected, settings: lean(settings) });
    expect(today).toBe('2026-11-21');
    expect(now).toBe('2026-11-21T11:30:00+13:00');
  });

  test('list_rooms returns the rooms, also only those that are large enough', async () => {
    const rooms = (await all('rentals')).map((room: any) => ({ ...lean(room), currency: 'EUR' }));
    expect((await call('list_rooms')).items).toEqual(rooms);
    expect(await call('list_rooms', { min_capacity: 9 })).toEqual({ items: [], total: 0 });
  });

  test('list_bookings returns the bookings, in pages, with dates at the property', async () => {
    const bookings = (await all('bookings')).map(asBooking);
    const whole = await call('list_bookings', { detail: 'detailed' });
    expect(whole).toEqual({ items: bookings, total: bookings.length });
    const paged: any[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await call('list_bookings', { detail: 'detailed', limit: 1, ...(cursor && { cursor }) });
      expect(page.total).toBe(bookings.length);
      paged.push(...page.items);
      cursor = page.next_cursor;
      if (!cursor) break;
    }
    expect(paged).toEqual(bookings);
  });

  test('list_bookings finds by part of a name, by night, by status, by channel', async () => {
    const ids = async (filter: object) =>
      (await call('list_bookings', filter)).items.map((one: any) => one.order_id);
    const everything = await all('bookings');
    expect(await ids({ guest: 'countess' })).toEqual(everything.map((one: any) => one.order_id));
    expect(await ids({ guest: '%' })).toEqual([]);
    const cancelled = everything.filter((one: any) => one.status === 'cancelled');
    expect(await ids({ status: 'cancelled' })).toEqual(cancelled.map((one: any) => one.order_id));
    const { checkin, order_id } = everything.find((one: any) => one.order_id === property.ids.order);
    expect(await ids({ staying_on: localDate(checkin) })).toContain(order_id);
    expect(await ids({ channel: 'direct', staying_on: '2020-01-01' })).toEqual([]);
  });

  test('a cursor serves the query that it was made for, and only that', async () => {
    const { next_cursor: cursor } = await call('list_bookings', { limit: 1 });
    for (const wrong of [{ status: 'confirmed', cursor }, { cursor: `${cursor}x` }, { cursor: 'e30.e30' }]) {
      const answer: any = await client.callTool({ name: 'list_bookings', arguments: wrong });
      expect(answer.content[0].text).toMatch(/^invalid_parameters: .*cursor must be the next_cursor/);
    }
  });

  test('get_booking returns a booking by its order_id and by its reference, with all that belongs to it', async () => {
    const [record] = await rest(`bookings?order_id=${property.ids.order}`);
    const answer = await call('get_booking', { order_id: String(property.ids.order) });
    expect(answer.booking).toEqual(asBooking(record));
    const messages = await rest(`messages?rid=${property.ids.order}`);
    expect(
      answer.conversation.map((one: any) => [one.id, one.guest_text ?? null, one.reply ?? null]),
    ).toEqual(messages.map((one: any) => [one.id, one.message, one.reply]));
    const ledger = (await all('accounting')).filter((one: any) => one.order_id === property.ids.order);
    expect(answer.accounting.map((one: any) => [one.id, one.amount])).toEqual(
      ledger.map((one: any) => [one.id, one.amount]),
    );
    const tasks = (await all('tasks')).filter((one: any) => one.order_id === property.ids.order);
    expect(answer.open_tasks.map((one: any) => one.task_id)).toEqual(tasks.map((one: any) => one.task_id));
    const sold = (await all('bookings')).find((one: any) => one.referral_order_id !== null);
    const { booking } = await call('get_booking', { order_id: sold.referral_order_id });
    expect(booking.order_id).toBe(sold.order_id);
  });

  test('list_availability returns every night, equal ones together', async () => {
    const { rooms, currency } = await call('list_availability', {
      fromdate: '2026-12-20',
      todate: '2027-01-05',
    });
    expect(currency).toBe('EUR');
    const nights = rooms.flatMap(({ room_id, nights: runs }: any) =>
      runs.flatMap(({ fromdate, todate, ...values }: any) => {
        const dates: string[] = [];
        let date = Temporal.PlainDate.from(fromdate);
        for (; Temporal.PlainDate.compare(date, todate) <= 0; date = date.add({ days: 1 }))
          dates.push(date.toString());
        return dates.map((one) => ({ room_id, date: `${one}T00:00:00.000Z`, ...values }));
      }),
    );
    const expected = await rest('availability?fromdate=2026-12-20&todate=2027-01-05');
    expect(nights).toEqual(expected.map(({ hotel_id: _, availability_id: __, ...night }: any) => night));
  });

  test('check_availability offers what can be booked at the price of the calendar, and says why the rest cannot', async () => {
    const stay = { checkin: '2026-12-23', checkout: '2026-12-26' };
    const { available } = await call('check_availability', stay);
    const offer = available.find((one: any) => one.room_id === property.room);
    expect(offer).toMatchObject({ total_price: 500, units_left: 2 });
    expect(offer.nightly).toEqual([
      { fromdate: '2026-12-23', todate: '2026-12-23', price: 100 },
      { fromdate: '2026-12-24', todate: '2026-12-24', price: 300 },
      { fromdate: '2026-12-25', todate: '2026-12-25', price: 100 },
    ]);
    const [other] = property.rooms.slice(1);
    await api.post(`/api/bookings/${property.token}`, { room_id: other, name: 'x', price: 1, ...stay });
    const christmas = { checkin: '2026-12-24', checkout: '2026-12-25', guests: 3 };
    const { unavailable } = await call('check_availability', christmas);
    const expected = (await rest('offers?checkin=2026-12-24&checkout=2026-12-25&guests=3')).map(
      (one: any) => [one.room_id, one.reasons],
    );
    expect(unavailable.map(({ room_id, reasons }: any) => [room_id, reasons])).toEqual(expected);
    expect(unavailable.map(({ reasons }: any) => reasons.map(({ code }: any) => code))).toEqual([
      ['capacity', 'min_stay_not_met'],
      ['capacity', 'room_unavailable'],
    ]);
    expect(unavailable[1].reasons[1].nights).toEqual(['2026-12-24']);
  });

  test('list_messages returns the conversations, newest first, and who waits', async () => {
    await guestWrites(api, property, {
      rid: property.ids.order,
      text: 'Where do we park?',
      channel: 'direct',
    });
    const answer = await call('list_messages');
    const messages = await all('messages');
    expect(
      answer.items.map((one: any) => [one.id, one.guest_text ?? null, one.reply ?? null, one.rid]),
    ).toEqual(messages.toReversed().map((one: any) => [one.id, one.message, one.reply, one.rid]));
    const waiting = messages.filter((one: any) => one.message !== null && one.reply === null);
    expect((await call('list_messages', { needs_reply: true })).total).toBe(waiting.length);
    expect((await call('list_messages', { since: '2099-01-01T00:00:00Z' })).items).toEqual([]);
  });

  test('list_tasks, list_accounting_entries and list_reviews return the same as REST', async () => {
    const tasks = await call('list_tasks');
    expect(tasks.items.map(({ updated: _, ...one }: any) => one)).toEqual(
      (await all('tasks')).map((one: any) => (({ updated: _, photos: __, ...same }: any) => same)(lean(one))),
    );
    const ledger = await all('accounting');
    const entries = await call('list_accounting_entries');
    expect(entries.items).toEqual(
      ledger.map((one: any) =>
        (({ created_at: _, day_amounts: __, posted_by: ___, ...same }: any) => same)(lean(one)),
      ),
    );
    const { order_id } = entries.items.find((one: any) => one.order_id !== undefined);
    const [booking] = (await all('bookings')).filter((one: any) => one.order_id === order_id);
    const ofGuest = await call('list_accounting_entries', { guest_id: booking.guest_id });
    expect(ofGuest.items).toEqual(entries.items.filter((one: any) => one.order_id === order_id));
    expect((await call('list_accounting_entries', { group_id: 999_999 })).items).toEqual([]);
    const sum = (type: string) =>
      ledger.filter((one: any) => one.type === type).reduce((all: number, one: any) => all + one.amount, 0);
    for (const { type, amount } of entries.sums) expect(amount).toBeCloseTo(sum(type), 6);
    const reviews = await call('list_reviews');
    expect(reviews.items.map((one: any) => [one.id, one.score, one.guest_text.title ?? null])).toEqual(
      (await all('reviews')).map((one: any) => [one.id, one.score, one.title]),
    );
    expect((await call('list_reviews', { max_score: 9 })).total).toBe(1);
  });

  test('list_ical_links and get_channel_status return the same as REST', async () => {
    const links = (await all('ical')).map(lean);
    const answer = await call('list_ical_links');
    expect(answer.items).toEqual(links);
    const status = await call('get_channel_status');
    const { channels, status: overall } = await all('status');
    expect(status.status).toBe(overall);
    expect(Object.fromEntries(status.channels.map((one: any) => [one.channel, one.state]))).toEqual(channels);
  });

  test('get_daily_overview returns who comes, who goes, who is here and what waits', async () => {
    const [{ checkin, checkout }] = await rest(`bookings?order_id=${property.ids.order}`);
    const day = await call('get_daily_overview', { date: localDate(checkin) });
    expect(day.arrivals.map((one: any) => one.order_id)).toContain(property.ids.order);
    expect(day.counts.in_house).toBe(day.occupancy.taken);
    expect(day.in_house).toHaveLength(day.counts.in_house);
    expect(day.in_house.map((one: any) => one.order_id)).toContain(property.ids.order);
    const end = await call('get_daily_overview', { date: localDate(checkout) });
    expect(end.departures.map((one: any) => one.order_id)).toContain(property.ids.order);
    expect(end.tasks_due.length).toBeGreaterThan(0);
    expect((await call('get_daily_overview')).date).toBe('2026-11-21');
  });

  test('get_daily_overview has a guest who leaves early until that day, and not one who never came', async () => {
    const house = await api.property({ rooms: [{ units: 2 }], timezone: 'Pacific/Auckland' });
    const book = async (checkin: string) => {
      const stay = { room_id: house.room, name: 'Ada', checkin, checkout: '2026-11-27', price: 700 };
      const { order_id } = (await api.post(`/api/bookings/${house.token}`, stay)).body;
      await api.delete(`/api/bookings/${house.token}?order_id=${order_id}&date=2026-11-23`);
      return order_id;
    };
    const leaving = await book('2026-11-20');
    await book('2026-11-21');
    const own = await api.client(clientKinds()[1]!, house.token);
    const overview = async (date: string): Promise<any> =>
      (await own.callTool({ name: 'get_daily_overview', arguments: { date } })).structuredContent;
    const ids = (list: any[]) => list.map((one) => one.order_id);
    const [today, then] = [await overview('2026-11-21'), await overview('2026-11-23')];
    expect([ids(today.arrivals), ids(today.in_house), today.occupancy.taken]).toEqual([[], [leaving], 1]);
    expect([ids(then.departures), ids(then.in_house), then.occupancy.taken]).toEqual([[leaving], [], 0]);
  });

  test('list_activity_log returns which agent did what, with its token and with what result', async () => {
    await call('get_property');
    await client.callTool({ name: 'get_booking', arguments: { order_id: '999999' } });
    const { items } = await call('list_activity_log', { kind: 'api', limit: 50 });
    const summaries = items.map((one: any) => one.summary);
    expect(summaries).toContain('MCP get_property ok by test agent');
    const refused = items.find((one: any) => one.summary === 'MCP get_booking unknown_booking by test agent');
    expect(refused).toMatchObject({ path: '/mcp/{api_token}', method: 'POST', status: 400 });
    expect(refused.token_label).toBe((await all('logs'))[0].token_label);
  });
});

describe('answers', () => {
  test('stay small enough for every client, whatever guests write, and say where they were cut', async () => {
    const long = await api.property();
    const stay = {
      room_id: long.room,
      name: 'N'.repeat(200),
      checkin: '2026-11-21',
      checkout: '2026-11-23',
      price: 1,
    };
    const { order_id } = (await api.post(`/api/bookings/${long.token}`, stay)).body;
    const text = '👩‍👩‍👧 "\n'.repeat(3_000);
    for (let i = 0; i < 40; i += 1) await guestWrites(api, long, { rid: order_id, text, channel: 'direct' });
    const own = await api.client(clientKinds()[1]!, long.token);
    const callSafely = async (name: string, given: object = {}) => {
      const answer: any = await own.callTool({ name, arguments: given as never });
      expect(answer.isError, answer.content[0].text.slice(0, 300)).toBeUndefined();
      expect(answer.content[0].text.length).toBeLessThanOrEqual(60_000);
      expect(answer.content[0].text.isWellFormed()).toBe(true);
      return answer.structuredContent;
    };
    expect((await callSafely('get_booking', { order_id })).conversation[0].cut).toBe(true);
    expect((await callSafely('get_daily_overview')).counts.waiting_guests).toBe(40);
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await callSafely('list_messages', { limit: 100, ...(cursor && { cursor }) });
      seen.push(...page.items.map((one: any) => one.id));
      cursor = page.next_cursor;
      if (!cursor) break;
    }
    expect(new Set(seen).size).toBe(40);
  });
});

describe('arguments', () => {
  const refused = async (name: string, given: object) => {
    const answer: any = await client.callTool({ name, arguments: given as never });
    expect(answer.isError).toBe(true);
    return answer.content[0].text as string;
  };

  test('are taken for what they mean: ids as text, numbers as text, null for nothing', async () => {
    expect((await call('list_rooms', { room_id: String(property.room) })).total).toBe(1);
    expect((await call('get_booking', { order_id: property.ids.order })).booking.order_id).toBe(
      property.ids.order,
    );
    expect((await call('list_rooms', { room_id: null })).total).toBe(2);
  });

  test('that do not exist are refused with those that do', async () => {
    expect(await refused('list_rooms', { hotel_id: 1 })).toMatch(
      /^invalid_parameters: .*hotel_id is not known: there are room_id, min_capacity/,
    );
    expect(await refused('list_rooms', { roomId: 1 })).toMatch(/roomId is not known: did you mean room_id\?/);
  });

  test('that cannot be stored, or are absurd, are refused with a message', async () => {
    expect(await refused('list_bookings', { guest: 'a\0b' })).toMatch(/^invalid_parameters: .*NUL/);
    expect(await refused('list_availability', { fromdate: '2026-01-01', todate: '2026-12-31' })).toMatch(
      /92 nights/,
    );
    expect(await refused('check_availability', { checkin: '2026-02-30', checkout: '2026-03-01' })).toMatch(
      /real calendar date/,
    );
    expect(await refused('get_booking', { order_id: '99999999999999999999' })).toMatch(
      /^unknown_booking: .*list_bookings/,
    );
    expect(
      await refused('check_availability', {
        checkin: '2026-12-01',
        checkout: '2026-12-02',
        room_id: 999_999,
      }),
    ).toBe(
      'unknown_room: Room 999999 does not exist in this property. Call list_rooms for the rooms that exist.',
    );
  });
});
