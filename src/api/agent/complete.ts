// Completion: suggested values for the arguments of prompts and for the placeholders of resource URIs.
import { missingScopes } from '../../model/scope.ts';
import { listReservations } from '../../pms/reservations/find.ts';
import { listRooms } from '../../pms/rooms.ts';
import type { AgentCall } from './tool.ts';

/** Maximum number of suggestions. */
const MAX_VALUES = 50;
const ALL_ROOMS = { size: 1_000, after: null };

/** Returns values that begin with the typed text. Bookings are also found by the name of their guest. */
export async function complete(call: AgentCall, argument: string, typed: string): Promise<string[]> {
  if (argument === 'order_id' && missingScopes(call.scopes, ['bookings:read']).length > 0) return [];
  const values = (await COMPLETERS[argument]?.(call, typed)) ?? [];
  return values.slice(0, MAX_VALUES);
}

type Completer = (call: AgentCall, typed: string) => Promise<string[]> | string[];

const COMPLETERS: Record<string, Completer> = {
  order_id: completeOrder,
  room_id: async (call, typed) => {
    const rooms = await listRooms(call.db, call.property.hotelId, {}, ALL_ROOMS);
    return startingWith(
      typed,
      rooms.map((room) => String(room.roomId)),
    );
  },
  month: ({ today }, typed) =>
    startingWith(
      typed,
      Array.from({ length: 36 }, (_, i) =>
        today
          .toPlainYearMonth()
          .add({ months: i - 12 })
          .toString(),
      ),
    ),
  date: nextDays,
  fromdate: nextDays,
  todate: nextDays,
  tone: (_, typed) => startingWith(typed, ['friendly', 'formal', 'brief', 'apologetic']),
  score: (_, typed) => startingWith(typed, ['5', '6', '7', '8', '9', '10']),
};

async function completeOrder(call: AgentCall, typed: string): Promise<string[]> {
  const { hotelId } = call.property;
  const page = { size: MAX_VALUES, after: null };
  const text = typed.trim().slice(0, 200).replaceAll('\0', '');
  const byName = text !== '' && !/^\d+$/.test(text);
  if (byName && missingScopes(call.scopes, ['contacts']).length > 0) return [];
  const upcoming = call.today.subtract({ days: 30 });
  const filter = text === '' ? {} : /^\d+$/.test(text) ? { orderPrefix: text } : { guest: text };
  const soon = await listReservations(call.db, hotelId, { ...filter, checkinFrom: upcoming }, page);
  const found = soon.length > 0 ? soon : await listReservations(call.db, hotelId, filter, page);
  return found.map((one) => String(one.reservationId));
}

function nextDays({ today }: AgentCall, typed: string): string[] {
  return startingWith(
    typed,
    Array.from({ length: 400 }, (_, i) => today.add({ days: i - 31 }).toString()),
  );
}

function startingWith(typed: string, values: readonly string[]): string[] {
  return values.filter((value) => value.startsWith(typed));
}
