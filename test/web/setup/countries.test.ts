// The first guesses for a house: every country has a currency and a time zone of its own.
import { expect, test } from 'vitest';
import { isCurrency } from '../../../src/model/money.ts';
import { countriesIn, guessCountry } from '../../../web/screens/setup/countries.ts';

type Region = Intl.Locale & { getTimeZones: () => string[] | undefined };

const countries = countriesIn('en');
/** Places without houses, groups of countries, former codes, and parts of a country that have a code beside it. */
const NOT_LISTED = new Set(
  'AC AN AQ BU BV CP CQ CS DD DG DY EA EU EZ FX GS HM HV IC IO NH PN QO RH SU TA TF TP UK UM UN VD XA XB YD YU ZR ZZ'.split(
    ' ',
  ),
);
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

test('every country is listed, by its name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const known = codes.filter((code) => names.of(code) !== undefined && !NOT_LISTED.has(code));
  expect(countries.map(({ code }) => code).toSorted()).toEqual(known);
  expect(countries.find(({ code }) => code === 'EG')).toMatchObject({
    name: 'Egypt',
    currency: 'EGP',
    timezone: 'Africa/Cairo',
  });
});

test('every country has a currency that the server takes, and a time zone of its own', () => {
  // Browsers call some zones otherwise: Asia/Calcutta.
  const nameHere = (zone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  const wrong = countries.filter(({ code, currency, timezone }) => {
    const zones = (new Intl.Locale(`und-${code}`) as Region).getTimeZones() ?? [];
    // Kosovo has none of its own.
    return !isCurrency(currency) || (code !== 'XK' && !zones.map(nameHere).includes(nameHere(timezone)));
  });
  expect(wrong).toEqual([]);
});

test('the country is guessed by the time zone of the device, whatever the browser calls it, else by its language', () => {
  const india = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions().timeZone;
  const guesses = [
    { zone: 'Europe/Belgrade', region: 'US' },
    { zone: india, region: 'US' },
    { zone: 'Etc/UTC', region: 'KE' },
    { zone: 'Etc/UTC', region: undefined },
  ];
  expect(guesses.map((device) => guessCountry(device).code)).toEqual(['RS', 'IN', 'KE', 'PT']);
});
