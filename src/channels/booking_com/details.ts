// What a reservation of Booking.com says beyond its stays: the guest, meals, commission, taxes, services, the virtual card.
//
// Source: developers.booking.com, "Retrieving new reservations", PaymentCard, "Implementing business model in
// reservations", "Understanding per person charges collection" (read 2026-11-23), and complete reservations in public code. Unverified: that the fee of a service is its
// total, and that the balance of a virtual card has the decimal places beside it.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelCharge, ChannelGuest, ChannelReservation } from '../../model/channel-records.ts';
import type { Companion, Meal } from '../../model/stay-details.ts';
import { amountText } from '../amounts.ts';
import { addressOf, countryOf, languageOf, mealNote, mealOf } from '../guest-details.ts';
import { attribute, dateAttribute, find, findAll, textOf, wholeAttribute, type Xml } from '../xml.ts';

/** Reads the guest who made the order, apart from the name. */
export function readContact(customer: Xml | null): Omit<ChannelGuest, 'name'> {
  const address = find(customer, 'Address');
  const line = (name: string) => withoutCards(textOf(find(address, name)));
  const street = findAll(address, 'AddressLine').map((one) => withoutCards(textOf(one)));
  const town = [line('PostalCode'), line('CityName')].filter((part) => part !== null && part !== '.');
  return {
    email: textOf(find(customer, 'Email')),
    phone: attribute(find(customer, 'Telephone'), 'PhoneNumber'),
    language: languageOf(attribute(customer, 'Language')),
    country: countryOf(attribute(find(address, 'CountryName'), 'Code')),
    company: line('CompanyName'),
    address: addressOf(...street, town.join(' ')),
  };
}

/** Returns the names of the rooms' guests by their number in the message. */
export function readNamedGuests(element: Xml): ReadonlyMap<string, Companion> {
  const guests = new Map<string, Companion>();
  for (const guest of findAll(element, 'ResGuests/ResGuest')) {
    const number = attribute(guest, 'ResGuestRPH');
    const name = nameOf(find(guest, 'Profiles/ProfileInfo/Profile/Customer'));
    if (number && name) guests.set(number, { name, age: wholeAttribute(guest, 'Age') });
  }
  return guests;
}

export function nameOf(customer: Xml | null): string | null {
  const person = find(customer, 'PersonName');
  const parts = [textOf(find(person, 'GivenName')), textOf(find(person, 'Surname'))];
  return withoutCards(parts.filter((part) => part !== null).join(' ')) || null;
}

/** Reads the meals from the sentence about them, else from the name of the rate. */
export function readMeal(stay: Xml): Meal | null {
  const room = find(stay, 'RoomTypes/RoomType/RoomDescription');
  return mealOf(textOf(find(room, 'MealPlan'))) ?? mealOf(attribute(room, 'Name'));
}

type InCurrency = { amount: string | null; note: string | null };

/**
 * Reads the commission of an order or a room. One in another currency than the order's is a line for the notes.
 */
export function readCommission(amount: Xml | null, currency: string | null): InCurrency {
  const text = amountText(attribute(amount, 'Amount'), wholeAttribute(amount, 'DecimalPlaces'));
  const code = attribute(amount, 'CurrencyCode');
  if (text === null || code === null || code === currency) return { amount: text, note: null };
  return { amount: null, note: Number(text) === 0 ? null : `Commission: ${text} ${code}` };
}

/**
 * Reads the window and the balance of a virtual card; of the card itself nothing is read. Null = the card is the guest's;
 * undefined = no card was sent: a guest's card is sent only once.
 */
export function readVirtualCard(
  global: Xml | null,
  currency: string | null,
): ChannelReservation['virtualCard'] {
  const card = find(global, 'Guarantee/GuaranteesAccepted/GuaranteeAccepted/PaymentCard');
  const activeFrom = dateAttribute(card, 'EffectiveDate')?.toString() ?? chargeableFrom(global);
  const activeUntil = dateAttribute(card, 'VCCExpirationDate')?.toString() ?? null;
  const balance = amountText(attribute(card, 'CurrentBalance'), wholeAttribute(card, 'DecimalPlaces'));
  if (activeFrom === null && activeUntil === null && balance === null) return card ? null : undefined;
  const code = attribute(card, 'CurrencyCode');
  return { activeFrom, activeUntil, amount: code === null || code === currency ? balance : null };
}

/** `You have received a virtual credit card for this reservation. You may charge it as of 2027-03-29.` */
function chargeableFrom(global: Xml | null): string | null {
  const texts = findAll(global, 'Comments/Comment/Text').map((text) => textOf(text) ?? '');
  const comment = texts.find((text) => /virtual (?:credit )?card/i.test(text));
  return /\bas of (\d{4}-\d\d-\d\d)\b/.exec(comment ?? '')?.[1] ?? null;
}

/**
 * Reads the taxes and fees of a room, in the property's view where both views are sent. The guest pays the property what
 * the guest's view excludes.
 */
