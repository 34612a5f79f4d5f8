// Names of OTAs that sell through an aggregator: `Booking.com`, `BookingCom` and the code `BDC` are all
// booking_com.
import { CHANNEL_NAME } from '../model/channel.ts';

/**
 * Returns our name of the OTA that sold, or null when neither parameter identifies one. Known names are
 * looked up first, then the code before the first dash of `uniqueId` (docs.channex.io, "Channel Codes"); any
 * other name is converted to snake_case.
 */
export function channelName(otaName: string | null, uniqueId: string | null = null): string | null {
  const plain = (otaName ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const code = /^([A-Z0-9]{3,4})-/.exec(uniqueId ?? '')?.[1] ?? '';
  return (
    BY_NAME.get(plain) ?? BY_CODE.get(code) ?? snakeCase(otaName ?? '') ?? snakeCase(code && `ota_${code}`)
  );
}

/**
 * Returns our name of a known OTA by its name or its code; null for any other, and for the open channel
 * itself.
 */
export function knownChannelName(otaName: string | null): string | null {
  const plain = (otaName ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const name = BY_NAME.get(plain) ?? BY_CODE.get(plain.toUpperCase()) ?? null;
  return name === 'open_channel' ? null : name;
}

/** Our name, the codes of Channex, and further spellings reduced to letters and digits. */
const KNOWN: readonly [name: string, codes: string, spellings: string][] = [
  ['booking_com', 'BDC', 'bookingcom booking'],
  ['airbnb', 'ABB', 'airbnb'],
  ['expedia', 'EXP EAN', 'expedia expediaaffiliatenetwork expediacollect hotelcollect'],
  ['vrbo', 'VRB', 'vrbo homeaway'],
  ['agoda', 'AGO', 'agoda'],
  ['hotels_com', 'HTL', 'hotelscom'],
  ['hostelworld', 'HWL', 'hostelworld hostelworldgroup'],
  ['google', 'GHA', 'google googlehotelads googlehotel'],
  ['tripadvisor', 'TRA', 'tripadvisor tripadvisorvacationrentals'],
  ['trip_com', 'CTP', 'ctrip tripcom ctriptripcom'],
  ['traveloka', 'TRK', 'traveloka'],
  ['despegar', 'DDC', 'despegar despegarcom'],
  ['hotelbeds', 'HBD', 'hotelbeds'],
  ['hrs', 'HRS', 'hrs hrscom'],
  ['lastminute', 'TRG', 'lastminute lastminutecom'],
  ['priceline', 'PCL', 'priceline pricelinecom'],
  ['hotel_tonight', 'HTN', 'hoteltonight'],
  ['open_channel', '', 'openchannel'],
];

const BY_NAME = new Map(
  KNOWN.flatMap(([name, , spellings]) => spellings.split(' ').map((one) => [one, name])),
);
const BY_CODE = new Map(
  KNOWN.flatMap(([name, codes]) => codes.split(' ').flatMap((code) => (code ? [[code, name]] : []))),
);

/** Converts `HotelTonight` or `hotel-tonight` to hotel_tonight. Returns null when no letter is left. */
function snakeCase(text: string): string | null {
  const snake = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '');
  if (!/[a-z]/.test(snake)) return null;
  // `direct` is reserved for the property's own bookings. A name begins with a letter and has 2 to 40
  // characters.
  const name = /^[a-z]./.test(snake) && snake !== 'direct' ? snake : `ota_${snake}`;
  const shortened = name.slice(0, 40).replace(/(?<!_)_+$/, '');
  return CHANNEL_NAME.test(shortened) ? shortened : null;
}
