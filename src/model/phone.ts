// Telephone numbers in international form.
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { plainDigits } from './letters.ts';

/**
 * Returns a number as E.164 (`+351910000000`); null if it cannot be read. Two leading zeros stand for the plus sign, also in countries that
 * call abroad with other digits. A number without a country code is read as one of `country` (ISO 3166-1 alpha-2).
 */
export function toE164(phone: string | null, country: string | null): string | null {
  if (phone === null) return null;
  const number = readNumber(phone, country);
  return number?.isPossible() && /^\+[0-9]{4,15}$/.test(number.number) ? number.number : null;
}

/**
 * Returns the digits of a number as people may write it: with the code of the country and, if it can be read, without it. Fewer
 * than `MIN_DIGITS` are no telephone number.
 */
export function phoneDigits(phone: string): string[] {
  const number = readNumber(phone, null);
  const forms = [plainDigits(phone), number?.number, number?.nationalNumber, number?.formatNational()];
  const digits = forms.map((form) => form?.replaceAll(/[^0-9]/g, '').replace(/^00/, '') ?? '');
  return [...new Set(digits)].filter((form) => form.length >= MIN_DIGITS);
}

/** Whether two numbers may be the same: equal, or with and without the code of the country. */
export function isSamePhone(one: string, other: string): boolean {
  if (one === other) return true;
  const forms = new Set(phoneDigits(one));
  return phoneDigits(other).some((digits) => forms.has(digits));
}

const MIN_DIGITS = 4;
const MAX_LENGTH = 50;

/** What a number begins with that names its country by two zeros: `00351`, `(00) 351`, `+00351`. */
const TWO_ZEROS = /^[\s().+-]*0[\s().-]*0[\s().-]*(?=[1-9])/;

/**
 * Returns the number in the reading that is valid, else in one of a possible length. Two zeros are read as a plus sign unless the digits
 * begin with what calls abroad from the guest's country (0011 in Australia). A number that is valid with the plus sign is not one of that country:
 * in Japan nearly any digits behind 00 are.
 */
function readNumber(phone: string, country: string | null): PhoneNumber | undefined {
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const text = plainDigits(phone.slice(0, MAX_LENGTH));
  const options = { ...(home && { defaultCountry: home }), extract: false };
  const asWritten = parsePhoneNumberFromString(text, options);
  if (!TWO_ZEROS.test(text)) return asWritten;
  const callsAbroad = home && asWritten?.countryCallingCode !== getCountryCallingCode(home);
  if (callsAbroad && asWritten?.isValid()) return asWritten;
  const abroad = parsePhoneNumberFromString(text.replace(TWO_ZEROS, '+'), { extract: false });
  const readings = [abroad, asWritten];
  return readings.find((one) => one?.isValid()) ?? readings.find((one) => one?.isPossible());
}
