// A property with 250,000 bookings of six years, written by statements for whole tables instead of one request for
// each booking. The rows are what the operations would have written, as far as lists and reports read them.
import pg from 'pg';
import { inventPerson } from '../sample-people/people.ts';
import { Random } from '../sample-people/random.ts';
import { type BenchProperty, makeProperties } from './properties.ts';
import type { BenchServer } from './server.ts';

export const BOOKINGS = 250_000;
const ROOMS = 60;
const UNITS_PER_ROOM = 7;
/** Stays of one unit, one after another. */
const STAYS_PER_UNIT = 506;
/** Days before today on which the first stays begin; the last ones end half a year after today. */
const FIRST_DAY = 2_040;
const PEOPLE = 20_000;

/** Makes the property and fills it. Returns it with the seconds that this took. */
export async function makeLargeProperty(
  server: BenchServer,
): Promise<{ property: BenchProperty; seconds: number }> {
  const [property] = await makeProperties(server, 1, ROOMS);
  const db = new pg.Client({ connectionString: await server.databaseUrl() });
  await db.connect();
  const begun = performance.now();
  try {
    // The constraints of the tables are kept; foreign keys, which hold by construction, would take twice as long.
    await db.query(`set session_replication_role = replica`);
    await db.query(`set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 2`);
    await fillPeople(db);
    const indexes = await dropSecondaryIndexes(db);
    for (const statement of STATEMENTS)
      await db.query(statement, statement.includes('$1') ? [property!.hotelId] : []);
    for (const statement of indexes) await db.query(statement);
    await db.query(`set session_replication_role = default`);
    await db.query('vacuum analyze');
  } finally {
    await db.end();
  }
  return { property: property!, seconds: (performance.now() - begun) / 1_000 };
}

async function fillPeople(db: pg.Client): Promise<void> {
  const random = new Random(7);
  const people = Array.from({ length: PEOPLE }, () => inventPerson(random));
  await db.query(
    `create temporary table people as
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as person(name, email, phone, country, place)`,
    [
      people.map(({ givenName, surname }) => `${givenName} ${surname}`),
      people.map(({ email }) => email),
      people.map(({ phone }) => phone),
      people.map(({ country }) => country),
    ],
  );
  await db.query('create unique index people_by_place on people (place)');
}

/**
 * Drops the indexes of bookings that are no constraints, and returns the statements that make them again: kept up to date
 * row by row, the index of words alone takes more than a minute.
 */
async function dropSecondaryIndexes(db: pg.Client): Promise<string[]> {
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'reservations'::regclass
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  return [
    ...indexes.map(({ definition }) => definition),
    'alter index reservations_by_terms alter column 1 set statistics 0',
  ];
}

/** SQL of a number below `most` that depends on the stay and on `salt` only. */
const roll = (salt: number, most: number) => `((hashint8extended(n, ${salt}) & 1073741823) % ${most})`;
const pick = (salt: number, type: string, values: string) => {
  const count = values.split(',').length;
  return `(array[${values}]::${type}[])[1 + ${roll(salt, count)}]`;
};

