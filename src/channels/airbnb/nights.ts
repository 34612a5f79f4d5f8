// Pushes the nights of a listing to Airbnb: one message per listing, with one operation for all dates that
// have the same values.

import { decimalsOf } from '../../model/money.ts';
import { isClosingField, type NightField } from '../../model/night-values.ts';
import { rescale } from '../amounts.ts';
import { carriedFields, fieldsNamed, writeMembers } from '../carried-members.ts';
import type { AriMessage, AriPush, Rejection, StaleNight, Verdict, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, readJson, textAt } from '../json.ts';
import { cellsOf, idsOfRoom, type Run, runsOf } from '../night-runs.ts';
import { closesAny, closingFirst } from '../push-messages.ts';
import { describeBody, ok, unreadableAnswer } from '../responses.ts';
import { contradictionOfStays } from '../unsupported-values.ts';
import { address, get, idOf, readResource } from './client.ts';
import { RESTRICTIONS, readCalendar, restrictionMembers } from './read-back.ts';
import { type AirbnbConnection, isOn, OFF } from './settings.ts';

const FIELDS = carriedFields(RESTRICTIONS, ['available', 'priceMinor', 'stopSell']);

export const ari: AriPush<AirbnbConnection> = {
  fields: FIELDS,
  maxDaysAhead: 730,
  /** 160 a minute were allowed once; a full bucket and its refill stay below */
  rate: { perMinute: 100, burst: 50, per: 'credentials' },
  expectsEchoOfSales: true,
  unsupported,
  encode,
  decode,
  readBack: {
    request: (connection, { from, to }) =>
      isOn(connection)
        ? connection.rooms.map((room) => ({
            ...get(
              connection,
              'read calendar',
              `calendars/${encodeURIComponent(room.externalRoom)}/${from}/${to}`,
            ),
            covers: [{ ...idsOfRoom(room), from, to, fields: FIELDS }],
          }))
        : [],
    decode: readCalendar,
  },
};

function unsupported(nights: readonly StaleNight[], connection: AirbnbConnection): Rejection[] {
  return nights.flatMap(({ room, date, changed, values }) => {
    const cell = { ...idsOfRoom(room), from: date, to: date };
    if (!isOn(connection)) return [{ ...cell, fields: changed, reason: OFF }];
    const rejections: Rejection[] = [];
    if (changed.includes('priceMinor') && wholePrice(values.priceMinor, connection) === null) {
      const reason =
        values.priceMinor <= 0
          ? 'Airbnb accepts prices above 0 only.'
          : 'Airbnb accepts whole amounts only: change the price, or set `fractions` to round_up.';
      rejections.push({ ...cell, fields: ['priceMinor'], reason });
    }
    const limits = changed.filter(isLimit);
    const reason = limits.length > 0 ? contradictionOfStays(values, 'Airbnb') : null;
    if (reason !== null) rejections.push({ ...cell, fields: limits, reason });
    return rejections;
  });
}

function isLimit(field: NightField): boolean {
  return field === 'minStay' || field === 'maxStay';
}

/** Returns a price in whole units of the currency; null = it cannot be pushed. */
function wholePrice(minor: number, connection: AirbnbConnection): number | null {
  if (minor <= 0) return null;
  const decimals = decimalsOf(connection.currency);
  const unit = 10 ** decimals;
  if (minor % unit === 0) return rescale(minor, decimals, 0);
  return connection.settings.fractions === 'round_up' ? Math.ceil(minor / unit) : null;
}

function encode(nights: readonly StaleNight[], connection: AirbnbConnection): AriMessage[] {
  if (!isOn(connection)) return [];
  const runs = runsOf(nights, (night) => valuesOfMessage(night, connection));
  const listings = Map.groupBy(runs, ({ room }) => room.externalRoom);
  const messages = [...listings.values()].map((some) => ({
    message: messageOf(some, connection),
    closing: closesAny(some),
  }));
  return closingFirst(messages).map(({ message }) => message);
}

function valuesOfMessage({ changed, values }: StaleNight, connection: AirbnbConnection): Fields | null {
  const pushed: Fields = {};
  // One value for both fields: a listing is sold once a night.
  if (changed.includes('available') || changed.includes('stopSell')) {
    pushed['availability'] = values.available > 0 && !values.stopSell ? 'available' : 'unavailable';
  }
  const price = changed.includes('priceMinor') ? wholePrice(values.priceMinor, connection) : null;
  if (price !== null) pushed['daily_price'] = price;
  const sent =
    contradictionOfStays(values, 'Airbnb') !== null ? changed.filter((field) => !isLimit(field)) : changed;
  Object.assign(
    pushed,
    writeMembers(restrictionMembers(connection.settings.no_max_nights), { changed: sent, values }),
  );
  // Which of the two fields changed decides which cells are confirmed.
  const both = changed.filter(isClosingField);
  return Object.keys(pushed).length > 0 ? { pushed, both } : null;
}

function messageOf(runs: readonly Run<Fields>[], connection: AirbnbConnection): AriMessage {
  const byValues = Map.groupBy(runs, ({ pushedValue: pushed }) => JSON.stringify(pushed['pushed']));
  const operations = [...byValues.values()].map((some) => ({ some, closing: closesAny(some) }));
  return {
    operation: 'calendar',
    method: 'POST',
    url: address(connection, 'calendar_operations?_allow_dates_overlap=true'),
    body: JSON.stringify({
      listing_id: runs[0]!.room.externalRoom,
      operations: closingFirst(operations).map(({ some }) => ({
        dates: some.map(datesOf),
        ...fieldsOf(some[0]!.pushedValue['pushed']),
      })),
    }),
    timeoutMs: 60_000,
    cells: runs.map((run) => cellsOf(run, fieldsPushed(run))),
  };
}

/** Formats a run as one date, or two with a colon, both included. */
function datesOf({ from, to }: Run<Fields>): string {
  return from.equals(to) ? String(from) : `${from}:${to}`;
}

function fieldsPushed({ pushedValue: pushed }: Run<Fields>): NightField[] {
  const { both } = pushed as { both: NightField[] };
  const names = Object.keys(fieldsOf(pushed['pushed']));
  const others = fieldsNamed(names, RESTRICTIONS, { daily_price: 'priceMinor' });
  return [...both, ...others];
}

/** Decodes the response to a push. As far as is known, a message is accepted completely or not at all. */
function decode(response: WireResponse, message: AriMessage): Verdict<Rejection[]> {
  const answer = readResource(response, 'calendar_operation');
  if (answer.kind !== 'ok') return answer;
  const sent = textAt(readJson(message.body ?? ''), 'listing_id');
  const accepted = idOf(fieldsOf(answer.value), 'listing_id');
  if (accepted !== sent)
    return unreadableAnswer(`The answer is about another listing: ${describeBody(response.body)}`);
  return ok([]);
}
