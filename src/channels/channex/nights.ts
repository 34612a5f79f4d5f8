// Pushes availability per room type, and rates and restrictions per rate plan, to Channex: one message of
// each kind.
//
// Sources: docs.channex.io, "Availability and Rates", "API Rate Limits", "PMS Certification Tests" (read
// 2026-11-21). A change object with one wrong member is left out as a whole (the documented example gives no
// task). Prices are therefore sent in change objects of their own: a price that is not accepted never holds
// back a closing.

import { decimalsOf } from '../../model/money.ts';
import { decimalText } from '../amounts.ts';
import { carriedFields, restrictionMembers, writeMembers } from '../carried-members.ts';
import type { AriMessage, AriPush, Cells, Rejection, StaleNight, Verdict, WireResponse } from '../channel.ts';
import { dateOf, type Fields, fieldsOf, textOf } from '../json.ts';
import { type Change, changeOf, type Run, runsOf } from '../night-runs.ts';
import { occupanciesUpTo } from '../occupancy.ts';
import { closesAny, closingFirst, pack } from '../push-messages.ts';
import { describeBody, excerpt, ok, unreadableAnswer } from '../responses.ts';
import { rejectionOf, rejectionsBy, type UnsupportedCheck } from '../unsupported-values.ts';
import { address, readAnswer, sentence } from './client.ts';
import { stayErrorOfOtas } from './ota-limits.ts';
import { readBack } from './read-back.ts';
import { fieldsOfRestrictionNames, RESTRICTIONS } from './restrictions.ts';
import type { ChannexConnection } from './settings.ts';

export const ari: AriPush<ChannexConnection> = {
  fields: carriedFields(RESTRICTIONS, ['available', 'priceMinor']),
  /** the range of a full synchronisation at Channex; a property may be set to keep 100 to 730 days (`salesLimits`) */
  maxDaysAhead: 500,
  /**
   * `stop_sell` belongs to a rate plan; the availability belongs to the room type, whatever plans it is sold
   * at
   */
  zeroAvailabilityOnStopSell: true,
  /**
   * ten a minute are allowed for each kind of message: a full bucket and its refill within a minute stay at
   * ten
   */
  rate: { perMinute: 5, burst: 5, per: 'connection' },
  /**
   * availability is an absolute count at Channex, which lowers it for a new booking and leaves it unchanged
   * for a change or a cancellation
   */
  expectsEchoOfSales: true,
  unsupported,
  encode,
  decode,
  readBack,
};

function unsupported(
  nights: readonly StaleNight[],
  connection: ChannexConnection,
): (Rejection & { keepsOpen?: true })[] {
  const withoutRate = nights
    .filter(({ room }) => room.externalRates.length === 0)
    .flatMap((night) => {
      const fields = night.changed.filter((field) => field !== 'available');
      const rejection = rejectionOf(night, fields, 'No rate plan of Channex is mapped to this room');
      return fields.length > 0 ? [{ ...rejection, keepsOpen: true as const }] : [];
    });
  const checks: UnsupportedCheck[] = [
    { fields: ['minStay', 'maxStay'], reason: (night) => stayErrorOfOtas(night, connection) },
    {
      fields: ['priceMinor'],
      reason: ({ values }) => (values.priceMinor <= 0 ? 'Channex accepts prices above 0 only' : null),
    },
  ];
  const withRate = nights.filter(({ room }) => room.externalRates.length > 0);
  return [...withoutRate, ...rejectionsBy(checks, withRate)];
}

function encode(nights: readonly StaleNight[], connection: ChannexConnection): AriMessage[] {
  const { settings } = connection;
  const counts = changesOf(
    runsOf(nights, ({ changed, values }) =>
      changed.includes('available') ? { availability: Math.max(0, values.available) } : null,
    ),
    (run) => [{ property_id: settings.property_id, room_type_id: run.room.externalRoom }],
  );
  const ofRates = (run: Run<Fields>) =>
    run.room.externalRates.map((rate) => ({ property_id: settings.property_id, rate_plan_id: rate }));
  const restrictions = changesOf(
    runsOf(nights, (night) => orNull(writeMembers(restrictionMembers(settings.min_stay), night))),
    ofRates,
  );
  const prices = changesOf(
    runsOf(nights, (night) => priceOf(night, settings, connection.currency)),
    ofRates,
  );
  const availability = messages('availability', counts, connection);
  const others = messages('restrictions', [...restrictions, ...prices], connection);
  // A closing by restriction is sent before counts unless one of them falls: counts could open the night for
  // a moment.
  return closingFirst([...availability, ...others]).map(({ message }) => message);
}

function orNull(members: Fields): Fields | null {
  return Object.keys(members).length > 0 ? members : null;
}

type ChannexChange = Change<Fields>;

type Addressee =
  | { property_id: string; room_type_id: string }
  | { property_id: string; rate_plan_id: string };

function changesOf(
  runs: Run<Fields>[],
  addressees: (run: Run<Fields>) => readonly Addressee[],
): ChannexChange[] {
  const changes = runs.flatMap((run) => {
    const fields = fieldsOfRestrictionNames(Object.keys(run.pushedValue));
    const dates = { date_from: String(run.from), date_to: String(run.to) };
    return addressees(run).map((addressee) => {
      const rate = 'rate_plan_id' in addressee ? addressee.rate_plan_id : null;
      return changeOf(run, fields, rate, { ...addressee, ...dates, ...run.pushedValue });
    });
  });
  return closingFirst(changes);
}

