// Rows of guests: each member of a guest and its column.
import type { Guest } from '../../model/guest.ts';

export type GuestRow = {
  guest_id: number;
  hotel_id: number;
  name: string;
  given_name: string | null;
  family_name: string | null;
  email: string | null;
  email_is_alias: boolean;
  phone: string | null;
  phone_e164: string | null;
  language: string | null;
  country: string | null;
  company: string | null;
  vat_id: string | null;
  address: string | null;
  notes: string | null;
  tags: string[];
  consent_given_on: string | null;
  consent_source: string | null;
  merged_into: number | null;
  erased_at: Temporal.Instant | null;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
};

export function toGuest(row: GuestRow): Guest {
  return {
    guestId: row.guest_id,
    hotelId: row.hotel_id,
    name: row.name,
    givenName: row.given_name,
    familyName: row.family_name,
    email: row.email,
    emailIsAlias: row.email_is_alias,
    phone: row.phone,
    phoneE164: row.phone_e164,
    language: row.language,
    country: row.country,
    company: row.company,
    vatId: row.vat_id,
    address: row.address,
    notes: row.notes,
    tags: row.tags,
    marketingConsent:
      row.consent_given_on === null
        ? null
        : { givenOn: Temporal.PlainDate.from(row.consent_given_on), source: row.consent_source! },
    mergedInto: row.merged_into,
    erasedAt: row.erased_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Columns that are written with a guest, beside its key and its times, and their values. */
export function guestColumns(guest: Guest): Record<string, unknown> {
  return {
    name: guest.name,
    given_name: guest.givenName,
    family_name: guest.familyName,
    email: guest.email,
    email_is_alias: guest.emailIsAlias,
    phone: guest.phone,
    phone_e164: guest.phoneE164,
    language: guest.language,
    country: guest.country,
    company: guest.company,
    vat_id: guest.vatId,
    address: guest.address,
    notes: guest.notes,
    tags: guest.tags,
    consent_given_on: guest.marketingConsent?.givenOn ?? null,
    consent_source: guest.marketingConsent?.source ?? null,
    merged_into: guest.mergedInto,
    erased_at: guest.erasedAt,
  };
}