export function readTaxes(stay: Xml): ChannelCharge[] {
  const taxesIn = (view: string) => findAll(stay, `${view}/Taxes/Tax`);
  const views = ['PriceDetails/HotelView', 'PriceDetails/GuestView', 'Total'].map(taxesIn);
  const unpaid = new Set(taxesIn('PriceDetails/GuestView').filter(isExclusive).map(nameOfTax));
  const taxes = views.find((found) => found.length > 0) ?? [];
  return taxes.flatMap((tax) => {
    const amount = amountText(attribute(tax, 'Amount'), wholeAttribute(tax, 'DecimalPlaces'));
    if (amount === null) return [];
    const description = nameOfTax(tax);
    const included = !isExclusive(tax);
    return [
      {
        kind: /\bfee\b/i.test(description) ? ('fee' as const) : ('tax' as const),
        description,
        amount,
        quantity: null,
        included,
        // Booking.com pays withheld taxes to the authority itself.
        collectedBy: /\bwithheld\b/i.test(description)
          ? ('channel' as const)
          : !included && unpaid.has(description)
            ? ('property' as const)
            : null,
      },
    ];
  });
}

function isExclusive(tax: Xml): boolean {
  return attribute(tax, 'Type')?.toLowerCase() === 'exclusive';
}

function nameOfTax(tax: Xml): string {
  return withoutCards(textOf(find(tax, 'TaxDescription/Text'))) ?? 'Tax';
}

/** Reads the services of an order by their number in the message; its total includes them. */
export function readServices(element: Xml): ReadonlyMap<string, ChannelCharge> {
  const found = findAll(element, 'Services/Service').flatMap((service, i) => {
    const details = find(service, 'ServiceDetails');
    const fee = find(details, 'Fees/Fee');
    const amount = amountText(attribute(fee, 'Amount'), wholeAttribute(fee, 'DecimalPlaces'));
    if (amount === null) return [];
    const code = attribute(service, 'ServiceInventoryCode') ?? '';
    const charge: ChannelCharge = {
      kind: 'service',
      description: SERVICES[code] ?? `Service ${code}`.trim(),
      amount,
      quantity: quantityOf(attribute(service, 'ServicePricingType'), details),
      included: true,
      collectedBy: null,
    };
    return [[attribute(service, 'ServiceRPH') ?? `service-${i + 1}`, charge] as const];
  });
  return new Map(found);
}

/** Returns how many a service is for: persons, nights, or each person for each night. */
function quantityOf(pricing: string | null, details: Xml | null): number | null {
  const counts = findAll(details, 'GuestCounts/GuestCount').map(
    (count) => wholeAttribute(count, 'Count') ?? 0,
  );
  const persons = counts.length > 0 ? counts.reduce((a, b) => a + b, 0) : null;
  const nights = wholeAttribute(find(details, 'TimeSpan'), 'Duration');
  if (pricing === '1') return 1;
  if (pricing === '2') return persons;
  if (pricing === '3') return nights;
  if (pricing !== '4' && pricing !== '6') return null;
  return persons === null || nights === null ? null : persons * nights;
}

/** Booking.com's list of add-ons. */
const SERVICES: Record<string, string> = {
  '1': 'Breakfast',
  '2': 'Continental breakfast',
  '3': 'American breakfast',
  '4': 'Buffet breakfast',
  '5': 'Full English breakfast',
  '6': 'Lunch',
  '7': 'Dinner',
  '8': 'Half board',
  '9': 'Full board',
  '11': 'Breakfast for children',
  '12': 'Continental breakfast for children',
  '13': 'American breakfast for children',
  '14': 'Buffet breakfast for children',
  '15': 'Full English breakfast for children',
  '16': 'Lunch for children',
  '17': 'Dinner for children',
  '18': 'Half board for children',
  '19': 'Full board for children',
  '20': 'Wi-Fi',
  '21': 'Internet',
  '22': 'Parking space',
  '23': 'Extra bed',
  '24': 'Baby cot',
};

/** Returns what people should know of a room that has no member of its own. */
export function roomRemarks(stay: Xml): (string | null)[] {
  const room = find(stay, 'RoomTypes/RoomType/RoomDescription');
  const penalties = findAll(stay, 'CancelPenalties/CancelPenalty').map((penalty) => {
    const amount = find(penalty, 'AmountPercent');
    const text = amountText(attribute(amount, 'Amount'), wholeAttribute(amount, 'DecimalPlaces'));
    const day = attribute(penalty, 'From')?.slice(0, 'yyyy-MM-dd'.length);
    return text === null || !day
      ? null
      : `Cancellation from ${day}: ${text} ${attribute(amount, 'CurrencyCode') ?? ''}`.trim();
  });
  return [withoutCards(mealNote(textOf(find(room, 'MealPlan')))), ...penalties];
}

/** Returns the marks of the order, such as `Genius`. */
export function orderMarks(element: Xml): string[] {
  const names = findAll(element, 'TPA_Extensions/flags/flag').map((flag) => attribute(flag, 'name'));
  return names.flatMap((name) =>
    name === null ? [] : [name === 'booker_is_genius' ? 'Genius' : withoutCardNumbers(name)],
  );
}

function withoutCards(text: string | null): string | null {
  return text === null ? null : withoutCardNumbers(text);
}
