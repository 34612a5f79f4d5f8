// Pushes changes to a partner: one list of changes, counts first, each for a range of dates with both ends
// included.

import { decimalsOf } from '../../model/money.ts';
import { decimalText } from '../amounts.ts';
import { carriedFields, fieldsNamed, restrictionMembers, writeMembers } from '../carried-members.ts';
import type { AriMessage, AriPush, Rejection, StaleNight, Verdict, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, listOf, numberOf, readJson, textOf } from '../json.ts';
import { type Change, changeOf, type Run, runsOf } from '../night-runs.ts';
import { occupanciesUpTo } from '../occupancy.ts';
import { closingFirst, pack } from '../push-messages.ts';
import { describeBody, httpFailure, ok, refused, truncated, unreadableAnswer } from '../responses.ts';
import { rejectionOf } from '../unsupported-values.ts';
import { uuidOf } from '../uuid.ts';
import { address } from './client.ts';
import type { OpenChannelConnection } from './settings.ts';

const RESTRICTIONS = restrictionMembers('both');

export const ari: AriPush<OpenChannelConnection> = {
  fields: carriedFields(RESTRICTIONS, ['available', 'priceMinor']),
  maxDaysAhead: 730,
  /** `stop_sell` belongs to a rate plan; the count belongs to the room type */
  zeroAvailabilityOnStopSell: true,
  rate: { perMinute: 600, burst: 60, per: 'connection' },
  /** the count is absolute, and the partner expects the count that its own sale left */
  expectsEchoOfSales: true,
  unsupported: (nights) =>
    nights
      .filter(({ changed, values }) => changed.includes('priceMinor') && values.priceMinor <= 0)
      .map((night) =>
        rejectionOf(night, ['priceMinor'], 'A price of 0 is not pushed: set the price of the night'),
      ),
  encode,
  decode,
};

type OpenChannelChange = Change<{ type: string; attributes: Fields }>;

function encode(
  nights: readonly StaleNight[],
  connection: OpenChannelConnection,
  now: Temporal.Instant,
): AriMessage[] {
  const { max_changes: most } = connection.settings;
  const counts = runsOf(nights, ({ changed, values }) =>
    changed.includes('available') ? { availability: Math.max(0, values.available) } : null,
  ).flatMap((run) => toChanges('availability_changes', run));
  const restrictions = runsOf(nights, (night) => restrictionsOf(night, connection)).flatMap((run) =>
    toChanges('restriction_changes', run),
  );
  const changes = closingFirst([...counts, ...restrictions]);
  return pack(changes, most).map((some) => toMessage(some, connection, now));
}

/** Returns one change per rate: a change, also of a count, is about a room type and one of its rate plans. */
function toChanges(type: string, run: Run<Fields>): OpenChannelChange[] {
  const { room, from, to, pushedValue: pushed } = run;
  const fields = fieldsNamed(Object.keys(pushed), RESTRICTIONS, OTHER_MEMBERS);
  const rates = room.externalRates.length > 0 ? room.externalRates : [null];
  return rates.map((rate) =>
    changeOf(run, fields, rate, {
      type,
      attributes: {
        room_type_id: room.externalRoom,
        ...(rate !== null && { rate_plan_id: rate }),
        date_from: from.toString(),
        date_to: to.toString(),
        ...pushed,
      },
    }),
  );
}

const OTHER_MEMBERS = { availability: 'available', rates: 'priceMinor' } as const;

function restrictionsOf(
  { room, changed, values }: StaleNight,
  connection: OpenChannelConnection,
): Fields | null {
  const { min_stay: which, sell_mode } = connection.settings;
  const pushed = writeMembers(restrictionMembers(which), { changed, values });
  if (changed.includes('priceMinor') && values.priceMinor > 0) {
    const decimals = decimalsOf(connection.currency);
    const rate = {
      rate: decimalText(values.priceMinor, decimals),
      currency: connection.currency,
      fraction_size: decimals,
    };
    const guests = sell_mode === 'per_person' ? occupanciesUpTo(room.capacity) : [room.capacity];
    pushed['rates'] = guests.map((occupancy) => ({ ...rate, occupancy }));
  }
  return Object.keys(pushed).length > 0 ? pushed : null;
}

function toMessage(
  changes: readonly OpenChannelChange[],
  connection: OpenChannelConnection,
  now: Temporal.Instant,
): AriMessage {
  const { hotel_code } = connection.settings;
  const values = changes.map((change) => change.value);
  const attributes = {
    request_id: uuidOf(`${now}/${hotel_code}/${JSON.stringify(values)}`),
    hotel_code,
    changes: values,
  };
  return {
    operation: 'changes',
    method: 'POST',
    url: address(connection, 'changes'),
    body: JSON.stringify({ data: [{ type: 'changes_notification', attributes }] }),
    headers: { 'idempotency-key': attributes.request_id },
    cells: changes.map((change) => change.cells),
  };
}

/**
 * Decodes the response to a push: `{success: true}`. With `errors: [{index, message}]` the changes of those
 * indexes were not accepted (an extension).
 */
function decode(response: WireResponse, message: AriMessage): Verdict<Rejection[]> {
  const body = fieldsOf(readJson(response.body));
  const reason = textOf(body['message']) ?? textOf(fieldsOf(listOf(body['errors'])[0])['message']);
  const failure = httpFailure(response, reason);
  if (failure) return failure;
  const rejections = errorsOf(body).flatMap((error) => {
    const detail = truncated(textOf(error['message']) ?? 'refused without a reason');
    const named = message.cells[numberOf(error['index']) ?? -1];
    // If an error does not name its change, every cell of the message counts as rejected.
    return (named ? [named] : message.cells).map((cells) => ({ ...cells, reason: detail }));
  });
  if (body['success'] === true) return ok(rejections);
  if (body['success'] === false) {
    const cells = new Set(
      rejections.map(
        ({ roomId, from, fields, externalRate }) => `${roomId} ${externalRate} ${from} ${fields}`,
      ),
    );
    if (cells.size > 0 && cells.size < message.cells.length)
      return { kind: 'refused', reason: rejections[0]!.reason, cells: rejections };
    return refused(reason ?? describeBody(response.body));
  }
  return unreadableAnswer(`The answer does not say whether it was accepted: ${describeBody(response.body)}`);
}

function errorsOf(body: Fields): Fields[] {
  const { errors } = body;
  if (errors === undefined || errors === null) return [];
  return (Array.isArray(errors) ? errors : [errors]).map(fieldsOf);
}
