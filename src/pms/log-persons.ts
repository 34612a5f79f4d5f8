// The log names people by the ids of their bookings, messages and reviews: what these say of a person is left out
// when an event is recorded, and read from their rows when it is shown. So an erasure reaches the log as well.
import type { Queryable } from '../db/database.ts';
import type { Event, EventKind } from '../model/event.ts';
import { ERASED_NAME } from '../model/guest.ts';

type Noun = 'booking' | 'message' | 'inquiry' | 'review';

/** Members that say something of a person, by the first part of the event's kind. */
const PERSONAL_MEMBERS: Record<Noun, readonly string[]> = {
  booking: ['guestName', 'guestEmail', 'guestPhone', 'notes', 'companions', 'differences'],
  message: ['guestText', 'reply', 'attachments'],
  inquiry: ['guestText', 'reply', 'guestName', 'attachments'],
  review: ['guestName', 'title', 'positive', 'negative', 'reply'],
};

type Data = Record<string, unknown>;

function nounOf(kind: EventKind): Noun | null {
  const noun = kind.slice(0, kind.indexOf('.'));
  return noun in PERSONAL_MEMBERS ? (noun as Noun) : null;
}

/**
 * Returns the data of an event without values that say something of a person. `omitted` names those that had a value;
 * the others stay null. Earlier values (`before`) are left out without a trace.
 */
export function omitPersonal(kind: EventKind, data: object): object {
  const noun = nounOf(kind);
  if (noun === null) return data;
  const kept: Data = { ...data };
  const omitted = PERSONAL_MEMBERS[noun].filter((member) => hasValue(kept[member]));
  for (const member of omitted) delete kept[member];
  if (kept['before']) {
    kept['before'] = Object.fromEntries(
      Object.entries(kept['before']).filter(([member]) => !PERSONAL_MEMBERS[noun].includes(member)),
    );
  }
  return omitted.length === 0 ? kept : { ...kept, omitted };
}

function hasValue(member: unknown): boolean {
  return Array.isArray(member) ? member.length > 0 : (member ?? null) !== null;
}

/** The id in an event's data that finds the row with its omitted values. */
const ROW_IDS: Record<Noun, string> = {
  booking: 'reservationId',
  message: 'messageId',
  inquiry: 'messageId',
  review: 'reviewId',
};

/**
 * Fills in what was omitted, from the rows as they are now, with one statement for all events; none if no event needs it.
 * What is no longer stored is null, and a missing name is that of an erased guest.
 */
export async function resolvePersons(
  db: Queryable,
  hotelId: number,
  events: readonly Event[],
): Promise<Event[]> {
  const idsOf = (noun: Noun) => [
    ...new Set(
      events
        .filter(({ kind, data }) => data['omitted'] && nounOf(kind) === noun)
        .map((event) => event.data[ROW_IDS[noun]]),
    ),
  ];
  const [bookings, messages, inquiries, reviews] = [
    idsOf('booking'),
    idsOf('message'),
    idsOf('inquiry'),
    idsOf('review'),
  ];
  if (bookings.length + messages.length + inquiries.length + reviews.length === 0) return [...events];
  const rows = await db.query<{ noun: Noun; id: number; stored: Data }>(STORED_VALUES, [
    hotelId,
    bookings,
    messages,
    inquiries,
    reviews,
  ]);
  const found = new Map(rows.map(({ noun, id, stored }) => [`${noun}/${id}`, stored]));
  return events.map((event) => {
    const noun = nounOf(event.kind);
    if (noun === null || !event.data['omitted']) return event;
    const { omitted, ...data } = event.data;
    return { ...event, data: fillIn(data, omitted as string[], found.get(`${noun}/${data[ROW_IDS[noun]]}`)) };
  });
}

function fillIn(data: Data, omitted: readonly string[], stored: Data | undefined): Data {
  const none = (member: string) => (member === 'guestName' ? ERASED_NAME : null);
  for (const member of omitted) data[member] = stored?.[member] ?? none(member);
  return data;
}

const STORED_VALUES = `
  select 'booking' as noun, reservation_id as id, jsonb_build_object('guestName', guest_name, 'guestEmail', guest_email,
    'guestPhone', guest_phone, 'notes', notes, 'companions', companions, 'differences', differences) as stored
  from reservations where hotel_id = $1 and reservation_id = any($2::bigint[])
  union all
  select 'message', message_id, jsonb_build_object('guestText', guest_text, 'reply', reply, 'attachments', attachments)
  from messages where hotel_id = $1 and message_id = any($3::bigint[])
  union all
  select 'inquiry', message.message_id, jsonb_build_object('guestText', message.guest_text, 'reply', message.reply,
    'guestName', inquiry.guest_name, 'attachments', message.attachments)
  from messages as message left join inquiries as inquiry
    on inquiry.hotel_id = $1 and inquiry.inquiry_id = message.inquiry_id
  where message.hotel_id = $1 and message.message_id = any($4::bigint[])
  union all
  select 'review', review_id, jsonb_build_object('guestName', guest_name, 'title', title, 'positive', positive,
    'negative', negative, 'reply', reply)
  from reviews where hotel_id = $1 and review_id = any($5::bigint[])`;
