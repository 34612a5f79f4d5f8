// Reads a listing's calendar back.

import { decimalsOf } from '../../model/money.ts';
import { isBefore } from '../../model/night.ts';
import {
  flagMember,
  integerMember,
  maxStayMember,
  type NightMembers,
  readMembers,
} from '../carried-members.ts';
import type { KnownNight, Verdict, WireResponse } from '../channel.ts';
import { dateOf, type Fields, fieldsOf, listOf, numberOf } from '../json.ts';
import { idsOfRoom } from '../night-runs.ts';
import { describeBody, ok, refused, unreadableAnswer } from '../responses.ts';
import { idOf, readResource } from './client.ts';
import type { AirbnbConnection } from './settings.ts';

/** Decodes a listing's calendar, which reports only whether a night is for sale, not how many units are. */
export function readCalendar(response: WireResponse, connection: AirbnbConnection): Verdict<KnownNight[]> {
  const answer = readResource(response, 'calendar');
  if (answer.kind !== 'ok') return answer;
  const listing = idOf(fieldsOf(answer.value), 'listing_id');
  const { days } = fieldsOf(answer.value);
  if (!Array.isArray(days))
    return unreadableAnswer(`The answer holds no days: ${describeBody(response.body)}`);
  const rooms = connection.rooms.filter(({ externalRoom }) => externalRoom === listing);
  const known: KnownNight[] = [];
  for (const day of listOf(days).map(fieldsOf)) {
    const date = dateOf(day['date']);
    if (!date) return refused('The answer has a night that is no date.');
    for (const room of rooms) known.push({ ...idsOfRoom(room), date, values: valuesOf(day, connection) });
  }
  return ok(known.sort((a, b) => (isBefore(a.date, b.date) ? -1 : 1)));
}

function valuesOf(day: Fields, { currency }: AirbnbConnection): KnownNight['values'] {
  const values: KnownNight['values'] = readMembers(RESTRICTIONS, day);
  if (day['availability'] === 'available') Object.assign(values, { available: 1, stopSell: false });
  if (day['availability'] === 'unavailable') values.available = 0;
  const price = numberOf(day['daily_price']);
  if (price !== null) values.priceMinor = Math.round(price * 10 ** decimalsOf(currency));
  return values;
}

/** Restrictions of a night, in the order of a message; `noMaximum` is written where there is no maximum stay. */
export function restrictionMembers(noMaximum: number) {
  return {
    minStay: [integerMember('min_nights')],
    maxStay: [maxStayMember('max_nights', noMaximum, (nights) => nights >= NO_MAX_NIGHTS)],
    closedToArrival: [flagMember('closed_to_arrival')],
    closedToDeparture: [flagMember('closed_to_departure')],
  } satisfies NightMembers;
}

/** Airbnb's own calendar has this value where there is no maximum stay. */
const NO_MAX_NIGHTS = 1_125;

export const RESTRICTIONS = restrictionMembers(NO_MAX_NIGHTS);
