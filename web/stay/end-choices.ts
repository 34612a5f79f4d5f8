// What a guest may pay for a stay that ends early, and the change that says so. Pure.
import { dateOfDayNumber, dayOfDate, localOfMoment } from '../days.ts';
import type { DeskBooking, ReplicaState } from '../replica/state.ts';
import { daysOfStay } from '../replica/stays.ts';

/**
 * `stayed`: the nights until today; `tonight`: those and tonight; `first`: the first night; `whole`: the price stays; `nothing`: no night is
 * left, or nothing is charged; `other`: another price, which the person writes.
 */
export type EndChoice = {
  id: 'stayed' | 'tonight' | 'first' | 'whole' | 'nothing' | 'other';
  /** how many nights are paid */
  nights: number;
  /** the change of the booking; null = it is cancelled */
  body: { status: 'checked_out' | 'no_show'; checkout?: string; price?: number } | null;
  /** the first day, as a day number, on which the room is for sale again */
  freeFrom: number;
};

/** Whether a stay has nights left that the guest does not stay. */
export function endsEarly(booking: DeskBooking, state: ReplicaState): boolean {
  return booking.status === 'checked_in' && daysOfStay(booking, state).until > state.today;
}

/** Returns from what time on the guest is expected, as long as it is to come today: until then nobody is a no-show. Else null. */
export function stillExpected(booking: DeskBooking, state: ReplicaState, nowMs: number): string | null {
  const { property } = state;
  const [date, time] = localOfMoment(new Date(nowMs).toISOString(), property.timezone).split('T');
  const expected = booking.arrival_time ?? property.settings.checkin_time;
  const isToday = booking.status === 'confirmed' && daysOfStay(booking, state).from === dayOfDate(date!);
  return isToday && time! < expected ? expected : null;
}

/** Returns what can be chosen, the usual first. Of a guest in the house who leaves early, or of one who did not come. */
export function endChoices(booking: DeskBooking, state: ReplicaState): EndChoice[] {
  const { from, until } = daysOfStay(booking, state);
  const { today } = state;
  const status = booking.status === 'checked_in' ? 'checked_out' : 'no_show';
  // A stay has one night at least.
  const earliest = Math.min(until, Math.max(today, from + 1));
  const changeTo = (day: number, price?: number): EndChoice['body'] => ({
    status,
    ...(day < until && { checkout: dateOfDayNumber(day) }),
    ...(price !== undefined && { price }),
  });
  const at = (day: number) => ({ nights: day - from, body: changeTo(day), freeFrom: day });
  const whole: EndChoice = {
    id: 'whole',
    nights: until - from,
    body: changeTo(earliest, booking.price),
    freeFrom: earliest,
  };
  const other: EndChoice = { ...whole, id: 'other', body: changeTo(earliest) };
  if (status === 'no_show') {
    const first: EndChoice[] = until > from + 1 ? [{ id: 'first', ...at(from + 1), freeFrom: from + 1 }] : [];
    return [whole, ...first, { ...whole, id: 'nothing', nights: 0, body: changeTo(earliest, 0) }, other];
  }
  const slept = today > from;
  const stayed: EndChoice[] = slept ? [{ id: 'stayed', ...at(today) }] : [];
  const tonight: EndChoice[] = until > today + 1 ? [{ id: 'tonight', ...at(today + 1) }] : [];
  const nothing: EndChoice[] = slept ? [] : [{ id: 'nothing', nights: 0, body: null, freeFrom: today }];
  return [...stayed, ...tonight, whole, ...nothing, other];
}
