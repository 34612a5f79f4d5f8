// A minimal calendar of the channel: it applies each message of a push in order, and nothing else.
import type { AriMessage } from '../../../src/channels/channel.ts';
import type { Xml } from '../../../src/channels/xml.ts';
import { attribute, find, findAll, readXml } from '../../../src/channels/xml.ts';
import { datesOf } from '../stale-nights.ts';

/** `room/date` → field → the value pushed last. */
export type NaiveBookingCalendar = Map<string, Record<string, string>>;

export function replay(messages: readonly AriMessage[]): NaiveBookingCalendar {
  const calendar: NaiveBookingCalendar = new Map();
  for (const message of messages) {
    const { root } = readXml(message.body!);
    for (const update of findAll(root, 'AvailStatusMessages/AvailStatusMessage')) {
      apply(calendar, update, availability(update));
    }
    for (const update of findAll(root, 'RateAmountMessages/RateAmountMessage')) {
      const amount = find(update, 'Rates/Rate/BaseByGuestAmts/BaseByGuestAmt');
      apply(calendar, update, { price: attribute(amount, 'AmountAfterTax')! });
    }
  }
  return calendar;
}

function availability(update: Xml): Record<string, string> {
  const values: Record<string, string> = {};
  const limit = attribute(update, 'BookingLimit');
  if (limit) values['units'] = limit;
  for (const length of findAll(update, 'LengthsOfStay/LengthOfStay')) {
    values[attribute(length, 'MinMaxMessageType')!] = attribute(length, 'Time')!;
  }
  const status = find(update, 'RestrictionStatus');
  if (status) {
    const rate = attribute(find(update, 'StatusApplicationControl'), 'RatePlanCode') ? 'rate' : 'room';
    values[attribute(status, 'Restriction') ?? rate] = attribute(status, 'Status')!;
  }
  return values;
}

function apply(calendar: NaiveBookingCalendar, update: Xml, values: Record<string, string>): void {
  const control = find(update, 'StatusApplicationControl');
  for (const date of datesOf(attribute(control, 'Start')!, attribute(control, 'End')!)) {
    const key = `${attribute(control, 'InvTypeCode')}/${date}`;
    calendar.set(key, { ...calendar.get(key), ...values });
  }
}
