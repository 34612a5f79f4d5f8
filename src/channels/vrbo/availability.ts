// Writes a unit's availability: strings with one character per night, and lists with one number per night.

import type { PlainDate } from '../../model/night.ts';
import type { NightValues } from '../../model/night-values.ts';
import type { ConnectionView, InboundAnswer, KnownNight, MappedRoom } from '../channel.ts';
import { element, xmlAnswer } from './document.ts';
import { numberSetting, textSetting, unitOf } from './settings.ts';

/** Both dates included. */
export type AvailabilityWindow = { from: PlainDate; to: PlainDate };

/** Writes the availability of a unit for all nights of the window. */
export function availabilityContent(
  nights: readonly KnownNight[],
  room: MappedRoom,
  window: AvailabilityWindow,
  connection: ConnectionView,
): InboundAnswer {
  const { listing, unit } = unitOf(room.externalRoom);
  const days = daysOf(nights, room, window);
  const notify = textSetting(connection, 'min_prior_notify');
  const noMax = numberSetting(connection, 'no_max_stay');
  const signs = (sign: (day: Partial<NightValues>) => string) => days.map(sign).join('');
  const numbers = (number: (day: Partial<NightValues>) => number | string) => days.map(number).join(',');
  const configuration = element('unitAvailabilityConfiguration', [
    element(
      'availability',
      signs((day) => (unitsOf(day) > 0 ? 'Y' : 'N')),
    ),
    element('availableUnitCount', numbers(unitsOf)),
    element(
      'changeOver',
      signs((day) => changeOver(day, textSetting(connection, 'taken_changeover'))),
    ),
    element(
      'maxStay',
      numbers(({ maxStay }) => upTo999(maxStay ?? noMax)),
    ),
    element(
      'minPriorNotify',
      numbers(() => notify),
    ),
    element(
      'minStay',
      numbers(({ minStay }) => upTo999(minStay ?? 1)),
    ),
    element(
      'stayIncrement',
      signs(() => 'D'),
    ),
  ]);
  const range = [element('beginDate', String(window.from)), element('endDate', String(window.to))];
  return xmlAnswer(
    element('unitAvailabilityContent', [
      element('listingExternalId', listing),
      element('unitExternalId', unit),
      element('unitAvailability', [
        // nights outside of the range are not for sale
        element('availabilityDefault', 'N'),
        element('changeOverDefault', 'C'),
        element('dateRange', range),
        element('maxStayDefault', upTo999(noMax)),
        element('minPriorNotifyDefault', notify),
        element('minStayDefault', upTo999(mostFrequent(days.map(({ minStay }) => minStay ?? 1)))),
        element('stayIncrementDefault', 'D'),
        configuration,
      ]),
    ]),
  );
}

/** Returns the values of each day of the window; a night without known values is empty, and not for sale. */
export function daysOf(
  nights: readonly KnownNight[],
  room: MappedRoom,
  { from, to }: AvailabilityWindow,
): Partial<NightValues>[] {
  const known = new Map(
    nights.filter(({ roomId }) => roomId === room.roomId).map(({ date, values }) => [String(date), values]),
  );
  const days = from.until(to, { largestUnit: 'day' }).days + 1;
  return Array.from({ length: days }, (_, i) => known.get(String(from.add({ days: i }))) ?? {});
}

/**
 * Returns the units for sale. A night without a price would be sold at the price of its weekday, and one with
 * a longer minimum stay than the feed can carry at a shorter one: neither is for sale.
 */
function unitsOf({
  available = 0,
  stopSell = false,
  priceMinor = 0,
  minStay = 1,
}: Partial<NightValues>): number {
  return stopSell || priceMinor <= 0 || minStay > LONGEST_STAY ? 0 : Math.max(0, available);
}

const LONGEST_STAY = 999;

/** C: arrival and departure, I: arrival only, O: departure only, X: neither. */
function changeOver(day: Partial<NightValues>, taken: string): string {
  if (taken === 'X' && unitsOf(day) === 0) return 'X';
  const { closedToArrival = false, closedToDeparture = false } = day;
  if (closedToArrival) return closedToDeparture ? 'X' : 'O';
  return closedToDeparture ? 'I' : 'C';
}

function upTo999(stay: number): number {
  return Math.min(LONGEST_STAY, stay);
}

/** Returns the most frequent number; of several, the first. */
export function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [numbers[0] ?? 0, 0])[0];
}
