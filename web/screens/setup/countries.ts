// Countries with their currency and time zone, as first guesses for a new house.

type Country = { code: string; currency: string; timezone: string };

/** Code, currency, and the zone of most of its houses. */
const COUNTRIES =
  `AD EUR Europe/Andorra;AR ARS America/Argentina/Buenos_Aires;AT EUR Europe/Vienna;AU AUD Australia/Sydney;
BE EUR Europe/Brussels;BG EUR Europe/Sofia;BR BRL America/Sao_Paulo;CA CAD America/Toronto;CH CHF Europe/Zurich;CL CLP America/Santiago;
CO COP America/Bogota;CR CRC America/Costa_Rica;CV CVE Atlantic/Cape_Verde;CY EUR Asia/Nicosia;CZ CZK Europe/Prague;DE EUR Europe/Berlin;
DK DKK Europe/Copenhagen;EC USD America/Guayaquil;EE EUR Europe/Tallinn;ES EUR Europe/Madrid;FI EUR Europe/Helsinki;FR EUR Europe/Paris;
GB GBP Europe/London;GE GEL Asia/Tbilisi;GR EUR Europe/Athens;HR EUR Europe/Zagreb;HU HUF Europe/Budapest;ID IDR Asia/Jakarta;
IE EUR Europe/Dublin;IN INR Asia/Kolkata;IS ISK Atlantic/Reykjavik;IT EUR Europe/Rome;JP JPY Asia/Tokyo;LI CHF Europe/Vaduz;
LK LKR Asia/Colombo;LT EUR Europe/Vilnius;LU EUR Europe/Luxembourg;LV EUR Europe/Riga;MA MAD Africa/Casablanca;ME EUR Europe/Podgorica;
MT EUR Europe/Malta;MX MXN America/Mexico_City;MZ MZN Africa/Maputo;NL EUR Europe/Amsterdam;NO NOK Europe/Oslo;NZ NZD Pacific/Auckland;
PE PEN America/Lima;PH PHP Asia/Manila;PL PLN Europe/Warsaw;PT EUR Europe/Lisbon;RO RON Europe/Bucharest;RS RSD Europe/Belgrade;
SE SEK Europe/Stockholm;SI EUR Europe/Ljubljana;SK EUR Europe/Bratislava;TH THB Asia/Bangkok;TR TRY Europe/Istanbul;
US USD America/New_York;UY UYU America/Montevideo;VN VND Asia/Ho_Chi_Minh;ZA ZAR Africa/Johannesburg`
    .split(';')
    .map((line): Country => {
      const [code, currency, timezone] = line.trim().split(' ') as [string, string, string];
      return { code, currency, timezone };
    });

/** Returns the countries by name in a language. */
export function countriesIn(language: string): (Country & { name: string })[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return COUNTRIES.map((country) => ({ ...country, name: names.of(country.code) ?? country.code })).toSorted(
    (a, b) => a.name.localeCompare(b.name, language),
  );
}

/** Returns the country that this device seems to be in: by its time zone, else by its language. */
export function guessCountry(): Country {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const region = new Intl.Locale(navigator.language).maximize().region;
  return (
    COUNTRIES.find(({ timezone }) => timezone === zone) ??
    COUNTRIES.find(({ code }) => code === region) ??
    COUNTRIES.find(({ code }) => code === 'PT')!
  );
}
