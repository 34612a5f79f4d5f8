// Reports of 10,000 invented bookings equal sums that are made one by one, without SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { nightsBetween } from '../../src/model/night.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { dice, SEED } from '../harness/random.ts';

const api = useApi();
const BOOKINGS = 10_000;
const ZONE = 'Europe/Lisbon';
const CHANNELS = ['direct', 'booking_com', 'airbnb', 'expedia'];
const FIRST = Temporal.PlainDate.from('2026-01-01');

type Stay = {
  id: number;
  room: number;
  channel: string;
  status: string;
  currency: string;
  checkin: Temporal.PlainDate;
  nights: { date: Temporal.PlainDate; cents: number; released: Temporal.Instant | null }[];
  created: Temporal.Instant;
  commission: number | null;
  held: boolean;
  entries: Entry[];
};
type Entry = { type: string; code: string; cents: number; from: Temporal.PlainDate | null; days: number };

let property: TestProperty;
const stays: Stay[] = [];

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2027-03-28T01:30:00Z');
  property = await api.property({ timezone: ZONE, rooms: [{ units: 90 }, { units: 90 }, { units: 90 }] });
  const roll = dice(SEED);
  for (let i = 0; i < BOOKINGS; i++) stays.push(invent(i + 1_000_000, roll));
  await insert();
});

function invent(id: number, roll: (n: number) => number): Stay {
  const checkin = FIRST.add({ days: roll(730) });
  const length = 1 + roll(roll(8) === 0 ? 35 : 7);
  const created = checkin
    .toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' })
    .subtract({ minutes: roll(roll(3) === 0 ? 900_000 : 60_000) })
    .toInstant();
  const status = ['confirmed', 'checked_in', 'checked_out', 'no_show', 'cancelled', 'cancelled'][roll(6)]!;
  const kept = status === 'cancelled' && roll(3) === 0 ? roll(length) : 0;
  const until = status === 'cancelled' ? created.add({ minutes: 1 + roll(60_000) }) : null;
  const nights = nightsBetween(checkin, checkin.add({ days: length })).map((date, place) => ({
    date,
    cents: roll(30_000),
    released: until !== null && place >= kept ? until : null,
  }));
  const channel = CHANNELS[roll(4)]!;
  const codes = ['accommodation', 'tax', 'fee'];
  const entries = Array.from({ length: roll(4) }, () => ({
    type: ['income', 'charge', 'payment', 'reversal'][roll(4)]!,
    code: codes[roll(3)]!,
    cents: roll(50_000) - 10_000,
    from: roll(4) === 0 ? null : checkin,
    days: length,
  }));
  return {
    id,
    room: property.rooms[roll(3)]!,
    channel,
    status,
    currency: roll(20) === 0 ? 'USD' : 'EUR',
    checkin,
    nights,
    created,
    commission: channel === 'direct' || roll(5) === 0 ? null : roll(9_000),
    held: status === 'cancelled' && roll(20) === 0,
    entries,
  };
}

async function insert(): Promise<void> {
  const asJson = (rows: unknown[]) => JSON.stringify(rows);
  await api.db.query(
    `insert into reservations (hotel_id, reservation_id, room_id, status, channel, guest_name, checkin, checkout,
       price_minor, currency, created_at, updated_at, commission_minor, held_until)
     select $1, id, room, status, channel, 'Ada', checkin, checkout, 0, currency, created, created, commission, held
     from jsonb_to_recordset($2) as x(id bigint, room bigint, status text, channel text, checkin date, checkout date,
       currency text, created timestamptz, commission bigint, held timestamptz)`,
    [
      property.hotelId,
      asJson(
        stays.map((stay) => ({
          ...stay,
          checkout: stay.checkin.add({ days: stay.nights.length }),
          held: stay.held ? stay.created : null,
        })),
      ),
    ],
  );
  const nights = stays.flatMap(({ id, room, created, nights }) =>
    nights.map((night) => ({ id, room, created, ...night })),
  );
  await api.db.query(
    `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, released_at, taken_at)
     select $1, id, room, date, cents, released, created
     from jsonb_to_recordset($2) as x(id bigint, room bigint, date date, cents bigint, released timestamptz, created timestamptz)`,
    [property.hotelId, asJson(nights)],
  );
  const entries = stays.flatMap(({ id, checkin, currency, entries }) =>
    entries.map(({ from, days, ...entry }) => ({
      id,
      currency,
      ...entry,
      date: checkin,
      from,
      until: from?.add({ days }) ?? null,
    })),
  );
  await api.db.query(
    `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, reservation_id, date, created_at, code, service_from, service_until)
     select $1, cents, currency, type, '', id, date, now(), code, "from", until
     from jsonb_to_recordset($2) as x(id bigint, currency text, type text, code text, cents bigint, date date, "from" date, until date)`,
    [property.hotelId, asJson(entries)],
  );
}

