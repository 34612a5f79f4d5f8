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

const MAX_LENGTH = 50;
