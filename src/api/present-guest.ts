// Converts guests to public records.
import type { Static } from 'typebox';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import type { GuestExport } from '../pms/guests/export.ts';
import type { GuestWithStays } from '../pms/guests/list.ts';
import type { guestExportSchema, guestSchema } from './guest-records.ts';
import {
  presentAccountingEntry,
  presentBooking,
  presentMessage,
  presentMoment,
  presentReview,
  presentTask,
} from './present.ts';
import { presentGuestReview } from './present-guest-review.ts';

export function presentGuest(from: GuestWithStays): Static<typeof guestSchema> {
  const { marketingConsent: consent } = from;
  return {
    guest_id: from.guestId,
    hotel_id: from.hotelId,
    name: from.name,
    given_name: from.givenName,
    family_name: from.familyName,
    email: from.email,
    email_is_alias: from.emailIsAlias,
    phone: from.phone,
    phone_e164: from.phoneE164,
    language: from.language,
    country: from.country,
    company: from.company,
    vat_id: from.vatId,
    address: from.address,
    notes: from.notes,
    tags: [...from.tags],
    marketing_consent: consent && { given_on: consent.givenOn.toString(), source: consent.source },
    erased_at: from.erasedAt && presentMoment(from.erasedAt),
    created_at: presentMoment(from.createdAt),
    updated_at: presentMoment(from.updatedAt),
    bookings: from.bookings,
    stays: from.stays,
    nights: from.nights,
    last_stay: from.lastStay?.toString() ?? null,
    next_stay: from.nextStay?.toString() ?? null,
  };
}

export function presentGuestExport(
  from: GuestExport,
  { property, today }: { property: Property; today: PlainDate },
): Static<typeof guestExportSchema> {
  return {
    guest: presentGuest(from.guest),
    merged_guest_ids: from.mergedGuestIds,
    bookings: from.bookings.map((booking) => presentBooking(booking, property, today)),
    messages: from.messages.map(presentMessage),
    inquiries: from.inquiries.map(({ inquiry_id, reservation_id, ...inquiry }) => ({
      id: inquiry_id,
      order_id: reservation_id,
      ...inquiry,
    })),
    reviews: from.reviews.map(presentReview),
    guest_reviews: from.guestReviews.map(presentGuestReview),
    entries: from.entries.map(presentAccountingEntry),
    tasks: from.tasks.map(presentTask),
    channel_records: from.channelRecords,
  };
}
