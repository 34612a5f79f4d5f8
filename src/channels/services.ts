// Reads services, fees and taxes sold with a stay, as Channex and its Open Channel API write them.
import type { ChannelCharge } from '../model/channel-records.ts';
import { amountOf, type Fields, fieldsOf, lineOf, listOf, textOf } from './json.ts';

export type SoldService = {
  name: string;
  /** as the channel writes it, such as `Fee`; null = not given */
  type: string | null;
  /** major units, as decimal text; null = not given */
  total: string | null;
  /** how many there are in the total; null = not given, or no whole number */
  quantity: number | null;
  /** not part of the total of the order: the guest pays it at the property */
  excluded: boolean;
  /** index of its room in the order; null = it belongs to the order */
  room: number | null;
};

/** Reads the services of an order or a room; an empty list for any other value. */
export function readServices(list: unknown): SoldService[] {
  return listOf(list)
    .map(fieldsOf)
    .map((service) => ({
      name: lineOf(service['name']) ?? lineOf(service['type']) ?? 'Service',
      type: textOf(service['type']),
      total: amountOf(service['total_price']),
      quantity: quantityOf(amountOf(service['total_price']), amountOf(service['price_per_unit'])),
      excluded: service['excluded'] === true,
      room: roomIndexOf(service['room_index']),
    }));
}

/** Returns the services that have a price as charges. The guest pays excluded ones at the property. */
export function serviceCharges(services: readonly SoldService[]): ChannelCharge[] {
  return services.flatMap(({ name, type, total, quantity, excluded }) =>
    total === null
      ? []
      : [
          {
            kind: isOfCancellation(type) ? 'fee' : (KINDS[type?.toLowerCase() ?? ''] ?? 'service'),
            description: name,
            amount: total,
            quantity,
            included: !excluded,
            collectedBy: excluded ? 'property' : null,
            ...(isOfCancellation(type) && { included: false, ofCancellation: true as const }),
          },
        ],
  );
}

const KINDS: Record<string, ChannelCharge['kind']> = { fee: 'fee', tax: 'tax', city_tax: 'tax' };

/** Channex writes `Cancellation Fee`, in an example of Booking.com. */
function isOfCancellation(type: string | null): boolean {
  return /^cancell?ation[ _]fee$/i.test(type ?? '');
}

/** Returns how many units are in a total, e.g. two persons for three nights are six; null for no whole number. */
function quantityOf(total: string | null, perUnit: string | null): number | null {
  const quantity = Number(total ?? Number.NaN) / Number(perUnit ?? Number.NaN);
  const whole = Math.round(quantity);
  return whole >= 1 && whole <= MAX_QUANTITY && Math.abs(quantity - whole) < 1e-6 ? whole : null;
}

const MAX_QUANTITY = 100_000;

/** Returns one line for each service, for the notes of a booking; null when there are none. */
export function servicesNote(list: unknown, currency: unknown): string | null {
  const services = readServices(list);
  const lines = listOf(list).map((service, i) => {
    const { name, total, excluded } = services[i]!;
    const price = total === null ? '' : `: ${total} ${textOf(currency) ?? ''}`.trimEnd();
    return `${name}${price}${excluded ? ', not included in the price' : ''}${extentOf(fieldsOf(service))}`;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Returns for how many persons and nights a service is, and on which date; empty for one person and night. */
function extentOf({ persons, nights, applicable_date: date }: Fields): string {
  const several = (value: unknown, what: string) => {
    const count = textOf(value);
    return count === null || count === '1' ? '' : `, ${count} ${what}`;
  };
  const on = textOf(date);
  return `${several(persons, 'persons')}${several(nights, 'nights')}${on === null ? '' : `, on ${on}`}`;
}

function roomIndexOf(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
}
