// An event of the log as a sentence, with the stay that it is about. Pure.
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import type { EventKind } from '../../../src/model/event.ts';
import type { GuestRequestKind, GuestRequestState } from '../../../src/model/guest-request.ts';
import type { GuestReviewState } from '../../../src/model/guest-review.ts';
import { isPostedByBooking } from '../../../src/model/ledger.ts';
import { dayOfDate, dayOfMoment } from '../../days.ts';
import { formatDay, formatDayRange, formatDays, formatMoney, formatNumber } from '../../format.ts';
import type { Messages } from '../../messages/en/index.ts';
import { channelName } from '../../parts/Mark.tsx';
import { isolate } from '../../parts/Outside.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { stayIn } from '../../replica/stays.ts';
import { bookingChangesOf } from '../../stay/said-changes.ts';
import { taskName } from '../../stay/task-name.ts';
import { type LoggedOtaProblem, problemsInShort } from '../channels/ota-texts.ts';
import { type FactsOf, type LogNoun, nounOf } from './event-facts.ts';

type Data = Record<string, unknown>;
type Given = {
  data: Data;
  state: Pick<ReplicaState, 'property' | 'rooms' | 'units' | 'bookings' | 'undecided'>;
  texts: Messages;
};

/** Returns what an event says. A kind that this desk does not know yet is shown by its name. */
export function sentenceOf(
  { kind, data }: Pick<DeskEvent, 'kind' | 'data'>,
  state: Given['state'],
  texts: Messages,
): string {
  const sentence = texts.log.sentences[kind as EventKind] as ((facts: unknown) => string) | undefined;
  const facts = FACTS[nounOf(kind)];
  if (!sentence || !facts) return kind;
  return sentence(facts({ data: data as Data, state, texts }));
}

/** Returns the booking that an event is about; null = none. */
export function orderIdOf({ kind, data }: Pick<DeskEvent, 'kind' | 'data'>): number | null {
  const id = kind.startsWith('message.') ? (data as Data)['rid'] : (data as Data)['order_id'];
  return typeof id === 'number' ? id : null;
}

/** Returns what somebody wrote, where an event is about that; null = nothing. */
export function quoteOf({ kind, data }: Pick<DeskEvent, 'kind' | 'data'>): string | null {
  const { message, reply, reason, description, title, positive } = data as Record<string, string | null>;
  const noun = nounOf(kind);
  if (noun === 'message' || noun === 'inquiry')
    return (/\.(received|changed)$/.test(kind) ? message : reply) ?? null;
  if (noun === 'closure') return reason ?? null;
  // What a booking posts describes itself in English; the sentence says it already.
  if (noun === 'accounting') return isPostedByBooking(String(data['type'])) ? null : (description ?? null);
  if (kind === 'review.received') return title ?? positive ?? null;
  return noun === 'review' ? (reply ?? null) : null;
}

type FactsOfNoun<Noun extends LogNoun> = FactsOf<Extract<EventKind, `${Noun}.${string}`>>;

