// Reads the calendar back from Channex for the drift check: availability per room type, the rest per rate
// plan.

import { toMinor } from '../../model/money.ts';
import { type PlainDate, parseDate } from '../../model/night.ts';
import { type NightValues, RATE_FIELDS } from '../../model/night-values.ts';
import { readMembers, restrictionMembers } from '../carried-members.ts';
import type { AriPush, Cells, KnownNight, MappedRoom, Verdict, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, numberOf } from '../json.ts';
import { describeBody, excerpt, ok, unreadableAnswer } from '../responses.ts';
import { address, readAnswer } from './client.ts';
import { RESTRICTIONS } from './restrictions.ts';
import type { ChannexConnection } from './settings.ts';

export const readBack: NonNullable<AriPush<ChannexConnection>['readBack']> = { request, decode };

function request(connection: ChannexConnection, { from, to }: { from: PlainDate; to: PlainDate }) {
  const { property_id, min_stay } = connection.settings;
  const query = {
    'filter[property_id]': property_id,
    'filter[date][gte]': String(from),
    'filter[date][lte]': String(to),
  };
  const members = restrictionMembers(min_stay);
  const fields = RATE_FIELDS.filter((field) => field === 'priceMinor' || field in members);
  const names = fields
    .map((field) => (field === 'priceMinor' ? 'rate' : members[field as keyof typeof members][0]!.name))
    .join(',');
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
        : externalRates.map((externalRate) => ({ roomId, from, to, fields, externalRate })),
    ),
  }));
}

/** Decodes `data`: an object per room type or rate plan, in which each date has a number or an object. */
function decode(response: WireResponse, connection: ChannexConnection): Verdict<KnownNight[]> {
  const answer = readAnswer(response);
  if (answer.kind !== 'ok') return answer;
  const { data } = answer.value;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return unreadableAnswer(`The answer holds no nights: ${describeBody(response.body)}`);
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
  return ok(known);
}

/** Availability is keyed by room type, everything else by rate plan. */
function roomsOf({ rooms }: ChannexConnection, id: string, reported: unknown): MappedRoom[] {
  return rooms.filter((room) =>
    typeof reported === 'number' ? room.externalRoom === id : room.externalRates.includes(id),
  );
}

function valuesOf(reported: Fields, { currency }: ChannexConnection): Partial<NightValues> {
  const values = readMembers(RESTRICTIONS, reported);
  const rate = numberOf(reported['rate']);
  const priceMinor = rate === null ? null : toMinor(rate, currency);
  return { ...values, ...(priceMinor !== null && { priceMinor }) };
}