const report = async (path: string) => {
  const answer = await api.get(`/api/reports/${path.replace('?', `/${property.token}?`)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const localDay = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(ZONE).toPlainDate();
const within = (date: Temporal.PlainDate, from: string, to: string) =>
  date.toString() >= from && date.toString() <= to;
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const average = (numbers: number[]) =>
  numbers.length === 0 ? null : Math.round((10 * sum(numbers)) / numbers.length) / 10;
const money = (cents: number) => Math.round(cents) / 100;

const heldNights = (stay: Stay) => stay.nights.filter(({ released }) => released === null);
const isCancelled = (stay: Stay) => stay.status === 'cancelled' && heldNights(stay).length === 0;
const lead = (stay: Stay) => Math.max(0, localDay(stay.created).until(stay.checkin).days);

/** The figures of a row of the report of bookings. */
function figuresOf(all: Stay[]): object {
  const kept = all.filter((stay) => !isCancelled(stay));
  const cancelled = all.filter(isCancelled);
  const priced = all.filter(({ currency }) => currency === 'EUR').flatMap(heldNights);
  const revenue = sum(priced.map(({ cents }) => cents));
  const commission = sum(
    kept.filter(({ currency }) => currency === 'EUR').map((stay) => stay.commission ?? 0),
  );
  const leads = kept.map(lead).toSorted((a, b) => a - b);
  const middle = [leads[Math.floor((leads.length - 1) / 2)]!, leads[Math.ceil((leads.length - 1) / 2)]!];
  return {
    bookings: all.length,
    cancelled: cancelled.length,
    cancellation_rate: all.length === 0 ? null : Math.round((1_000 * cancelled.length) / all.length) / 10,
    no_shows: all.filter(({ status }) => status === 'no_show').length,
    nights: all.flatMap(heldNights).length,
    revenue: money(revenue),
    adr: priced.length === 0 ? null : money(revenue / priced.length),
    commission: money(commission),
    net_revenue: money(revenue - commission),
    without_commission: kept.filter(({ channel, commission }) => channel !== 'direct' && commission === null)
      .length,
    other_currencies: kept.filter(({ currency }) => currency !== 'EUR').length,
    lead_time: average(leads),
    lead_time_median: leads.length === 0 ? null : average(middle),
    length_of_stay: average(kept.map(({ nights }) => nights.length)),
    cancelled_before: average(
      cancelled.map((stay) => Math.max(0, localDay(stay.nights[0]!.released!).until(stay.checkin).days)),
    ),
  };
}

const rangeOf = (labels: string[], value: number) =>
  labels.find((label) => {
    const [first, last = first] = label.split('-').map((text) => Number.parseInt(text, 10));
    return label.endsWith('+') ? value >= first! : value >= first! && value <= last!;
  })!;
const LEADS = ['0', '1', '2-3', '4-7', '8-14', '15-30', '31-60', '61-90', '91-180', '181-365', '366+'];
const LENGTHS = ['1', '2', '3', '4', '5', '6', '7', '8-14', '15-28', '29+'];

const KEYS: Record<string, (stay: Stay, day: Temporal.PlainDate) => string> = {
  channel: ({ channel }) => channel,
  room: ({ room }) => String(room),
  month: (_, day) => day.toString().slice(0, 7),
  lead_time: (stay) => rangeOf(LEADS, lead(stay)),
  length_of_stay: ({ nights }) => rangeOf(LENGTHS, nights.length),
};

describe('the report of bookings', () => {
  const RANGE = ['2026-03-28', '2027-03-28'] as const;
  const cases = Object.keys(KEYS).flatMap((by) =>
    ['arrival', 'booking'].map((dates) => [by, dates] as const),
  );

  test.each(cases)('by %s, of the days of %s', async (by, dates) => {
    const body = await report(`bookings?fromdate=${RANGE[0]}&todate=${RANGE[1]}&by=${by}&dates=${dates}`);
    const dayOf = (stay: Stay) => (dates === 'arrival' ? stay.checkin : localDay(stay.created));
    const chosen = stays.filter((stay) => !stay.held && within(dayOf(stay), ...RANGE));
    const groups = Map.groupBy(chosen, (stay) => KEYS[by]!(stay, dayOf(stay)));
    const all = { lead_time: LEADS, length_of_stay: LENGTHS }[by];
    const keys = all ?? [...groups.keys()].toSorted();
    const room = (key: string) => (by === 'room' ? `Room ${1 + property.rooms.indexOf(Number(key))}` : null);
    expect(body.rows).toEqual(
      keys.map((key) => ({ key, ...figuresOf(groups.get(key) ?? []), room: room(key) })),
    );
    expect(body.total).toEqual(figuresOf(chosen));
  });
});

describe('the pace', () => {
  const heldAt = (moment: Temporal.Instant) => (stay: Stay) =>
    stay.held || Temporal.Instant.compare(stay.created, moment) > 0
      ? []
      : stay.nights
          .filter(({ released }) => released === null || Temporal.Instant.compare(released, moment) > 0)
          .map((night) => ({ ...night, cents: stay.currency === 'EUR' ? night.cents : 0 }));
  const week = (date: Temporal.PlainDate) =>
    `${date.yearOfWeek}-W${String(date.weekOfYear).padStart(2, '0')}`;

  test.each([
    ['month', { years: 1 }, (date: Temporal.PlainDate) => date.toString().slice(0, 7)],
    ['week', { days: 364 }, week],
    ['day', { days: 364 }, String],
  ] as const)('by %s', async (by, shift, keyOf) => {
    const asOf = '2027-03-28T02:30:00+01:00';
    const body = await report(
      `pace?fromdate=2027-02-20&todate=2027-05-09&by=${by}&as_of=${encodeURIComponent(asOf)}`,
    );
    const now = Temporal.Instant.from(asOf);
    const then = now.toZonedDateTimeISO(ZONE).subtract(shift).toInstant();
    expect(Temporal.Instant.from(body.compared_as_of)).toEqual(then);
    const from = Temporal.PlainDate.from('2027-02-20');
    const days = nightsBetween(from, Temporal.PlainDate.from('2027-05-10'));
    const [present, past, final] = [now, then, Temporal.Instant.from('2040-01-01T00:00Z')].map((moment) =>
      Map.groupBy(stays.flatMap(heldAt(moment)), ({ date }) => date.toString()),
    );
    const rows = Map.groupBy(days, keyOf);
    const figures = (of: Temporal.PlainDate[]) => {
      const shifted = of.map((date) => date.subtract(shift).toString());
      const total = (nights: typeof present, dates: string[]) => {
        const held = dates.flatMap((date) => nights!.get(date) ?? []);
        return [held.length, money(sum(held.map(({ cents }) => cents)))] as const;
      };
      const [sold, revenue] = total(
        present,
        of.map((date) => date.toString()),
      );
      const [before, revenueBefore] = total(past, shifted);
      const [atLast, revenueAtLast] = total(final, shifted);
      return {
        sold,
        revenue,
        last_year_sold: before,
        last_year_revenue: revenueBefore,
        sold_change: sold - before,
        revenue_change: money(Math.round(100 * (revenue - revenueBefore))),
        last_year_final_sold: atLast,
        last_year_final_revenue: revenueAtLast,
      };
    };
    expect(body.rows).toEqual([...rows].map(([key, of]) => ({ key, ...figures(of) })));
    expect(body.total).toEqual(figures(days));
  });

  test('is empty as of a moment before the first booking, and still shows what last year became', async () => {
    const body = await report('pace?fromdate=2027-02-01&todate=2027-02-28&as_of=2020-01-01T00:00:00Z');
    expect(body.total).toMatchObject({ sold: 0, last_year_sold: 0, revenue: 0 });
    expect(body.total.last_year_final_sold).toBeGreaterThan(0);
  });
});

describe('the report of charges', () => {
  const posted = () =>
    stays.flatMap((stay) =>
      stay.entries
        .filter(({ type }) => type !== 'payment')
        .map((entry) => ({ ...entry, currency: stay.currency, date: stay.checkin })),
    );
  type Posted = ReturnType<typeof posted>[number];

  /** The part of a charge that lies in [from, until), in whole cents. */
  function part({ cents, from, days, date }: Posted, first: Temporal.PlainDate, until: Temporal.PlainDate) {
    const start = from ?? date;
    const length = from ? days : 1;
    const clamp = (day: Temporal.PlainDate) => Math.min(Math.max(start.until(day).days, 0), length);
    const upTo = (count: number) => Math.sign(cents) * Math.round((Math.abs(cents) * count) / length);
    return { cents: upTo(clamp(until)) - upTo(clamp(first)), isIn: clamp(until) > clamp(first) };
  }

  test('divides charges among the days that they are for', async () => {
    const { rows } = await report('charges?fromdate=2026-02-15&todate=2026-05-20&by=month');
    const expected = new Map<string, { entries: number; cents: number }>();
    const starts = ['2026-02-15', '2026-03-01', '2026-04-01', '2026-05-01', '2026-05-21'];
    const [first, ...others] = starts.map((text) => Temporal.PlainDate.from(text));
    let from = first!;
    for (const until of others) {
      for (const entry of posted()) {
        const { cents, isIn } = part(entry, from, until);
        if (!isIn) continue;
        const key = [from.toString().slice(0, 7), entry.code, entry.currency].join(' ');
        const known = expected.get(key) ?? { entries: 0, cents: 0 };
        expected.set(key, { entries: known.entries + 1, cents: known.cents + cents });
      }
      from = until;
    }
    const found = rows.map((row: any) => [
      [row.month, row.code, row.currency].join(' '),
      { entries: row.entries, cents: Math.round(row.amount * 100) },
    ]);
    expect(new Map(found)).toEqual(expected);
  });

  test('loses nothing at the borders of periods', async () => {
    const whole = await report('charges?fromdate=2026-01-01&todate=2028-12-31');
    const halves = [
      await report('charges?fromdate=2026-01-01&todate=2026-12-30'),
      await report('charges?fromdate=2026-12-31&todate=2028-12-31'),
    ];
    for (const { code, currency, amount } of whole.rows) {
      const parts = halves
        .flatMap(({ rows }) => rows)
        .filter((row: any) => row.code === code && row.currency === currency);
      expect(money(sum(parts.map((row: any) => Math.round(row.amount * 100))))).toBe(amount);
      const entries = posted().filter((entry) => entry.code === code && entry.currency === currency);
      expect(money(sum(entries.map(({ cents }) => cents)))).toBe(amount);
    }
  });

  test('counts whole entries on their date where the date of posting is asked for', async () => {
    const { rows } = await report('charges?fromdate=2026-02-15&todate=2026-05-20&dates=posting');
    for (const { code, currency, amount, entries, month } of rows) {
      const those = posted().filter(
        (entry) =>
          entry.code === code &&
          entry.currency === currency &&
          within(entry.date, '2026-02-15', '2026-05-20'),
      );
      expect({ month, entries, amount }).toEqual({
        month: null,
        entries: those.length,
        amount: money(sum(those.map(({ cents }) => cents))),
      });
    }
  });
});

describe('the report of balances', () => {
  test.each([
    ['arrival', ''],
    ['departure', ''],
    ['departure', '&open=true'],
  ])('lists bookings by %s with their sums%s', async (dates, more) => {
    const { rows, totals } = await report(
      `balances?fromdate=2026-04-01&todate=2026-04-30&dates=${dates}${more}`,
    );
    const dayOf = ({ checkin, nights }: Stay) =>
      dates === 'arrival' ? checkin : checkin.add({ days: nights.length });
    const money = (stay: Stay, isPayment: boolean) =>
      sum(stay.entries.filter(({ type }) => (type === 'payment') === isPayment).map(({ cents }) => cents));
    const chosen = stays
      .filter((stay) => !stay.held && within(dayOf(stay), '2026-04-01', '2026-04-30'))
      .filter((stay) => {
        const isSettled = money(stay, false) === money(stay, true);
        return !(isSettled && (more !== '' || stay.status === 'cancelled'));
      })
      .toSorted((a, b) => Temporal.PlainDate.compare(dayOf(a), dayOf(b)) || a.id - b.id);
    expect(rows.map((row: any) => [row.order_id, row.currency, row.total, row.paid, row.balance])).toEqual(
      chosen.map((stay) => [
        stay.id,
        stay.currency,
        money(stay, false) / 100,
        money(stay, true) / 100,
        (money(stay, false) - money(stay, true)) / 100,
      ]),
    );
    for (const { currency, bookings, balance, owed, to_return } of totals) {
      const those = chosen.filter((stay) => stay.currency === currency);
      expect(bookings).toBe(those.length);
      expect(Math.round(100 * balance)).toBe(Math.round(100 * (owed - to_return)));
      expect(Math.round(100 * balance)).toBe(
        sum(those.map((stay) => money(stay, false) - money(stay, true))),
      );
    }
    expect(sum(totals.map(({ bookings }: any) => bookings))).toBe(chosen.length);
  });
});
