// What a message template is filled with: its text in the best language for a guest, and the values of the placeholders from a booking.
import type { MessageTemplate, Placeholder, PlaceholderValues } from '../model/message-template.ts';
import { toMajor } from '../model/money.ts';
import { countNights, type PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import type { Reservation } from '../model/reservation.ts';
import { countGuests } from '../model/stay-details.ts';
import { unitOn } from '../model/unit.ts';

/**
 * Returns the text of a template for a guest: in the wanted language (null = not known), else in that of the house, else in any. The same language of
 * another country serves for each. `isWanted`: the text is in the wanted language.
 */
export function chooseText(
  { texts }: Pick<MessageTemplate, 'texts'>,
  { wanted, house }: { wanted: string | null; house: string },
): { language: string; text: string; isWanted: boolean } {
  const tags = Object.keys(texts);
  const inWanted = wanted === null ? undefined : findLanguage(tags, wanted);
  const language = inWanted ?? findLanguage(tags, house) ?? tags[0]!;
  return { language, text: texts[language]!, isWanted: inWanted !== undefined };
}

/** Returns the tag that is equal to the wanted one, else one of the same language. */
function findLanguage(tags: readonly string[], wanted: string): string | undefined {
  const languageOf = (tag: string) => tag.split('-')[0]!.toLowerCase();
  return (
    tags.find((tag) => tag.toLowerCase() === wanted.toLowerCase()) ??
    tags.find((tag) => languageOf(tag) === languageOf(wanted))
  );
}

type Filling = { property: Property; roomName: string; language: string; today: PlainDate };

/**
 * Returns the values of the placeholders from a booking, dates and amounts as they are written in `language`. `today` decides which of several units is
 * named.
 */
export function placeholderValues(
  booking: Reservation,
  { property, roomName, language, today }: Filling,
): PlaceholderValues {
  const name = booking.guestName.trim();
  const [first = '', ...others] = name.split(/\s+/);
  const { settings } = property;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: booking.currency });
  const money = (minor: number) => format.format(toMajor(minor, booking.currency));
  const values: Record<Placeholder, string | number | null> = {
    first_name: first,
    last_name: others.join(' ') || first,
    guest_name: name,
    property: property.name,
    room: roomName,
    unit: unitOn(booking, today)?.name ?? null,
    arrival: formatDay(booking.checkin, language),
    departure: formatDay(booking.checkout, language),
    nights: countNights(booking.checkin, booking.checkout),
    guests: countGuests(booking),
    checkin_time: settings.checkinTime,
    checkout_time: settings.checkoutTime,
    total: money(booking.totalMinor),
    paid: money(booking.paidMinor),
    balance: money(booking.totalMinor - booking.paidMinor),
    reference: booking.channelReference ?? String(booking.reservationId),
    address: property.address,
    phone: settings.phone,
    email: settings.email,
    website: settings.website,
  };
  return Object.fromEntries(
    Object.entries(values).map(([placeholder, value]) => [placeholder, value === null ? '' : String(value)]),
  ) as PlaceholderValues;
}

function formatDay(date: PlainDate, language: string): string {
  return date.toLocaleString(language, { weekday: 'long', day: 'numeric', month: 'long' });
}