function priceOf(
  { room, changed, values }: StaleNight,
  settings: ChannexConnection['settings'],
  currency: string,
): Fields | null {
  if (!changed.includes('priceMinor') || values.priceMinor <= 0) return null;
  const rate = decimalText(values.priceMinor, decimalsOf(currency));
  if (settings.sell_mode === 'per_room') return { rate };
  return {
    rates: occupanciesUpTo(room.capacity).map((occupancy) => ({ occupancy, rate })),
  };
}

/**
 * Packs changes into as few messages as the size allows: Channex has no limit on the number of changes in a
 * message.
 */
function messages(
  kind: 'availability' | 'restrictions',
  changes: ChannexChange[],
  connection: ChannexConnection,
): { message: AriMessage; closing: boolean }[] {
  const most = connection.settings.max_message_bytes - ENVELOPE_BYTES;
  return pack(changes, most, bytesOf).map((some) => ({
    closing: closesAny(some),
    message: {
      operation: kind,
      bucket: kind,
      method: 'POST',
      url: address(connection, kind),
      body: JSON.stringify({ values: some.map(({ value }) => value) }),
      timeoutMs: 60_000,
      cells: some.map(({ cells }) => cells),
    },
  }));
}

/** `{"values":[]}`, less the comma that `bytesOf` counts for the first change too */
const ENVELOPE_BYTES = 12;

/** Returns the size of a change in a message, with its comma. */
function bytesOf({ value }: ChannexChange): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

function decode(
  response: WireResponse,
  message: AriMessage,
  connection: ChannexConnection,
): Verdict<Rejection[]> {
  const answer = readAnswer(response);
  if (answer.kind !== 'ok') return answer;
  const { message: outcome, warnings } = fieldsOf(answer.value['meta']);
  if (outcome !== 'Success') {
    return unreadableAnswer(
      `The answer does not say whether it was accepted: ${describeBody(response.body)}`,
    );
  }
  if (warnings === undefined || warnings === null) return ok([]);
  const list = Array.isArray(warnings) ? warnings : [warnings];
  return ok(
    list.flatMap((warning) =>
      typeof warning === 'string'
        ? rejectionsOfText(warning, message)
        : rejections(fieldsOf(warning), message, connection),
    ),
  );
}

/**
 * Returns the rejections of a warning that is plain text and names no value. Channex moves the start of a
 * range that lies in its past to its own current date and says so like that: then all later nights were
 * accepted. Any other text may concern every cell.
 */
function rejectionsOfText(text: string, message: AriMessage): Rejection[] {
  const reason = excerpt(text);
  const cells = /\bpast\b/i.test(text) ? firstNightOf(message.cells) : message.cells;
  return cells.map((cell) => ({ ...cell, reason }));
}

function firstNightOf(cells: readonly Cells[]): Cells[] {
  const [first] = cells.map(({ from }) => from).toSorted(Temporal.PlainDate.compare);
  return cells.flatMap((cell) => (cell.from.equals(first!) ? [{ ...cell, to: cell.from }] : []));
}

/**
 * Returns the rejections of a structured warning, which repeats the change object that was left out, with a
 * reason.
 */
function rejections(warning: Fields, message: AriMessage, connection: ChannexConnection): Rejection[] {
  const complaints = Object.entries(fieldsOf(warning['warning']));
  const reason =
    complaints.map(([field, texts]) => `${field} ${sentence(texts)}`).join('; ') ||
    textOf(warning['warning']) ||
    'Channex left this out without a reason';
  const meant = cellsOfWarning(warning, complaints, message, connection);
  // If a warning does not name its cells, every cell of the message counts as rejected.
  const cells = meant.length > 0 ? meant : message.cells;
  return cells.map((cell) => ({ ...cell, reason: excerpt(reason) }));
}

function cellsOfWarning(
  warning: Fields,
  complaints: [string, unknown][],
  message: AriMessage,
  { rooms }: ChannexConnection,
): Cells[] {
  const rate = textOf(warning['rate_plan_id']);
  const type = textOf(warning['room_type_id']);
  const mapped = rooms.filter((room) =>
    rate === null ? room.externalRoom === type : room.externalRates.includes(rate),
  );
  const from = dateOf(warning['date'] ?? warning['date_from']);
  const to = dateOf(warning['date'] ?? warning['date_to']);
  if (!from || !to) return [];
  const echoed = Object.keys(warning).filter((name) => warning[name] !== null);
  const complained = fieldsOfRestrictionNames(complaints.map(([field]) => field));
  const named = complained.length > 0 ? complained : fieldsOfRestrictionNames(echoed);
  return message.cells.filter(
    (cell) =>
      mapped.some(({ roomId }) => roomId === cell.roomId) &&
      (rate === null || cell.externalRate === undefined || cell.externalRate === rate) &&
      Temporal.PlainDate.compare(cell.from, to) <= 0 &&
      Temporal.PlainDate.compare(from, cell.to) <= 0 &&
      (named.length === 0 || cell.fields.some((field) => named.includes(field))),
  );
}
