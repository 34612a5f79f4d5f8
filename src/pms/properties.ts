// Properties: created and changed by the operator, read by every request.
import type { Database, Queryable } from '../db/database.ts';
import { changesOf } from '../model/event.ts';
import { toPlainDateOrNull } from '../model/night.ts';
import {
  KEEP_ALL,
  type Property,
  type PropertySettings,
  type Retention,
  type Subscription,
  type SubscriptionStatus,
} from '../model/property.ts';
import { Problem } from '../problems.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { followInspectionSetting } from './units/inspections.ts';

type NewProperty = Pick<Property, 'name' | 'currency' | 'address' | 'timezone'> & {
  settings: Partial<PropertySettings>;
};

type PropertyPatch = Partial<Omit<NewProperty, 'currency'>> & {
  subscription?: Partial<Subscription>;
  retention?: Partial<Retention>;
};

/** Returns the id for a new property: a property transaction needs it before it begins. */
export async function nextPropertyId(db: Database): Promise<number> {
  const [row] = await db.query<{ hotel_id: number }>(`select nextval('property_id') as hotel_id`);
  return row!.hotel_id;
}

/** Creates the property `tx.hotelId`, with an empty log. */
export async function createProperty(tx: PropertyTransaction, property: NewProperty): Promise<Property> {
  await tx.query(
    `insert into properties (hotel_id, name, currency, address, timezone, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [tx.hotelId, property.name, property.currency, property.address, property.timezone, tx.now],
  );
  await tx.query(`insert into log_heads (hotel_id) values ($1)`, [tx.hotelId]);
  await tx.query(`insert into erasures (hotel_id) values ($1)`, [tx.hotelId]);
  return changeProfile(tx, { settings: property.settings });
}

/** Changes a property's profile, settings or subscription. Throws `unknown_property`. */
export async function changeProfile(tx: PropertyTransaction, patch: PropertyPatch): Promise<Property> {
  await lockProperty(tx);
  const before = await getProperty(tx, tx.hotelId);
  const settings = { ...before.settings, ...patch.settings };
  const subscription = { ...before.subscription, ...patch.subscription };
  await tx.query(
    `update properties set
       name = $2, address = $3, timezone = $4, checkin_time = $5, checkout_time = $6, language = $7, email = $8,
       phone = $9, website = $10, horizon_days = $11, subscription_plan = $12, subscription_status = $13,
       subscription_renews_at = $14, retention = $15, inspects_units = $16, books_closed_until = $17,
       infants_under_age = $18
     where hotel_id = $1`,
    [
      tx.hotelId,
      patch.name ?? before.name,
      patch.address ?? before.address,
      patch.timezone ?? before.timezone,
      settings.checkinTime,
      settings.checkoutTime,
      settings.language,
      settings.email,
      settings.phone,
      settings.website,
      settings.horizonDays,
      subscription.plan,
      subscription.status,
      subscription.renewsAt,
      JSON.stringify({ ...before.retention, ...patch.retention }),
      settings.inspectsUnits,
      settings.booksClosedUntil,
      settings.infantsUnderAge,
    ],
  );
  const changed = await getProperty(tx, tx.hotelId);
  tx.record('property.changed', `property/${tx.hotelId}`, { ...changed, ...changesOf(before, changed) });
  if (changed.settings.inspectsUnits !== before.settings.inspectsUnits)
    await followInspectionSetting(tx, changed.settings.inspectsUnits);
  return changed;
}

/** Returns a property. Throws `unknown_property`. */
export async function getProperty(db: Queryable, hotelId: number): Promise<Property> {
  const [row] = await db.query<PropertyRow>(`${SELECT_PROPERTY} where property.hotel_id = $1`, [hotelId]);
  if (!row) throw unknownProperty(hotelId);
  return toProperty(row);
}

/** Returns all properties by id, without the public sample property. `archived`: only those in the archive, or only the others; absent = all. */
export async function listProperties(
  db: Queryable,
  { archived }: { archived?: boolean | undefined } = {},
): Promise<Property[]> {
  const rows = await db.query<PropertyRow>(
    `${SELECT_PROPERTY} where property.sandbox_at is null and ($1::boolean is null or (property.archived_at is not null) = $1)
     order by property.hotel_id`,
    [archived ?? null],
  );
  return rows.map(toProperty);
}

/** Selects properties that were not removed, with the last number of their log; callers append `where`. */
export const SELECT_PROPERTY = `
  select property.*, head.last_seq
  from (select * from properties where removal_due_at is null) as property join log_heads as head on head.hotel_id = property.hotel_id`;

export type PropertyRow = {
  hotel_id: number;
  name: string;
  currency: string;
  address: string;
  timezone: string;
  checkin_time: string;
  checkout_time: string;
  language: string;
  email: string | null;
  phone: string | null;
  website: string | null;
  horizon_days: number;
  inspects_units: boolean;
  books_closed_until: string | null;
  infants_under_age: number;
  subscription_plan: string;
  subscription_status: SubscriptionStatus;
  subscription_renews_at: Temporal.Instant | null;
  retention: Partial<Retention>;
  sandbox_at: Temporal.Instant | null;
  test_until: Temporal.Instant | null;
  archived_at: Temporal.Instant | null;
  last_seq: number;
};

export function toProperty(row: PropertyRow): Property {
  return {
    hotelId: row.hotel_id,
    name: row.name,
    currency: row.currency,
    address: row.address,
    timezone: row.timezone,
    settings: {
      checkinTime: row.checkin_time,
      checkoutTime: row.checkout_time,
      language: row.language,
      email: row.email,
      phone: row.phone,
      website: row.website,
      horizonDays: row.horizon_days,
      inspectsUnits: row.inspects_units,
      booksClosedUntil: toPlainDateOrNull(row.books_closed_until),
      infantsUnderAge: row.infants_under_age,
    },
    retention: { ...KEEP_ALL, ...row.retention },
    subscription: {
      plan: row.subscription_plan,
      status: row.subscription_status,
      renewsAt: row.subscription_renews_at,
    },
    sandboxAt: row.sandbox_at,
    testUntil: row.test_until,
    archivedAt: row.archived_at,
    lastSeq: row.last_seq,
  };
}

/**
 * Has a transaction wait for others that lock the same property, so that what it reads after this stays true until it commits. Rows that refer to
 * the property can be written meanwhile. Throws `unknown_property`.
 */
export async function lockProperty(tx: PropertyTransaction): Promise<void> {
  const rows = await tx.query(`select 1 from properties where hotel_id = $1 for no key update`, [tx.hotelId]);
  if (rows.length === 0) throw unknownProperty(tx.hotelId);
}

/** Returns the property, after the end of all changes that have begun; those that begin later wait for this transaction. Throws `unknown_property`. */
export async function lockWithoutWriters(tx: PropertyTransaction): Promise<Property> {
  await tx.query(`select 1 from properties where hotel_id = $1 for update`, [tx.hotelId]);
  return getProperty(tx, tx.hotelId);
}

function unknownProperty(hotelId: number): Problem {
  return new Problem('unknown_property', { hotelId });
}