const FACTS: { [Noun in LogNoun]: (given: Given) => FactsOfNoun<Noun> } = {
  booking: (given) => {
    const { data, state, texts } = given;
    return {
      guest: named(data['name'], texts),
      place: String(data['unit'] ?? roomOf(given)),
      days: formatDays(
        dayOfMoment(String(data['checkin']), state.property.timezone),
        dayOfMoment(String(data['checkout']), state.property.timezone),
      ),
      channel: channelName(String(data['channel'])),
      changes: bookingChangesOf(data, state, texts.stay),
    };
  },
  availability: (given) => {
    const { data, texts } = given;
    const { from: first, until: end } = data as { from: string; until: string };
    const [from, until] = [dayOfDate(first), dayOfDate(end)];
    const names = texts.log.nights;
    return {
      room: roomOf(given),
      days: until - from <= 1 ? formatDay(from) : formatDayRange(from, until - 1),
      what: ((data['what'] ?? []) as string[])
        .map((name) => names[name as keyof typeof names] ?? name)
        .join(', '),
    };
  },
  message: (given) => ({
    guest: guestOf(given, given.data['rid']),
    waits: given.data['needs_reply'] === true,
  }),
  inquiry: ({ data, texts }) => ({
    guest: named(data['guest_name'], texts),
    channel: channelName(String(data['channel'])),
    waits: data['needs_reply'] === true,
  }),
  guest_request: (given) => {
    const { data } = given;
    return {
      kind: data['kind'] as GuestRequestKind,
      state: data['state'] as GuestRequestState,
      place: data['room_id'] === null ? given.texts.channels.noRoom : roomOf(given),
      days: formatDays(dayOfDate(String(data['checkin'])), dayOfDate(String(data['checkout']))),
      channel: channelName(String(data['channel'])),
    };
  },
  task: (given) => ({
    task: isolate(taskName(String(given.data['task_name']), given.texts)),
    place: String(given.data['unit'] ?? roomOf(given)),
    day: formatDay(dayOfDate(String(given.data['date']))),
    changes: changesOf(given),
  }),
  accounting: (given) => {
    const { data, texts } = given;
    const names = texts.log.entries;
    const type = String(data['type']);
    const sum = formatMoney(Number(data['amount']), String(data['currency']));
    const guest = data['order_id'] === null ? '' : guestOf(given, data['order_id']);
    return { entry: `${names[type as keyof typeof names] ?? type} ${sum}`, guest };
  },
  guest_review: (given) => ({
    guest: given.data['order_id'] === null ? given.texts.log.aGuest : guestOf(given, given.data['order_id']),
    channel: channelName(String(given.data['channel'])),
    state: given.data['state'] as GuestReviewState,
  }),
  review: ({ data, texts }) => ({
    guest: named(data['guest_name'], texts),
    score: formatNumber(Number(data['score'])),
    channel: channelName(String(data['channel'])),
    delivery: (data['delivery'] ?? null) as FactsOfNoun<'review'>['delivery'],
  }),
  channel: ({ data, texts }) => {
    const names = texts.channels.states;
    const state = String(data['state']);
    return {
      channel: channelName(String(data['channel'])),
      state: names[state as keyof typeof names] ?? state,
      otas: problemsInShort((data['ota_problems'] ?? []) as LoggedOtaProblem[], texts),
    };
  },
  guest: ({ data }) => ({ number: String(data['guest_id']) }),
  property: (given) => {
    const { archived_at: archivedAt, changed = [] } = given.data as {
      archived_at?: unknown;
      changed?: string[];
    };
    const moved = archivedAt ? 'archived' : 'unarchived';
    return { changes: changesOf(given), moved: changed.includes('archived_at') ? moved : null };
  },
  room: (given) => ({
    room: String(given.data['name']),
    changes: changesOf(given),
    how: lifecycleOf(given.data),
  }),
  unit: (given) => ({
    unit: String(given.data['name']),
    room: roomOf(given),
    changes: changesOf(given) || conditionOf(given),
    how: lifecycleOf(given.data),
  }),
  template: ({ data }) => ({
    name: isolate(String(data['name'])),
    how: data['removed'] ? 'retired' : data['changed'] ? 'changed' : 'new',
  }),
  closure: (given) => ({
    unit: String(given.data['unit']),
    days: formatDayRange(dayOfDate(String(given.data['fromdate'])), dayOfDate(String(given.data['todate']))),
    kind: given.data['kind'] === 'out_of_order' ? 'out_of_order' : 'out_of_service',
    changes: changesOf(given),
  }),
  proposal: ({ data }) => ({
    number: String(data['proposal_id']),
    state: data['state'] === 'approved' || data['state'] === 'failed' ? data['state'] : 'declined',
  }),
};

function named(name: unknown, { log }: Messages): string {
  return typeof name === 'string' ? isolate(name) : log.aGuest;
}

function lifecycleOf({ archived, changed }: Data): 'new' | 'changed' | 'retired' {
  if (archived) return 'retired';
  return changed ? 'changed' : 'new';
}

/** Rooms that were retired are known by their number only. */
function roomOf({ data, state, texts }: Given): string {
  const id = Number(data['room_id']);
  return state.rooms.get(id)?.name ?? texts.log.roomNumber(id);
}

/** Names the guest of a booking, if the desk has the booking: it has those around today, and those about which people must decide. */
function guestOf({ state, texts }: Given, orderId: unknown): string {
  const name = stayIn(state, Number(orderId))?.name;
  return name === undefined ? texts.log.stayNumber(Number(orderId)) : isolate(name);
}

/** Members that say nothing beside others: moments, and ids of what has a name. */
const UNSAID: ReadonlySet<string> = new Set([
  'condition_at',
  'ended_at',
  'unit_id',
  'sandbox_at',
  'test_until',
  'archived_at',
]);

/** Names what was changed, with the values before and after. */
function changesOf({ data, state, texts }: Given): string {
  const { changed = [], before = {} } = data as { changed?: string[]; before?: Data };
  const { members, values } = texts.log;
  const label = (name: string) => members[name as keyof typeof members] ?? name.replaceAll('_', ' ');
  const shown = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (name === 'price') return formatMoney(Number(value), state.property.currency);
    if (name === 'room_id') return roomOf({ data: { room_id: value }, state, texts });
    if (/date$/.test(name)) return formatDay(dayOfDate(String(value)));
    // A room may be called "constructor".
    return Object.hasOwn(values, String(value)) ? values[value as keyof typeof values] : String(value);
  };
  return changed
    .filter((name) => !UNSAID.has(name))
    .flatMap((name) => {
      const [from, to] = [before[name], data[name]];
      if (!Object.hasOwn(before, name)) return [label(name)];
      if (isObject(from) && isObject(to))
        return Object.keys(to)
          .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
          .map((key) => `${label(key)}: ${shown(key, from[key])} → ${shown(key, to[key])}`);
      return [`${label(name)}: ${shown(name, from)} → ${shown(name, to)}`];
    })
    .join(', ');
}

/** Returns the condition of a unit that got the one it had before. */
function conditionOf({ data, texts }: Given): string {
  const { values } = texts.log;
  return values[String(data['condition']) as keyof typeof values] ?? '';
}

function isObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
