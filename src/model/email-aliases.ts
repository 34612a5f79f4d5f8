// E-mail addresses that OTAs make for single bookings. They lead to the guest for a while and identify nobody.

/**
 * Domains of such addresses, as OTAs document them or as bookings show them (read 2026-11-22):
 * partner.booking.com "Messaging privacy", Expedia Partner Central, Airbnb (until 2023), Vrbo, Trip.com, Agoda.
 */
const ALIAS_DOMAINS = [
  'guest.booking.com',
  'mchat.booking.com',
  'm.expediapartnercentral.com',
  'guest.hotels.com',
  'guest.airbnb.com',
  'reply.airbnb.com',
  'stay.airbnb.com',
  'messages.homeaway.com',
  'messages.vrbo.com',
  'guest.trip.com',
  'guest.ctrip.com',
  'guest.agoda.com',
  'agoda-messaging.com',
] as const;

/** Whether an address is an alias that an OTA made: its domain, or one above it, is in the list. */
export function isAliasAddress(email: string | null): boolean {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domain !== undefined && ALIAS_DOMAINS.some((one) => domain === one || domain.endsWith(`.${one}`));
}
