// Reads the calendar back from Channex for the drift check: availability per room type, the rest per rate
// plan.

import { toMinor } from '../../model/money.ts';
import { type PlainDate, parseDate } from '../../model/night.ts';
import { NIGHT_FIELDS, type NightValues } from '../../model/night-values.ts';
import type { AriPush, Cells, KnownNight, MappedRoom, Verdict, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, numberOf } from '../json.ts';
import { excerpt } from '../responses.ts';
import { address, readAnswer } from './client.ts';
import type { ChannexConnection } from './settings.ts';

export const readBack: NonNullable<AriPush<ChannexConnection>['readBack']> = { request, decode };

function request(connection: ChannexConnection, { from, to }: { from: PlainDate; to: PlainDate }) {
  const { property_id, min_stay } = connection.settings;
  const query = {
    'filter[property_id]': property_id,
    'filter[date][gte]': String(from),
    'filter[date][lte]': String(to),
  };
  const stay = min_stay === 'through' ? 'min_stay_through' : 'min_stay_arrival';
  const names = `rate,${stay},max_stay,closed_to_arrival,closed_to_departure,stop_sell`;
  return (['availability', 'restrictions'] as const).map((kind) => ({
    operation: `read ${kind}`,
    method: 'GET' as const,
    url: address(
      connection,
      kind,
      kind === 'availability' ? query : { ...query, 'filter[restrictions]': names },
    ),
    timeoutMs: 60_000,
    covers: connection.rooms.flatMap(({ roomId, externalRates }): Cells[] =>
      kind === 'availability'
        ? [{ roomId, from, to, fields: ['available'] }]
        : externalRates.map((externalRate) => ({ roomId, from, to, fields: OF_RATES, externalRate })),
    ),
  }));
}

const OF_RATES = NIGHT_FIELDS.filter((field) => field !== 'available');

/** Decodes `data`: an object per room type or rate plan, in which each date has a number or an object. */
function decode(response: WireResponse, connection: ChannexConnection): Verdict<KnownNight[]> {
  const answer = readAnswer(response);
  if (answer.kind !== 'ok') return answer;
  const { data } = answer.value;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { kind: 'retry', reason: `The answer holds no nights: ${excerpt(response.body)}` };
  }
  const known: KnownNight[] = [];
  for (const [id, dates] of Object.entries(fieldsOf(data))) {
    for (const [text, reported] of Object.entries(fieldsOf(dates))) {
      const date = parseDate(text);
      if (!date)
        return { kind: 'refused', reason: `The answer has a night that is no date: ${excerpt(text)}` };
      const values =
        typeof reported === 'number' ? { available: reported } : valuesOf(fieldsOf(reported), connection);
      const ofRate = typeof reported === 'number' ? {} : { externalRate: id };
      known.push(
        ...roomsOf(connection, id, reported).map(({ roomId }) => ({ roomId, date, values, ...ofRate })),
      );
    }
  }
  return { kind: 'ok', value: known };
}

/** Availability is keyed by room type, everything else by rate plan. */
function roomsOf({ rooms }: ChannexConnection, id: string, reported: unknown): MappedRoom[] {
  return rooms.filter((room) =>
    typeof reported === 'number' ? room.externalRoom === id : room.externalRates.includes(id),
  );
}

function valuesOf(reported: Fields, { currency }: ChannexConnection): Partial<NightValues> {
  const values: Partial<NightValues> = {};
  const rate = numberOf(reported['rate']);
  const priceMinor = rate === null ? null : toMinor(rate, currency);
  if (priceMinor !== null) values.priceMinor = priceMinor;
  const minStay = numberOf(reported['min_stay_arrival'] ?? reported['min_stay_through']);
  if (minStay !== null) values.minStay = minStay;
  const maxStay = numberOf(reported['max_stay']);
  if (maxStay !== null) values.maxStay = maxStay === 0 ? null : maxStay;
  for (const [name, field] of FLAGS) {
    const flag = reported[name];
    if (flag === true || flag === 1) values[field] = true;
    if (flag === false || flag === 0) values[field] = false;
  }
  return values;
}

const FLAGS = [
  ['closed_to_arrival', 'closedToArrival'],
  ['closed_to_departure', 'closedToDeparture'],
  ['stop_sell', 'stopSell'],
] as const;
