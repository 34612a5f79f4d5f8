// The guest behind an order: name, language, e-mail and telephone as that seller passes them on.
import { type Draw, drawFor, drawText } from './draw.ts';
import { roomById } from './house.ts';
import type { Order } from './orders.ts';
import { COUNTRIES, type Country } from './people.ts';
import type { Language } from './phrases/phrases.ts';

export type Guest = {
  name: string;
  firstName: string;
  gender: 'm' | 'w';
  language: Language;
  email: string | null;
  phone: string | null;
};

const BY_SHARE = COUNTRIES.map((country) => [country, country.share] as const);

type OrderKey = Pick<Order, 'roomId' | 'checkin' | 'variant'>;

export function guestOf(order: OrderKey & Pick<Order, 'channel'>): Guest {
  const draw = drawFor('guest', order.roomId, order.checkin, order.variant);
  const country = draw.weighted(BY_SHARE);
  const { firstName, family, gender } = nameFrom(country, draw);
  const withPhone = draw.chance(0.9);
  const pattern = draw.pick(country.phones);
  return {
    name: `${firstName} ${family}`,
    firstName,
    gender,
    language: country.language,
    email: emailOf(order, `${firstName} ${family}`),
    phone: withPhone ? pattern.replace(/#/g, () => String(draw.between(0, 9))) : null,
  };
}

/** How many come: one who travels for work, a couple, a family. */
export function partyOf(order: OrderKey): { adults: number; withBaby: boolean } {
  const { capacity } = roomById(order.roomId);
  const draw = drawFor('party', order.roomId, order.checkin, order.variant);
  const usual = PARTIES.filter(([size]) => size <= capacity && (capacity < 5 || size >= capacity / 2 - 1));
  return { adults: draw.weighted(usual), withBaby: capacity >= 3 && draw.chance(0.08) };
}

const PARTIES: readonly (readonly [adults: number, weight: number])[] = [
  [1, 18],
  [2, 60],
  [3, 12],
  [4, 16],
  [5, 7],
  [6, 7],
];

function nameFrom({ names, origins }: Country, draw: Draw) {
  const { men, women, families } = origins.length > 0 && draw.chance(0.15) ? draw.pick(origins) : names;
  const gender = draw.chance(0.5) ? ('m' as const) : ('w' as const);
  const firstName = draw.pick((gender === 'm' ? men : women).split(' '));
  return { firstName, family: draw.pick(families.split(' ')), gender };
}

/** OTAs hide their guests behind aliases, Airbnb tells no address at all. Every domain is reserved (RFC 2606). */
function emailOf(order: OrderKey & Pick<Order, 'channel'>, name: string): string | null {
  const draw = drawFor('email', order.roomId, order.checkin, order.variant);
  const alias = drawText('0123456789abcdef', 6, draw);
  switch (order.channel) {
    case 'direct': {
      const plain = name
        .normalize('NFD')
        .replace(/[^A-Za-z ]/g, '')
        .toLowerCase()
        .split(' ');
      const number = draw.chance(0.3) ? String(draw.between(2, 99)) : '';
      return `${plain.join('.')}${number}@${draw.pick(['mail', 'inbox', 'post', 'letters'])}.example`;
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
