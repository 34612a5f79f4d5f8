// Reads services, fees and taxes sold with a stay, as Channex and its Open Channel API write them.
import { amountOf, fieldsOf, lineOf, listOf, textOf } from './json.ts';

export type SoldService = {
  name: string;
  /** major units, as decimal text; null = not given */
  total: string | null;
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
      total: amountOf(service['total_price']),
      excluded: service['excluded'] === true,
      room: roomIndexOf(service['room_index']),
    }));
}

/** Returns one line for each service, for the notes of a booking; null when there are none. */
export function servicesNote(list: unknown, currency: unknown): string | null {
  const lines = readServices(list).map(({ name, total, excluded }) => {
    const price = total === null ? '' : `: ${total} ${textOf(currency) ?? ''}`.trimEnd();
    return `${name}${price}${excluded ? ', not included in the price' : ''}`;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

function roomIndexOf(value: unknown): number | null {
  const text = textOf(value);
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
}
