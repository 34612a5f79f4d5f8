// What the log shows: its filters as the address has them, and as the API takes them. Pure.
import { dateOfDayNumber, dayOfDate, momentOfLocal } from '../../days.ts';
import { type LogNoun, nounOf } from './event-facts.ts';

export const LOG_GROUPS = ['stays', 'money', 'messages', 'rates', 'housekeeping', 'house'] as const;
export type LogGroup = (typeof LOG_GROUPS)[number];

const GROUP_OF: Record<LogNoun, LogGroup> = {
  booking: 'stays',
  guest: 'stays',
  accounting: 'money',
  message: 'messages',
  inquiry: 'messages',
  guest_request: 'messages',
  guest_review: 'messages',
  review: 'messages',
  template: 'messages',
  availability: 'rates',
  task: 'housekeeping',
  unit: 'housekeeping',
  closure: 'housekeeping',
  proposal: 'house',
  property: 'house',
  room: 'house',
  channel: 'house',
};

/** Returns the group of a kind of event; kinds that this desk does not know yet are of the house. */
export function groupOf(kind: string): LogGroup {
  return GROUP_OF[nounOf(kind)] ?? 'house';
}

export type LogFilter = {
  group: LogGroup | null;
  /** as `by` of GET events: `channel`, `person:3` */
  by: string | null;
  roomId: number | null;
  orderId: number | null;
  /** yyyy-MM-dd at the property; '' = not limited */
  from: string;
  until: string;
  /** only what happened since the last visit */
  isNew: boolean;
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the filter of an address. */
export function filterOf(query: URLSearchParams): LogFilter {
  const id = (name: string) => {
    const value = Number(query.get(name) ?? Number.NaN);
    return Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const date = (name: string) => (DATE.test(query.get(name) ?? '') ? query.get(name)! : '');
  return {
    group: LOG_GROUPS.find((one) => one === query.get('kind')) ?? null,
    by: query.get('by'),
    roomId: id('room'),
    orderId: id('order'),
    from: date('since'),
    until: date('until'),
    isNew: query.get('new') === '1',
  };
}

/** Returns the address of the log with a filter. */
export function addressOf({ group, by, roomId, orderId, from, until, isNew }: LogFilter): string {
  const given = {
    kind: group,
    by,
    room: roomId,
    order: orderId,
    since: from,
    until,
    new: isNew ? '1' : null,
  };
  const set = Object.entries(given).filter(([, value]) => value !== null && value !== '');
  const query = String(new URLSearchParams(set.map(([name, value]) => [name, String(value)])));
  return query ? `/desk/log?${query}` : '/desk/log';
}

/** Whether a filter shows everything. */
export function isEmptyFilter(filter: LogFilter): boolean {
  return addressOf(filter) === '/desk/log';
}

export type EventQuery = Record<string, string | number>;

/** Returns the query of GET events. `lastVisit`: number of the last event that was seen; null = never here before. */
export function queryOf(filter: LogFilter, timezone: string, lastVisit: number | null): EventQuery {
  const { group, by, roomId, orderId, from, until, isNew } = filter;
  const since = momentOfLocal(from ?? '', timezone);
  const lastDay = dayOfDate(until ?? '');
  const end = Number.isNaN(lastDay) ? null : momentOfLocal(dateOfDayNumber(lastDay + 1), timezone);
  const nouns = (Object.keys(GROUP_OF) as LogNoun[]).filter((noun) => GROUP_OF[noun] === group);
  return {
    order: 'newest',
    ...(group && { kinds: nouns.map((noun) => `${noun}.*`).join() }),
    ...(by && { by }),
    ...(roomId !== null && { room_id: roomId }),
    ...(orderId !== null && { order_id: orderId }),
    ...(since && { since }),
    ...(end && { until: end }),
    ...(isNew && lastVisit !== null && { after: lastVisit }),
  };
}
