// Reads guests, who takes the payment, and deposits, as Channex and its Open Channel API write them.
import type { ChannelGuest } from '../model/channel-records.ts';
import type { Collector, Companion } from '../model/stay-details.ts';
import { addressOf, countryOf, languageOf } from './guest-details.ts';
import { amountOf, type Fields, fieldsOf, lineOf, listOf, textOf } from './json.ts';

/** Reads the guest who made the order. */
export function readCustomer(customer: Fields): ChannelGuest {
  const company = fieldsOf(customer['company']);
  const numberType = lineOf(company['number_type']);
  const number = [numberType, lineOf(company['number'])].filter((part) => part !== null).join(' ');
  const town = [lineOf(customer['zip']), lineOf(customer['city'])].filter((part) => part !== null).join(' ');
  return {
    name: fullName(customer) ?? '',
    email: textOf(customer['mail']),
    phone: textOf(customer['phone']),
    language: languageOf(textOf(customer['language'])),
    country: countryOf(textOf(customer['country'])),
    company:
      [lineOf(company['title']) ?? lineOf(customer['company']), number].filter(Boolean).join(', ') || null,
    address: addressOf(lineOf(customer['address']), town),
  };
}

export function fullName(person: Fields): string | null {
  const name = [lineOf(person['name']), lineOf(person['surname'])].filter((part) => part !== null).join(' ');
  return name === '' ? null : name;
}

/** Reads the guests of a room by name; children of the room have no names in this protocol. */
export function readNamedGuests(guests: unknown): Companion[] {
  return listOf(guests)
    .map((guest) => fullName(fieldsOf(guest)))
    .flatMap((name) => (name === null ? [] : [{ name, age: null }]));
}

/** Reads `payment_collect`: `property`, or `ota` if the guest pays the OTA; null = not given. */
export function collectorOf(written: unknown): Collector | null {
  return written === 'property' ? 'property' : written === 'ota' ? 'channel' : null;
}

/** Returns a line for each deposit that the guest has paid to the OTA. */
export function depositLines(deposits: unknown): string[] {
  return listOf(deposits)
    .map(fieldsOf)
    .flatMap((deposit) => {
      const amount = amountOf(deposit['amount']);
      if (amount === null) return [];
      const parts = [
        `Deposit: ${amount} ${textOf(deposit['currency']) ?? ''}`.trim(),
        textOf(deposit['charged_at']),
        lineOf(deposit['type']),
        lineOf(deposit['notes']),
      ];
      return [parts.filter((part) => part !== null).join(', ')];
    });
}
