// Settings of the property at Channex that change what is sold of what is pushed.
//
// Sources: docs.channex.io, "Properties Collection" and "Properties and Groups Management" (read 2026-11-30). Prices outside of
// `min_price` and `max_price` are set to the nearer one without a warning. Counts of nights that a cut-off or
// `max_day_advance` closes are overwritten with 0, and not restored when the setting changes. Whether the cut-off closes
// `cut_off_days` nights or one more is not clear: the longer time is assumed.
import { roundToMinor } from '../../model/money.ts';
import type { SalesLimits } from '../../model/sales-limits.ts';
import type { Adapter, Verdict, WireResponse } from '../channel.ts';
import { amountOf, fieldsOf, numberOf, timeOf } from '../json.ts';
import { ok } from '../responses.ts';
import { address, attributesOf, readAnswer } from './client.ts';
import type { ChannexConnection } from './settings.ts';

export const salesLimits: NonNullable<Adapter<ChannexConnection>['salesLimits']> = {
  request: (connection) => ({
    operation: 'property',
    method: 'GET',
    url: address(connection, `properties/${encodeURIComponent(connection.settings.property_id)}`),
  }),
  decode,
};

function decode(response: WireResponse, connection: ChannexConnection): Verdict<SalesLimits> {
  const answer = readAnswer(response, 'refused');
  if (answer.kind !== 'ok') return answer;
  const settings = fieldsOf(attributesOf(fieldsOf(answer.value['data']))['settings']);
  const time = timeOf(settings['cut_off_time']);
  const cutOffDays = daysOf(settings['cut_off_days']);
  // At midnight, without further days, only the night that has begun is closed: many properties are set so.
  const closes = time !== null && cutOffDays !== null && !(time === '00:00' && cutOffDays === 0);
  const openDays = daysOf(settings['max_day_advance']);
  return ok({
    daysAhead: daysOf(settings['state_length']) || null,
    openDays: openDays || null,
    cutOff: closes ? { time, days: cutOffDays } : null,
    minPriceMinor: priceOf(settings['min_price'], connection.currency),
    maxPriceMinor: priceOf(settings['max_price'], connection.currency),
  });
}

function daysOf(value: unknown): number | null {
  const days = numberOf(value);
  return days !== null && Number.isInteger(days) && days >= 0 && days <= MOST_DAYS ? days : null;
}

const MOST_DAYS = 10_000;

/** Null for 0, too: no price is lower. */
function priceOf(value: unknown, currency: string): number | null {
  const amount = amountOf(value);
  return (amount === null ? null : roundToMinor(amount, currency)) || null;
}
