// The simulated OTAs: the only list of them. The control interface, the demo, the benchmarks and the tests take the
// names, titles and connections of OTAs from here; a further OTA is a folder and an entry.
import { startAirbnb } from './airbnb/ota.ts';
import { startBookingCom } from './booking-com/ota.ts';
import { startChannex } from './channex/ota.ts';
import { startExpedia } from './expedia/ota.ts';
import type { Hotel } from './hotel.ts';
import { startOpenChannel } from './open-channel/ota.ts';
import type { Credentials, Ota, Target } from './ota.ts';
import { startVrbo } from './vrbo/ota.ts';

type OtaEntry = {
  /** name of the OTA, and of innwire's protocol for it */
  name: string;
  /** its member of `Simulator` and of its options */
  member: string;
  /** for people */
  title: string;
  start(options: never): Promise<Ota>;
  /** settings and credentials of innwire's connection to a hotel, as its operator enters them */
  connectionInput(hotel: Hotel, credentials: Credentials): { settings: object; credentials: object };
  /** false: innwire maps rooms without rates */
  hasRates: boolean;
  /** where innwire sends its requests; `feeds`: it sends none, the OTA reads innwire's feeds and their units */
  gets: 'requests' | 'feeds';
  /** credentials of the OTA's own requests to innwire; absent = it sends none that have an address to be set */
  sends?(credentials: Credentials): Pick<Target, 'credentials' | 'paths'>;
};

/** Credentials of Vrbo for innwire's feeds; innwire's user chooses them. */
const FEED_READER = { username: 'vrbo', password: 'reads-our-feeds' };

export const OTAS = [
  {
    name: 'booking_com',
    member: 'bookingCom',
    title: 'Booking.com',
    start: startBookingCom,
    connectionInput: (hotel, { client_id, client_secret }) => ({
      settings: { hotel_id: hotel.id },
      credentials: { client_id, client_secret },
    }),
    hasRates: true,
    gets: 'requests',
  },
  {
    name: 'expedia',
    member: 'expedia',
    title: 'Expedia',
    start: startExpedia,
    connectionInput: (hotel, { username, password, key, secret }) => ({
      settings: { hotel_id: hotel.id },
      credentials: { username, password, graphql_key: key, graphql_secret: secret },
    }),
    hasRates: true,
    gets: 'requests',
  },
  {
    name: 'airbnb',
    member: 'airbnb',
    title: 'Airbnb',
    start: startAirbnb,
    connectionInput: (_hotel, { client_id, client_secret, refresh_token }) => ({
      settings: { partner_access: true },
      credentials: { client_id, client_secret, refresh_token },
    }),
    hasRates: false,
    gets: 'requests',
    sends: () => ({ credentials: {} }),
  },
  {
    name: 'vrbo',
    member: 'vrbo',
    title: 'Vrbo',
    start: startVrbo,
    connectionInput: (hotel) => ({
      settings: { advertiser_id: hotel.id, days: 60 },
      credentials: FEED_READER,
    }),
    hasRates: false,
    gets: 'feeds',
    // Vrbo sends all documents to one address; innwire distinguishes them by their content.
    sends: () => ({ credentials: FEED_READER, paths: { booking: '/', updates: '/', availability: '/' } }),
  },
  {
    name: 'channex',
    member: 'channex',
    title: 'Channex',
    start: startChannex,
    connectionInput: (hotel, { api_key }) => ({
      settings: { property_id: hotel.id },
      credentials: { api_key },
    }),
    hasRates: true,
    gets: 'requests',
  },
  {
    name: 'open_channel',
    member: 'openChannel',
    title: 'open channel',
    start: startOpenChannel,
    connectionInput: (hotel, { api_key }) => ({
      settings: { hotel_code: hotel.id, conversations: true },
      credentials: { api_key },
    }),
    hasRates: true,
    gets: 'requests',
    sends: (credentials) => ({ credentials }),
  },
] as const satisfies readonly OtaEntry[];

export type OtaName = (typeof OTAS)[number]['name'];

export const OTA_NAMES: readonly OtaName[] = OTAS.map(({ name }) => name);

/** Returns the entry of an OTA. Throws for a name that is not in the list. */
export function otaEntry(name: string): OtaEntry & { name: OtaName } {
  const entry = OTAS.find((one) => one.name === name);
  if (!entry) throw new Error(`There is no OTA ${name}: there are ${OTA_NAMES.join(', ')}.`);
  return entry;
}

/** Returns an OTA's name for people; any other name as it is. */
export function otaTitle(name: string): string {
  return OTAS.find((one) => one.name === name)?.title ?? name;
}
