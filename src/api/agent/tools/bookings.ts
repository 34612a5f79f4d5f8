// Tools that read bookings: the list, and one booking with its ledger entries, tasks and messages.
import type { Static } from 'typebox';
import type { Reservation } from '../../../model/reservation.ts';
import { listEntries } from '../../../pms/ledger.ts';
import { listMessages } from '../../../pms/messages.ts';
import { listReservations } from '../../../pms/reservations/find.ts';
import { requireRoom } from '../../../pms/rooms.ts';
import { listTasks } from '../../../pms/tasks.ts';
import { invalidParameter, Problem } from '../../../problems.ts';
import type { Call } from '../../operation.ts';
import { listAccountingOperation } from '../../public/accounting.ts';
import { listBookingsOperation } from '../../public/bookings.ts';
import { listMessagesOperation } from '../../public/messages.ts';
import { listTasksOperation } from '../../public/tasks.ts';
import type { bookingSchema } from '../../records.ts';
import {
  array,
  boolean,
  membersOf,
  needs,
  object,
  oneOf,
  optional,
  personal,
  text,
  verbatim,
} from '../../schema.ts';
import { listTool } from '../paging.ts';
import {
  agentAccountingEntrySchema,
  agentBookingSchema,
  agentMessageSchema,
  agentTaskSchema,
  presentAgentAccountingEntry,
  presentAgentBooking,
  presentAgentMessage,
  presentAgentTask,
} from '../records.ts';
import { readTool } from '../tool.ts';

type BookingCall = Pick<Call, 'db' | 'property'>;

export const listBookingsTool = listTool({
  name: 'list_bookings',
  title: 'Bookings',
  description:
    'Bookings of all channels by check-in, oldest first: give fromdate for those to come, guest to find somebody, staying_on for who is in the house. Everything about one booking is in get_booking.',
  operation: listBookingsOperation,
  filters: {
    ...membersOf(listBookingsOperation.query, { fromdate: true, todate: true }),
    ...membersOf(listBookingsOperation.query, {
      staying_on: 'guests who sleep here in this night',
      departing_on: true,
      room_id: true,
      status: '',
      channel: '`direct`, `airbnb`, `booking_com` …',
      conflict: true,
      in_house: 'true = in the house, early departures until their day included',
    }),
    guest: optional(
      personal(
        text({
          description: 'words of the name of the guest or a companion, of the e-mail or telephone',
          minLength: 1,
          maxLength: 200,
        }),
      ),
    ),
    ...membersOf(listBookingsOperation.query, {
      reference: true,
      group_id: 'booked together',
      unit_id: 'had this unit',
      sort: 'default checkin',
      descending: 'last first',
    }),
    detail: optional(
      oneOf(['concise', 'detailed'], {
        description: 'detailed adds contact data, guests, guest_notes, times',
      }),
    ),
  },
  filter: ({ guest, detail: _, ...query }, call) => ({
    ...listBookingsOperation.filter(query, call),
    guest,
  }),
  item: agentBookingSchema,
  view: (record: Static<typeof bookingSchema>, { property }, { detail = 'concise' }) =>
    presentAgentBooking(record, property, detail),
});

/** Messages shown with a booking, the newest; list_messages has all of them. */
const CONVERSATION_TAIL = 10;
/** Page size for the records of one booking: more than any booking has. */
const ALL_OF_ONE = { size: 50, after: null };
/** Maximum characters of each of those messages, so that all of them fit into the answer. */
const SHOWN_TEXT = 2_000;

export const getBookingTool = readTool({
  name: 'get_booking',
  title: 'One booking',
  description:
    'One booking with the end of its conversation, its open tasks and ledger lines. order_id may be our number or the reference at the channel.',
  operation: listBookingsOperation,
  input: object({
    order_id: verbatim(
      text({ description: 'our order_id or the channel reference', minLength: 1, maxLength: 200 }),
    ),
  }),
  output: object({
    booking: agentBookingSchema,
    room_name: text(),
    conversation: needs('messages', array(agentMessageSchema)),
    conversation_is_longer: needs('messages', boolean()),
    open_tasks: needs('housekeeping', array(agentTaskSchema)),
    accounting: needs('ledger', array(agentAccountingEntrySchema)),
  }),
  about: (answer) => answer.booking.order_id,
  run: async (call, { order_id }) => {
    const reservation = await findBooking(call, order_id);
    const { hotelId } = call.property;
    const { reservationId } = reservation;
    const [name, messages, tasks, entries] = await Promise.all([
      roomName(call, reservation.roomId),
      listMessages(
        call.db,
        hotelId,
        { reservationId, newestFirst: true },
        { size: CONVERSATION_TAIL + 1, after: null },
      ),
      listTasks(call.db, hotelId, { reservationId, open: true }, ALL_OF_ONE),
      listEntries(call.db, hotelId, { reservationId }, ALL_OF_ONE),
    ]);
    return {
      booking: presentAgentBooking(listBookingsOperation.present(reservation, call), call.property),
      room_name: name,
      conversation: messages
        .slice(0, CONVERSATION_TAIL)
        .reverse()
        .map((one) =>
          presentAgentMessage(listMessagesOperation.present(one, call), call.property, SHOWN_TEXT),
        ),
      conversation_is_longer: messages.length > CONVERSATION_TAIL,
      open_tasks: tasks.map((one) => presentAgentTask(listTasksOperation.present(one, call), call.property)),
      accounting: entries.map((one) =>
        presentAgentAccountingEntry(listAccountingOperation.present(one, call), call.property),
      ),
    };
  },
});

/**
 * Finds a booking by its order_id or, failing that, by its reference at a channel. Throws `unknown_booking`.
 */
export async function findBooking(call: BookingCall, order: string): Promise<Reservation<string>> {
  const found = await listReservations(call.db, call.property.hotelId, { order }, { size: 10, after: null });
  const own = found.find((one) => String(one.reservationId) === order);
  if (own) return own;
  if (found.length === 0) {
    // A channel's reference is text from outside: it is not repeated.
    throw new Problem('unknown_booking', {
      reservationId: /^\d{1,15}$/.test(order) ? Number(order) : null,
    });
  }
  if (found.length > 1) {
    const reservationIds = found.map((one) => one.reservationId);
    throw invalidParameter({ field: 'order_id', rule: 'several_bookings', reservationIds });
  }
  return found[0]!;
}

/** Returns the name of a room; `room <id> (retired)` for one that was retired. */
export async function roomName(call: BookingCall, roomId: number): Promise<string> {
  const room = await requireRoom(call.db, call.property.hotelId, roomId).catch(() => null);
  return room?.name ?? `room ${roomId} (retired)`;
}
