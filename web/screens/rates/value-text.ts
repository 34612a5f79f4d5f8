// Values, nights and ranges of nights of the sheet as a person reads them.
import { currency } from '../../desk/property.ts';
import { formatCount, formatDay, formatDays, formatMoney } from '../../format.ts';
import { messages } from '../../language.ts';
import type { RatePatch, RateValues } from './edits.ts';
import { rooms } from './rates-state.ts';
import type { RateRun } from './runs.ts';

type Value = RateValues[keyof RateValues];

/** Returns a value of a night: `€118`, `minimum 2 nights`, `No arrival`. */
export function valueText(name: keyof RateValues, value: Value): string {
  const texts = messages().rates;
  const number = Number(value);
  switch (name) {
    case 'price':
      return formatMoney(number, currency.value);
    case 'available':
      return texts.free(formatCount(number));
    case 'min_stay':
      return texts.minNights(number);
    case 'max_stay':
      return number > 0 ? texts.maxNights(number) : texts.noMaximum;
    case 'closed_to_arrival':
      return value ? texts.noArrival : texts.arrivalAgain;
    case 'closed_to_departure':
      return value ? texts.noDeparture : texts.departureAgain;
    case 'stop_sell':
      return value ? texts.closed : texts.open;
  }
}

/** Returns a night with its room: `Double, Fri 12 Jun`. */
export function nightText({ roomId, day }: { roomId: number; day: number }): string {
  return `${roomName(roomId)}, ${formatDay(day)}`;
}

/** Returns a range of nights with its room: `Double, Fri 12 – Sun 14 Jun`. */
export function runText({ roomId, from, until }: RateRun): string {
  const days = until - from === 1 ? formatDay(from) : formatDays(from, until - 1);
  return `${roomName(roomId)}, ${days}`;
}

/** Returns what is set in a range; the lowest and the highest where nights get different values. */
export function runValuesText({ patches }: RateRun): string {
  const names = new Set(patches.flatMap((patch) => Object.keys(patch) as (keyof RateValues)[]));
  return [...names].map((name) => valuesText(name, patches)).join(', ');
}

function valuesText(name: keyof RateValues, patches: readonly RatePatch[]): string {
  const values = patches.flatMap((patch) => patch[name] ?? []).toSorted((a, b) => Number(a) - Number(b));
  const [lowest, highest] = [values[0]!, values.at(-1)!];
  return lowest === highest
    ? valueText(name, lowest)
    : `${valueText(name, lowest)} – ${valueText(name, highest)}`;
}

function roomName(roomId: number): string {
  return rooms.value.find(({ room_id: id }) => id === roomId)?.name ?? `#${roomId}`;
}
