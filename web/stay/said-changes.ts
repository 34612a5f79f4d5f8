// What a change of a booking says: each member with its values before and after, where they are short. Pure.
import type { DeskEvent } from '../../src/api/desk-records.ts';
import { dayOfDate, dayOfMoment } from '../days.ts';
import { formatDay, formatMoney } from '../format.ts';
import type { Messages } from '../messages/en/index.ts';
import type { ReplicaState } from '../replica/state.ts';

type Changed = { changed?: string[]; before?: Record<string, unknown> } & Record<string, unknown>;

/** Members whose values say too much for a line. */
const LONG: ReadonlySet<string> = new Set([
  'notes',
  'children',
  'companions',
  'name',
  'email',
  'phone',
  'group_id',
]);

/** Returns the changes of an event of a booking; '' = nothing that people look for. */
export function bookingChangesOf(
  data: DeskEvent['data'],
  { property, rooms, units }: Pick<ReplicaState, 'property' | 'rooms' | 'units'>,
  { history, states }: Messages['stay'],
): string {
  const { changed = [], before = {}, ...after } = data as Changed;
  const shownValue = (member: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (member === 'checkin' || member === 'checkout')
      return formatDay(dayOfMoment(String(value), property.timezone));
    if (member === 'channel_checkin' || member === 'channel_checkout')
      return formatDay(dayOfDate(String(value)));
    if (member === 'price') return formatMoney(Number(value), property.currency);
    if (member === 'room_id') return rooms.get(Number(value))?.name ?? String(value);
    if (member === 'unit_id') return units.get(Number(value))?.name ?? String(value);
    if (member === 'status')
      return history.statuses[value as keyof typeof history.statuses] ?? states.confirmed;
    return String(value);
  };
  const texts = changed.flatMap((member) => {
    const label = history.members[member as keyof typeof history.members];
    // Usually the channel has changed the dates of the whole stay.
    const isOfChannel = member.startsWith('channel_');
    if (!label || (isOfChannel && changed.includes(member.slice('channel_'.length)))) return [];
    if (member === 'unit_id') {
      const was = shownValue(member, before[member]);
      const is = unitsOf(after, shownValue);
      // A number that is the same, or none, says nothing.
      if (was === is) return [];
      return [Object.hasOwn(before, member) ? `${label}: ${was} → ${is}` : `${label}: ${is}`];
    }
    if (!Object.hasOwn(before, member) || LONG.has(member)) return [label];
    const was = shownValue(member, before[member]);
    const is = shownValue(member, after[member]);
    return was === is ? [label] : [`${label}: ${was} → ${is}`];
  });
  return texts.join(', ');
}

/** Returns the names of all units of a stay, one after the other. */
function unitsOf(
  { unit_id: unitId, unit_nights: nights }: Record<string, unknown>,
  shownValue: (member: string, value: unknown) => string,
): string {
  const parts = (nights ?? []) as { unit: string }[];
  return parts.length > 1 ? parts.map(({ unit }) => unit).join(', ') : shownValue('unit_id', unitId);
}
