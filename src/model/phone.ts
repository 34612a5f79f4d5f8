// Telephone numbers in international form.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Returns a number as E.164 (`+351910000000`); null if it cannot be read. A number without a country code is read as
 * one of `country` (ISO 3166-1 alpha-2).
 */
export function toE164(phone: string | null, country: string | null): string | null {
  if (phone === null) return null;
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const number = parsePhoneNumberFromString(phone.slice(0, MAX_LENGTH), {
    ...(home && { defaultCountry: home }),
    extract: false,
  });
  return number?.isPossible() && /^\+[0-9]{4,15}$/.test(number.number) ? number.number : null;
}

/**
 * Returns the digits of a number as people may write it: with the code of the country and, if it can be read, without it. Fewer
 * than `MIN_DIGITS` are no telephone number.
 */
export function phoneDigits(phone: string): string[] {
  const number = parsePhoneNumberFromString(phone.slice(0, MAX_LENGTH), { extract: false });
  const forms = [phone, number?.number, number?.nationalNumber, number?.formatNational()];
  const digits = forms.map((form) => form?.replaceAll(/[^0-9]/g, '').replace(/^00/, '') ?? '');
  return [...new Set(digits)].filter((form) => form.length >= MIN_DIGITS);
}

const MIN_DIGITS = 4;
const MAX_LENGTH = 50;
