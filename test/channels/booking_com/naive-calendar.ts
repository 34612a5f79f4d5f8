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
      say(calendar, update, availability(update));
    }
    for (const update of findAll(root, 'RateAmountMessages/RateAmountMessage')) {
      const amount = find(update, 'Rates/Rate/BaseByGuestAmts/BaseByGuestAmt');
      say(calendar, update, { price: attribute(amount, 'AmountAfterTax')! });
    }
  }
  return calendar;
}

function availability(update: Xml): Record<string, string> {
  const said: Record<string, string> = {};
  const limit = attribute(update, 'BookingLimit');
  if (limit) said['units'] = limit;
  for (const length of findAll(update, 'LengthsOfStay/LengthOfStay')) {
    said[attribute(length, 'MinMaxMessageType')!] = attribute(length, 'Time')!;
  }
  const status = find(update, 'RestrictionStatus');
  if (status) {
    const rate = attribute(find(update, 'StatusApplicationControl'), 'RatePlanCode') ? 'rate' : 'room';
    said[attribute(status, 'Restriction') ?? rate] = attribute(status, 'Status')!;
  }
  return said;
}

function say(calendar: NaiveBookingCalendar, update: Xml, said: Record<string, string>): void {
  const control = find(update, 'StatusApplicationControl');
  for (const date of datesOf(attribute(control, 'Start')!, attribute(control, 'End')!)) {
    const key = `${attribute(control, 'InvTypeCode')}/${date}`;
    calendar.set(key, { ...calendar.get(key), ...said });
  }
}
