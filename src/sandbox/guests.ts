// The guest of an order: name, language, e-mail and telephone, in the
// form in which the seller passes them on.

import { COUNTRIES, type Country } from './guest-names.ts';
import type { SampleOrder } from './orders.ts';
import type { Language } from './phrases/phrases.ts';
import { roomById } from './property-definition.ts';
import { randomFor, randomText, type SeededRandom } from './random.ts';

export type Guest = {
  name: string;
  firstName: string;
  gender: 'm' | 'w';
  language: Language;
  email: string | null;
  phone: string | null;
};

const BY_SHARE = COUNTRIES.map((country) => [country, country.share] as const);

type OrderKey = Pick<SampleOrder, 'roomId' | 'checkin' | 'variant'>;

/** Returns the guest of an order; the same order always has the same guest. */
export function guestOf(order: OrderKey & Pick<SampleOrder, 'channel'>): Guest {
  const random = randomFor('guest', order.roomId, order.checkin, order.variant);
  const country = random.weighted(BY_SHARE);
  const { firstName, family, gender } = nameFrom(country, random);
  const withPhone = random.chance(0.9);
  const pattern = random.pick(country.phones);
  return {
    name: `${firstName} ${family}`,
    firstName,
    gender,
    language: country.language,
    email: emailOf(order, `${firstName} ${family}`),
    phone: withPhone ? pattern.replace(/#/g, () => String(random.between(0, 9))) : null,
  };
}

/** Returns how many guests come, by the capacity of the room. */
export function partyOf(order: OrderKey): { adults: number; withBaby: boolean } {
  const { capacity } = roomById(order.roomId);
  const random = randomFor('party', order.roomId, order.checkin, order.variant);
  const usual = PARTIES.filter(([size]) => size <= capacity && (capacity < 5 || size >= capacity / 2 - 1));
  return { adults: random.weighted(usual), withBaby: capacity >= 3 && random.chance(0.08) };
}

const PARTIES: readonly (readonly [adults: number, weight: number])[] = [
  [1, 18],
  [2, 60],
  [3, 12],
  [4, 16],
  [5, 7],
  [6, 7],
];

function nameFrom({ names, origins }: Country, random: SeededRandom) {
  const { men, women, families } = origins.length > 0 && random.chance(0.15) ? random.pick(origins) : names;
  const gender = random.chance(0.5) ? ('m' as const) : ('w' as const);
  const firstName = random.pick((gender === 'm' ? men : women).split(' '));
  return { firstName, family: random.pick(families.split(' ')), gender };
}

/**
 * Returns the guest's e-mail address: an alias at most OTAs, none at
 * Airbnb. All domains are reserved (RFC 2606).
 */
function emailOf(order: OrderKey & Pick<SampleOrder, 'channel'>, name: string): string | null {
  const random = randomFor('email', order.roomId, order.checkin, order.variant);
  const alias = randomText('0123456789abcdef', 6, random);
  switch (order.channel) {
    case 'direct': {
      const plain = name
        .normalize('NFD')
        .replace(/[^A-Za-z ]/g, '')
        .toLowerCase()
        .split(' ');
      const number = random.chance(0.3) ? String(random.between(2, 99)) : '';
      return `${plain.join('.')}${number}@${random.pick(['mail', 'inbox', 'post', 'letters'])}.example`;
    }
    case 'booking_com':
      return `guest-${alias}@guest.booking-com.example`;
    case 'expedia':
      return `${alias}@messages.expedia.example`;
    case 'vrbo':
      return `traveler-${alias}@messages.vrbo.example`;
    case 'airbnb':
      return null;
  }
}