const STATEMENTS: readonly string[] = [
  `update rooms set units = ${UNITS_PER_ROOM} where hotel_id = $1`,
  `insert into units (hotel_id, room_id, name, condition_at, created_at)
     select $1, room_id, 100 * place + number, now(), now()
     from (select room_id, row_number() over (order by room_id) as place from rooms where hotel_id = $1) as room,
       generate_series(1, ${UNITS_PER_ROOM}) as number`,
  // Stays of a unit follow each other; every seventh booking was cancelled, and holds no unit.
  `create temporary table stays as
     with numbered as (
       select n, n / ${STAYS_PER_UNIT} as unit, ${pick(1, 'int', '1,2,2,3,3,3,4,4,5,7')} as nights,
         ${pick(2, 'int', '0,0,0,1,1,2,3')} as gap
       from generate_series(0, ${BOOKINGS - 1}) as n
     ), placed as (
       select n, nights, (n >= ${ROOMS * UNITS_PER_ROOM * STAYS_PER_UNIT}) as cancelled,
         case when n < ${ROOMS * UNITS_PER_ROOM * STAYS_PER_UNIT}
           then sum(nights + gap) over (partition by unit order by n) - nights
           else ${roll(3, FIRST_DAY + 180)} end::int as day,
         (unit % ${ROOMS * UNITS_PER_ROOM})::int as unit
       from numbered
     )
     select placed.n, cancelled, unit.unit_id, unit.name as unit_name, unit.room_id,
       current_date - ${FIRST_DAY} + day as checkin, current_date - ${FIRST_DAY} + day + nights as checkout,
       least((current_date - ${FIRST_DAY} + day)::timestamptz - ${roll(4, 400)} * ${roll(5, 400)} / 1000.0 * interval '1 day',
         now() - ${roll(6, 60)} * interval '1 day') - ${roll(7, 1_440)} * interval '1 minute' as created_at,
       ${pick(8, 'text', "'direct','direct','direct','booking_com','booking_com','booking_com','booking_com','airbnb','airbnb','expedia'")} as channel,
       nights * (8000 + ${roll(9, 12_000)}) as price_minor, 1 + ${roll(10, PEOPLE)} as person
     from placed
     join (
       select unit_id, name, room_id, row_number() over (order by unit_id) - 1 as place from units where hotel_id = $1
     ) as unit on unit.place = placed.unit`,
  `create temporary table bookings as
     select nextval('reservation_id') as id, stays.*, people.name, people.email, people.phone, people.country,
       case when cancelled then 'cancelled' when checkout <= current_date then ${pick(11, 'text', `${"'checked_out',".repeat(49)}'no_show'`)}
         when checkin <= current_date then 'checked_in' else 'confirmed' end as status,
       least(now(), case when cancelled then created_at + (checkin - created_at) * (${roll(12, 90)} / 100.0)
         when checkout <= current_date then checkout + time '11:00' when checkin <= current_date then checkin + time '15:00'
         else created_at end) as updated_at,
       case when channel <> 'direct' then price_minor * 15 / 100 end as commission_minor,
       case when not cancelled then jsonb_build_array(
         jsonb_build_object('from', checkin, 'name', unit_name, 'until', checkout, 'unitId', unit_id)) end as unit_nights
     from (select * from stays order by created_at) as stays
     cross join lateral (select * from people where people.place = stays.person offset 0) as people`,
  `insert into guests (hotel_id, guest_id, name, email, phone, country, created_at, updated_at)
     select $1, id, name, email, phone, country, created_at, created_at from bookings`,
  `insert into reservations (hotel_id, reservation_id, room_id, status, channel, channel_reference, guest_name, guest_email,
       guest_phone, checkin, checkout, price_minor, currency, created_at, updated_at, adults, country, commission_minor,
       unit_nights, guest_id)
     select $1, id, room_id, status, channel, case when channel <> 'direct' then 'HM' || ${roll(13, 1_000_000_000)} end, name, email,
       phone, checkin, checkout, price_minor, 'EUR', created_at, updated_at, 2, country, commission_minor, unit_nights, id
     from bookings`,
  `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, released_at, taken_at)
     select $1, id, room_id, night::date, price_minor / (checkout - checkin), case when cancelled then updated_at end,
       created_at + (n % 12 = 0)::int * interval '1 hour'
     from bookings, generate_series(checkin, checkout - 1, interval '1 day') as night`,
  // One booking of twelve was moved an hour after it was made.
  `insert into reservation_night_history (hotel_id, reservation_id, room_id, date, price_minor, taken_at, ended_at)
     select $1, id, room_id, night::date - 1, price_minor / (checkout - checkin), created_at, created_at + interval '1 hour'
     from bookings, generate_series(checkin, checkout - 1, interval '1 day') as night where n % 12 = 0`,
  `insert into nights (hotel_id, room_id, date, available, sold)
     select hotel_id, room_id, date, ${UNITS_PER_ROOM} - count(*), count(*) from reservation_nights
     where hotel_id = $1 and released_at is null group by hotel_id, room_id, date`,
  `insert into unit_nights (hotel_id, unit_id, date, reservation_id)
     select $1, unit_id, night::date, id
     from bookings, generate_series(checkin, checkout - 1, interval '1 day') as night where not cancelled`,
  `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, room_id, reservation_id, date, created_at,
       code, quantity, service_from, service_until, vat_category, vat_rate_bp)
     select $1, entry.amount_minor, 'EUR', entry.type, entry.type, room_id, id, entry.at::date, entry.at, entry.code, entry.quantity,
       case when entry.quantity is not null then checkin end, case when entry.quantity is not null then checkout end,
       case when entry.code = 'accommodation' then 'S' end, case when entry.code = 'accommodation' then 700 end
     from bookings cross join lateral (
       values ('income', 'accommodation', price_minor, checkout - checkin, created_at, true),
         ('reversal', 'accommodation', -price_minor, checkin - checkout, updated_at, cancelled),
         ('charge', 'tax', 200 * (checkout - checkin), checkout - checkin, created_at, not cancelled and n % 5 < 3),
         ('payment', 'payment', price_minor, null, updated_at, status in ('checked_in', 'checked_out'))
     ) as entry(type, code, amount_minor, quantity, at, posted)
     where entry.posted
     order by entry.at`,
  `insert into events (hotel_id, seq, kind, subject, at, data)
     select $1, head.last_seq + row_number() over (order by event.at), event.kind, 'booking/' || id, event.at, jsonb_build_object(
       'reservationId', id, 'hotelId', $1::bigint, 'roomId', room_id, 'status', event.status, 'channel', channel,
       'checkin', checkin, 'checkout', checkout, 'priceMinor', price_minor, 'currency', 'EUR', 'heldUntil', null,
       'commissionMinor', commission_minor, 'unitNights', unit_nights, 'createdAt', created_at, 'updatedAt', event.at)
     from (select last_seq from log_heads where hotel_id = $1) as head, bookings cross join lateral (
       values ('booking.created', 'confirmed', created_at, true),
         (case when status in ('checked_in', 'checked_out', 'cancelled') then 'booking.' || status else 'booking.modified' end,
           status, updated_at, status <> 'confirmed')
     ) as event(kind, status, at, happened)
     where event.happened`,
  `update log_heads set last_seq = (select max(seq) from events where hotel_id = $1) where hotel_id = $1`,
  `select setval('guest_id', nextval('reservation_id'))`,
];
