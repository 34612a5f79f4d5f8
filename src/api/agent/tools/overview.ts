// The overview of a day: arrivals, departures, guests in the house, tasks, messages that wait for a reply.
import { isBefore, type PlainDate } from '../../../model/night.ts';
import type { Reservation } from '../../../model/reservation.ts';
import { countInquiries } from '../../../pms/inquiries.ts';
import { countMessages, listMessages } from '../../../pms/messages.ts';
import { listReservations, type ReservationFilter } from '../../../pms/reservations/find.ts';
import { listRooms } from '../../../pms/rooms.ts';
import { listTasks } from '../../../pms/tasks.ts';
import { toDate } from '../../input.ts';
import { listBookingsOperation } from '../../public/bookings.ts';
import { listMessagesOperation } from '../../public/messages.ts';
import { getStatusOperation } from '../../public/status.ts';
import { listTasksOperation } from '../../public/tasks.ts';
import { array, date, integer, needs, number, object, optional, text } from '../../schema.ts';
import {
  agentBookingSchema,
  agentChannelSchema,
  agentMessageSchema,
  agentTaskSchema,
  presentAgentBooking,
  presentAgentMessage,
  presentAgentStatus,
  presentAgentTask,
} from '../records.ts';
import { type AgentCall, readTool } from '../tool.ts';

/** Maximum records of each list; the counts beside the lists are complete. */
const SHOWN = 25;
/** Maximum characters of a message: enough to see what it is about. */
const SHOWN_TEXT = 250;
const ALL = { size: 1_000, after: null };

export const getDailyOverviewTool = readTool({
  name: 'get_daily_overview',
  title: 'The day',
  description: `One day at a glance: arrivals, departures, who stays the night (the arrivals among them), occupancy, tasks due, guests waiting for a reply, channels with problems. Lists show at most ${SHOWN}; counts are of all. Use it to begin a day or to answer "what is going on".`,
  operation: listBookingsOperation,
  input: object({ date: optional(date('default today', '')) }),
  output: object({
    date: date('', ''),
    counts: object({
      arrivals: integer(),
      departures: integer(),
      in_house: integer(),
      tasks_due: needs('housekeeping', integer()),
      waiting_guests: needs('messages', integer()),
      waiting_inquiries: needs('messages', integer()),
    }),
    occupancy: object({ units: integer(), taken: integer(), percent: number() }),
    arrivals: array(agentBookingSchema),
    departures: array(agentBookingSchema),
    in_house: array(agentBookingSchema),
    tasks_due: needs('housekeeping', array(agentTaskSchema)),
    waiting_guests: needs('messages', array(agentMessageSchema)),
    channel_problems: array(agentChannelSchema),
    integration: text(),
  }),
  run: async (call, input) => {
    const day = input.date === undefined ? call.today : toDate(input.date);
    const { db, property } = call;
    const { hotelId } = property;
    const of = (filter: ReservationFilter) => listReservations(db, hotelId, filter, ALL);
    const [arrivals, leaving, inHouse, tasks, waiting, waitingCount, waitingInquiries, channels, rooms] =
      await Promise.all([
        of({ checkinFrom: day, checkinTo: day, takesPlace: true }),
        of({ checkout: day, takesPlace: true }),
        of({ stayingOn: day }),
        listTasks(db, hotelId, { to: day, open: true }, ALL),
        listMessages(db, hotelId, { unanswered: true, newestFirst: true }, { size: SHOWN, after: null }),
        countMessages(db, hotelId, { unanswered: true }),
        countInquiries(db, hotelId, { unanswered: true }),
        getStatusOperation.run(call, {}).then((rest) => presentAgentStatus(rest, property)),
        listRooms(db, hotelId, {}, ALL),
      ]);
    const isPresent = (one: Listed) => !hasLeft(one, { day, today: call.today });
    const [departures, present] = [leaving.filter(isPresent), inHouse.filter(isPresent)];
    const units = rooms.reduce((sum, room) => sum + (room.units ?? 1), 0);
    return {
      date: day.toString(),
      counts: {
        arrivals: arrivals.length,
        departures: departures.length,
        in_house: present.length,
        tasks_due: tasks.length,
        waiting_guests: waitingCount,
        waiting_inquiries: waitingInquiries,
      },
      occupancy: occupancy(units, inHouse.length),
      arrivals: bookings(arrivals, call),
      departures: bookings(departures, call),
      in_house: bookings(present, call),
      tasks_due: tasks
        .slice(0, SHOWN)
        .map((one) => presentAgentTask(listTasksOperation.present(one, call), property)),
      waiting_guests: waiting.map((one) =>
        presentAgentMessage(listMessagesOperation.present(one, call), property, SHOWN_TEXT),
      ),
      channel_problems: channels.channels.filter(({ state }) => PROBLEMS.has(state)),
      integration: channels.status,
    };
  },
});

type Listed = Reservation<string>;

const PROBLEMS = new Set(['error', 'delayed', 'disconnected']);

/**
 * Whether the guest checked out before the last night that was sold: such a stay is no departure on a later
 * day.
 */
function hasLeft(
  { status, checkout }: Listed,
  { day, today }: { day: PlainDate; today: PlainDate },
): boolean {
  return status === 'checked_out' && isBefore(today, checkout) && !isBefore(day, today);
}

function occupancy(units: number, taken: number) {
  return { units, taken, percent: units === 0 ? 0 : Math.round((1_000 * taken) / units) / 10 };
}

function bookings(reservations: readonly Listed[], call: AgentCall) {
  return reservations
    .slice(0, SHOWN)
    .map((one) => presentAgentBooking(listBookingsOperation.present(one, call), call.property, 'concise'));
}
